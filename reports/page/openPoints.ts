/** What the document leaves open and this run settles, as tables: agreed answers, versions of a header, contradictions. */
import { agreedRows } from "../answers/answers.js";
import { versionName, versionsText } from "../facts/versions.js";
import { type Line, span } from "../formats/columns.js";
import type { Conflict, Report } from "../model.js";
import { anchor, type Block, type Room, say } from "./blocks.js";
import { cell, dim, evidence, folded, table } from "./tables.js";

export function agreed(report: Report): Block[] {
  return table(
    ["Verdict", "Question", "Agreed", "Here"],
    agreedRows(report).map(({ id, where, question, stated, seen, check, verdict, reason }) => ({
      verdict: verdict ?? "",
      cells: [
        cell([verdict === null ? span("–") : { ...span(verdict, "badge"), href: anchor("check", check) }]),
        cell([say(id, "code")], [say(question)], dim(where)),
        cell([say(stated, "plain", 1000)]),
        cell([say(seen ?? "", "plain", 1000)], dim(reason)),
      ],
    })),
  );
}

/** Whether an operation is alike under each version of its header, and what differs. */
export function versions({ versions: judged }: Report, room: Room): Block[] {
  if (judged === undefined) return [];
  const { header, differences } = judged;
  const names = judged.judged.map(({ version }) => versionName(version, header));
  return [
    { kind: "text", line: [say(versionsText(judged), differences.length > 0 ? "warn" : "plain", 1000)] },
    ...table(
      ["What differs", ...names],
      differences.map(({ id, question, answers, evidence: shown }) => ({
        operations: judged.operation,
        cells: [
          cell([say(id, "code")], dim(question)),
          ...answers.map((answer, at) =>
            folded([[say(answer ?? "not seen", "accent", 1000)]], [evidence(shown[at] ?? null, "Evidence", room)]),
          ),
        ],
      })),
    ),
  ];
}

export function conflicts(all: readonly Conflict[], room: Room): Block[] {
  return table(
    ["Question", "Documented", "Here"],
    all.map(({ section, question, documented, answer, evidence: shown }) => ({
      cells: [
        cell([say(question, "strong")], dim(`section ${section}`)),
        cell(...documented.map((side): Line => [say(side)])),
        folded([[say(answer, "accent", 1000)]], [evidence(shown, "Evidence", room)]),
      ],
    })),
  );
}
