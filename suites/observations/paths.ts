/** What is beside the documented paths (section 4): whatever they answer is nobody's fault. */
import type { Exercise } from "../../engine/check.js";
import { OPERATIONS } from "../../schemas/operations.js";
import { methodSeen } from "./methods.js";
import { inquiries, inquiry } from "./observing.js";
import { namesOf, readRequest } from "./reading.js";
import { gathered, outcome } from "./texts.js";
import { type Attempt, answerWith, attempt } from "./trials.js";

const { path: BALANCES } = OPERATIONS.listBalances;

/** Ways to write a path that may count as the same. */
const VARIANTS: Readonly<Record<string, string>> = {
  "a trailing slash": `${BALANCES}/`,
  "a doubled slash": BALANCES.replace("/api/", "/api//"),
  "upper case": BALANCES.toUpperCase(),
};

const beside = inquiry("beside", {}, async (asked) => {
  const unknown = await asked.send(readRequest("/api/ppconform-unknown"), "nothing");
  asked.answer("unknown.unknownPath", outcome(unknown), unknown);
  const attempts: Attempt[] = [];
  for (const [name, path] of Object.entries(VARIANTS))
    attempts.push(attempt(name, await asked.send(readRequest(path), "nothing")));
  answerWith(asked, "unknown.pathVariants", attempts, attempts.at(-1)?.reply);
  // Without permission to write, a target sees nothing but GET.
  if (asked.target.noWrites !== null) return;
  const heads: Attempt[] = [];
  for (const { path } of [OPERATIONS.listBalances, OPERATIONS.createRecipient]) {
    for (const method of ["HEAD", "OPTIONS"]) {
      const reply = await asked.send(readRequest(path, method), "nothing");
      heads.push(attempt(`${method} ${path}`, reply, methodSeen(reply)));
    }
  }
  answerWith(asked, "unknown.headAndOptions", heads, heads.at(-1)?.reply);
});

/** What is asked about other paths and methods. */
export const paths: Exercise = inquiries("listBalances", "paths", () => [beside]);

/** The detail of returns: its path is mentioned, nothing else (section 4.10). */
const RETURN_DETAIL = "/api/transactions/return/detail";

/** What is asked about the detail of returns. */
export const returnDetail: Exercise = inquiries("getTransferDetail", "returnDetail", ({ transfers }) => [
  inquiry("detail", { tier: 2 }, async (asked) => {
    const id = transfers.find(({ detail }) => detail.status === "completed")?.transactionId;
    const queries = {
      "no parameter": "",
      ...(id === undefined ? {} : { "transaction_id of a transfer": `?transaction_id=${encodeURIComponent(id)}` }),
    };
    const attempts: Attempt[] = [];
    for (const [name, query] of Object.entries(queries))
      attempts.push(attempt(name, await asked.send(readRequest(RETURN_DETAIL + query), "nothing")));
    const evidence = attempts.at(-1)?.reply;
    if (evidence === undefined) return;
    const tried = gathered(attempts.map(({ name, went }) => [name, went]));
    asked.answer("unknown.returnDetail.parameters", tried, evidence);
    const fields = namesOf(evidence.body);
    const response =
      fields.length === 0
        ? { value: null, text: `no return was found: ${tried.text}` }
        : { value: fields, text: fields.join(", ") };
    asked.answer("unknown.returnDetail.response", response, evidence);
  }),
]);
