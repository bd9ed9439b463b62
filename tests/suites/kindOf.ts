/** A sentence without the names and values by which sentences of one kind differ. */
export function kindOf(text: string): string {
  return text
    .replaceAll(/\/api\/[\w/{}]+/g, "PATH")
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"VALUE"')
    .replaceAll(/\["VALUE".*/g, "[VALUES]")
    .replaceAll(/(?<=“)[^”]*(?=”)/g, "SAYING")
    .replaceAll(
      /\b[a-z]+(?:_[a-z0-9]+)+(?:\[\])?(?:\.[a-z_0-9]+(?:\[\])?)*|(?:\[\]\.)?\b[a-z_]+(?:\[\])?(?:\.[a-z_0-9]+(?:\[\])?)+/g,
      "FIELD",
    )
    .replaceAll(/\b(?:bank|crypto)-\d+/g, "TEMPLATE")
    .replaceAll(/\d[\d,-]*/g, "N");
}
