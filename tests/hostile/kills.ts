/** Kills runs in the middle, and compares what the service created with what their journals say. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "../../client/journal.js";
import { start } from "../cli/child.js";
import { emptyFolder } from "../files.js";
import { settingsFor } from "../listening.js";
import { type Decide, startFront } from "../reality/front.js";
import { isSuccess, memberOf, pause } from "../reality/situation.js";

/** What a kill left. */
export interface Killed {
  /** Things that the service had created. */
  readonly created: number;
  /** Those of them that are not in the journal. */
  readonly missing: readonly string[];
}

const CREATING = [
  { path: "/api/recipients/create", operation: "createRecipient", id: "recipient_id", partner: "partner_recipient_id" },
  { path: "/api/customers/create", operation: "createCustomer", id: "customer_id", partner: "partner_customer_id" },
  { path: "/api/files/upload", operation: "uploadFile", id: "file_id", partner: null },
] as const;

interface Created {
  readonly operation: string;
  readonly id: string;
  readonly partnerId: string | null;
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/**
 * Kills a run with SIGKILL as soon as the service has created so many things.
 * @param things after how many; the run may end by itself before
 */
export async function kill(things: number): Promise<Killed> {
  const created: Created[] = [];
  let underWay = 0;
  let reached: () => void = () => {};
  const isTime = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const decide: Decide = async ({ method, path }, pass) => {
    underWay += 1;
    try {
      const answer = await pass();
      const creating = CREATING.find((one) => path.startsWith(one.path));
      if (method === "POST" && creating !== undefined && isSuccess(answer)) {
        const { operation, id, partner } = creating;
        const partnerId = partner === null ? null : text(memberOf(answer.body, partner));
        created.push({ operation, id: text(memberOf(answer.body, id)) ?? "", partnerId });
        if (created.length > things) reached();
      }
      return answer;
    } finally {
      underWay -= 1;
    }
  };
  const front = await startFront(decide);
  const folder = emptyFolder();
  try {
    const { process: child, ended } = start(["run", "--operation", "createRecipient", "createCustomer", "uploadFile"], {
      folder,
      environment: settingsFor(front),
    });
    await Promise.race([isTime, ended]);
    child.kill("SIGKILL");
    await ended;
    // What had left the process is still worked on by the service.
    do await pause(20);
    while (underWay > 0);
    return {
      created: created.length,
      missing: missingIn(join(folder, "conformance-report", "created.ndjson"), created),
    };
  } finally {
    await front.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a journal does not know: by its id, by the partner's, or, of what has none, by the number of open requests. */
function missingIn(journal: string, created: readonly Created[]): string[] {
  const listed = readJournal(existsSync(journal) ? readFileSync(journal, "utf8") : "");
  const ids = new Set(listed.created.map(({ id }) => id));
  const partnerIds = new Set([...listed.created, ...listed.perhaps].map(({ partnerId }) => partnerId));
  const unlisted = created.filter(
    ({ id, partnerId }) => !ids.has(id) && (partnerId === null || !partnerIds.has(partnerId)),
  );
  const openFiles = listed.perhaps.filter(({ operation }) => operation === "uploadFile").length;
  const files = unlisted.filter(({ operation }) => operation === "uploadFile");
  const others = unlisted.filter(({ operation }) => operation !== "uploadFile");
  return [...others, ...files.slice(openFiles)].map(({ operation, id }) => `${operation} ${id}`);
}
