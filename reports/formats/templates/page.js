// Everything on the page is readable without this script. It adds filters with an address, links from the matrix to them,
// and copying.
(() => {
  const form = document.querySelector(".filters");
  const output = form.querySelector("output");
  const groups = [...document.querySelectorAll("#checks ~ .group, #observations ~ .group")];
  // The row of a check tells verdict and area itself: its badge, and the second step of its id.
  const facts = (row, group) => {
    const badge = row.querySelector(".badge")?.textContent;
    if (badge === undefined) return { operation: row.dataset.operations.split(" ") };
    return {
      verdict: [badge],
      operation: [group.dataset.operation],
      area: [row.querySelector("code").textContent.split("/")[1]],
    };
  };
  const rows = groups.flatMap((group) =>
    [...group.querySelectorAll("tbody > tr")].map((row) => ({
      row,
      group,
      about: facts(row, group),
      text: row.textContent.toLowerCase(),
    })),
  );
  const findings = [...document.querySelectorAll(".cause")].map((row) => ({
    row,
    text: row.textContent.toLowerCase(),
  }));
  const names = ["verdict", "operation", "area", "text"];
  const values = () => Object.fromEntries(names.map((name) => [name, form.elements[name].value.trim()]));

  // What a row lacks, such as the verdict of an observation, keeps it out of a view of just these.
  const filter = () => {
    const wanted = values();
    const isFiltered = names.some((name) => wanted[name] !== "");
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    const open = new Set();
    let shown = 0;
    for (const { row, group, about, text } of rows) {
      const fits =
        ["verdict", "operation", "area"].every((name) => wanted[name] === "" || about[name]?.includes(wanted[name])) &&
        words.every((word) => text.includes(word));
      row.hidden = !fits;
      if (fits) {
        shown += 1;
        open.add(group);
      }
    }
    for (const { row, text } of findings) row.hidden = !words.every((word) => text.includes(word));
    for (const group of groups) {
      group.hidden = !open.has(group);
      group.open = isFiltered ? open.has(group) : group === groups[0];
    }
    const count = (number) => number.toLocaleString("en-US");
    output.textContent = isFiltered ? `${count(shown)} of ${count(rows.length)} rows` : "";
    return isFiltered;
  };

  const filtered = () => {
    const isFiltered = filter();
    const chosen = Object.entries(values()).filter(([, value]) => value !== "");
    history.replaceState(null, "", isFiltered ? `#${new URLSearchParams(chosen)}` : location.pathname);
  };

  form.hidden = false;
  form.addEventListener("input", filtered);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filtered));

  const show = (chosen) => {
    form.reset();
    for (const name of names) form.elements[name].value = chosen[name] ?? "";
    filter();
  };

  for (const link of document.querySelectorAll(".matrix a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(link.dataset);
      filtered();
      document.getElementById("checks").scrollIntoView();
      form.elements.text.focus({ preventScroll: true });
    });
  }

  // An address with filters shows that view; a link to something folded or filtered away shows it.
  const reveal = () => {
    const hash = location.hash.slice(1);
    if (hash.includes("=")) return show(Object.fromEntries(new URLSearchParams(hash)));
    const target = document.getElementById(decodeURIComponent(hash));
    if (target?.closest("[hidden]")) show({});
    for (let element = target; element; element = element.parentElement) {
      if (element.localName === "details") element.open = true;
    }
    if (target) setTimeout(() => target.scrollIntoView());
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

  // On paper, the first findings show their requests.
  const printed = [...document.querySelectorAll("div.proof details.exchange.failing")].slice(0, 3);
  addEventListener("beforeprint", () => {
    for (const details of printed) details.open = true;
  });
})();
