// Everything on the page is readable without this script. It adds filters, links from the matrix to them, and copying.
(() => {
  const form = document.querySelector(".filters");
  const rows = [...document.querySelectorAll(".checks tbody tr")];
  const output = form.querySelector("output");
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));

  const filter = () => {
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const fits =
        ["verdict", "operation", "area"].every((name) => {
          const wanted = form.elements[name].value;
          return wanted === "" || row.dataset[name] === wanted;
        }) && words.every((word) => texts.get(row).includes(word));
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    output.textContent = `${shown.toLocaleString("en-US")} of ${rows.length.toLocaleString("en-US")} checks`;
  };

  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  filter();

  for (const link of document.querySelectorAll(".matrix a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      form.reset();
      form.elements.operation.value = link.dataset.operation;
      form.elements.area.value = link.dataset.area;
      filter();
      document.getElementById("checks").scrollIntoView();
      form.elements.text.focus({ preventScroll: true });
    });
  }

  // A link to a folded finding opens it; a link to a check that the filters hide shows it.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const row = target?.closest("tr");
    if (row?.hidden) {
      form.reset();
      setTimeout(() => target.scrollIntoView());
    }
    for (let element = target; element; element = element.parentElement) {
      if (element.localName === "details") element.open = true;
    }
  };
  addEventListener("hashchange", reveal);
  reveal();

  if (navigator.clipboard) {
    for (const button of document.querySelectorAll(".copy")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(button.closest(".copyable").querySelector("code").textContent);
        button.textContent = "Copied";
        setTimeout(() => {
          button.textContent = "Copy";
        }, 1500);
      });
    }
  }

  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details.proof, .proof details.exchange")) details.open = true;
  });
})();
