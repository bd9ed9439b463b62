// Everything on the page is readable without this script. It adds filters with an address, links from the matrix to them,
// and copying.
(() => {
  const form = document.querySelector(".filters");
  const output = form.querySelector("output");
  const names = ["verdict", "operation", "area", "text"];
  // What is said of it; the messages and commands that prove it name every field there is.
  const text = (row) => {
    const said = row.cloneNode(true);
    for (const shown of said.querySelectorAll("pre")) shown.remove();
    return said.textContent.toLowerCase();
  };
  // Rows of tables, and causes as a whole; what stands folded in a cause is found with it.
  const sections = [...document.querySelectorAll("[data-list]")].map((section) => ({
    section,
    rows: [...section.querySelectorAll(".cause, tbody > tr")]
      .filter((row) => row.matches(".cause") || !row.closest(".cause"))
      .map((row) => ({ row, text: text(row), proofs: [...row.querySelectorAll(".proof")] })),
  }));
  const folds = [...document.querySelectorAll(".group, .cause")].map((fold) => ({ fold, isOpen: fold.open }));
  const values = () => Object.fromEntries(names.map((name) => [name, form.elements[name].value.trim()]));
  const about = (row, name) => (row.dataset[name] ?? row.closest(`[data-${name}]`)?.dataset[name] ?? "").split(" ");
  const count = (number) => number.toLocaleString("en-US");

  // What a row lacks, such as the verdict of an observation, keeps it out of a view of just these.
  const filter = () => {
    const wanted = values();
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    const isFiltered = names.some((name) => wanted[name] !== "");
    const fits = (row) =>
      ["verdict", "operation", "area"].every((name) => wanted[name] === "" || about(row, name).includes(wanted[name]));
    const open = new Set();
    let [found, all] = [0, 0];
    for (const { section, rows } of sections) {
      let shown = 0;
      for (const { row, text: own, proofs } of rows) {
        const matching = proofs.filter((proof) => fits(proof));
        row.hidden = !fits(row) || !words.every((word) => own.includes(word));
        for (const proof of proofs) proof.hidden = matching.length > 0 && !matching.includes(proof);
        if (row.hidden) continue;
        shown += 1;
        open.add(row.closest(".group"));
      }
      if (shown > 0 && isFiltered) open.add(rows.find(({ row }) => !row.hidden).row);
      const total = section.querySelector("output");
      total.textContent = isFiltered ? `${count(shown)} of ${count(rows.length)}` : count(rows.length);
      section.classList.toggle("nothing", isFiltered && shown === 0);
      found += shown;
      all += rows.length;
    }
    for (const { fold, isOpen } of folds) {
      fold.open = isFiltered ? open.has(fold) : isOpen;
      if (fold.matches(".group")) fold.hidden = isFiltered && !open.has(fold);
    }
    output.textContent = isFiltered ? `${count(found)} of ${count(all)}` : "";
    form.querySelector("button").hidden = !isFiltered;
    return isFiltered;
  };

  const filtered = () => {
    const isFiltered = filter();
    const chosen = Object.entries(values()).filter(([, value]) => value !== "");
    history.replaceState(null, "", isFiltered ? `#${new URLSearchParams(chosen)}` : location.pathname);
  };

  const show = (chosen) => {
    form.reset();
    for (const name of names) form.elements[name].value = chosen[name] ?? "";
    filter();
  };

  form.hidden = false;
  form.addEventListener("input", filtered);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filtered));

  for (const link of document.querySelectorAll(".matrix a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(link.dataset);
      filtered();
      // The filters that were set stand above what they show.
      (link.hash.startsWith("#F") ? form : document.getElementById("checks")).scrollIntoView();
    });
  }

  // An address with filters shows that view; a link to something folded or filtered away shows it.
  const reveal = () => {
    const hash = location.hash.slice(1);
    if (hash.includes("=")) return show(Object.fromEntries(new URLSearchParams(hash)));
    const target = document.getElementById(decodeURIComponent(hash));
    if (target?.closest("[hidden], .nothing")) show({});
    for (let element = target; element; element = element.parentElement) {
      if (element.localName === "details") element.open = true;
    }
    if (target) setTimeout(() => target.scrollIntoView());
  };
  addEventListener("hashchange", reveal);
  filter();
  reveal();

  if (navigator.clipboard) {
    for (const button of document.querySelectorAll(".copy")) {
      const name = button.textContent;
      button.hidden = false;
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
        button.textContent = "Copied";
        setTimeout(() => {
          button.textContent = name;
        }, 1500);
      });
    }
  }

  // What was opened shows its mark.
  document.addEventListener(
    "toggle",
    ({ target }) => {
      for (const message of target.querySelectorAll(":scope > .message")) {
        const mark = message.querySelector("mark");
        if (mark) message.scrollTop = mark.offsetTop - message.offsetTop - message.clientHeight / 3;
      }
    },
    true,
  );

  // On paper, every cause is open, and the first findings show their requests.
  const printed = [...document.querySelectorAll(".cause, div.proof .failing")];
  addEventListener("beforeprint", () => {
    for (const details of printed.filter((each, at) => each.matches(".cause") || at < 6)) details.open = true;
  });
})();
