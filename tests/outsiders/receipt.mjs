/** The payment confirmation of a transfer (section 4.7): a JSON array of strings, in the encoding this company chose. */

/** A one-line PDF. @param {string} line printable ASCII without brackets */
function drawPdf(line) {
  const content = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = pdf.length;
  const size = objects.length + 1;
  return `${pdf}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}

/**
 * @param {import("./data.mjs").Entry} entry
 * @param {"base64" | "data-uri" | "hex" | "address"} encoding
 * @returns {string[]}
 */
export function renderReceipt(entry, encoding) {
  if (encoding === "address") return [`https://files.example.com/receipts/${entry.id}.pdf`];
  const pdf = Buffer.from(drawPdf(`Payment confirmation ${entry.id}`), "latin1");
  if (encoding === "hex") return [pdf.toString("hex")];
  const text = pdf.toString("base64");
  return encoding === "data-uri" ? [`data:application/pdf;base64,${text}`] : (text.match(/.{1,76}/g) ?? []);
}
