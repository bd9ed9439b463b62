/** Agreed answers as checks. */
import { agreedCheckId, agreedText, agreedTitle, agreedWhere } from "../../reports/answers/answers.js";
import type { AgreedAnswer, AnswersReport, Attested } from "../../reports/model.js";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { UNKNOWNS, type Unknown } from "../../schemas/ledger/unknowns.js";
import type { CheckDefinition } from "../model.js";

/** What was agreed about a deployment. */
export interface AgreedAnswers {
  /** The file, as the user named it. */
  readonly file: string;
  readonly agreed: readonly AgreedAnswer[];
  /** What no request shows and somebody attests; absent where nothing is attested. */
  readonly attested?: readonly Attested[];
  /** Of the file's text; absent where the answers come from a report. */
  readonly digest?: string;
}

/** An agreed answer and the check that judges it. */
export interface AgreedCheck {
  readonly file: string;
  readonly answer: AgreedAnswer;
  readonly question: string;
  readonly definition: CheckDefinition;
}

/** The unknowns that can be agreed on: by id. */
const ANSWERABLE: ReadonlyMap<string, Pick<Unknown, "section" | "question" | "shownBy" | "area">> = new Map(
  [...UNKNOWNS, ...CONFLICTS].map((unknown) => [unknown.id, unknown]),
);

/** Ids of all unknowns that can be agreed on. */
export const ANSWERABLE_IDS: readonly string[] = [...ANSWERABLE.keys()];

/** An agreed answer with its check. @throws Error for a unknown that the ledger does not have */
function agreedCheckOf(file: string, answer: AgreedAnswer): AgreedCheck {
  const unknown = ANSWERABLE.get(answer.id);
  if (unknown === undefined) throw new Error(`the ledger has no ${answer.id}`);
  const { shownBy: operation, area } = unknown;
  const definition: CheckDefinition = {
    id: agreedCheckId(operation, area, answer.id),
    title: agreedTitle(unknown.question),
    operation,
    area,
    section: unknown.section,
    level: "must",
    statements: [answer.id],
    sends: "what answers the unknown in any run; the same once more when the answer is another one",
    expects: `${agreedText(answer.stated)} (agreed: ${agreedWhere(file, answer)})`,
  };
  return { file, answer, question: unknown.question, definition };
}

/** The checks of the agreed answers; none where nothing was agreed. */
export function agreedChecks(agreedAnswers: AgreedAnswers | null): AgreedCheck[] {
  if (agreedAnswers === null) return [];
  const { file, agreed } = agreedAnswers;
  return agreed.map((answer) => agreedCheckOf(file, answer));
}

/** The agreed answers as a report keeps them. */
export function answersReport({ file, agreed, attested }: AgreedAnswers): AnswersReport {
  return {
    file,
    agreed: agreed.map((answer) => ({ ...answer, check: agreedCheckOf(file, answer).definition.id })),
    ...(attested === undefined ? {} : { attested: [...attested] }),
  };
}
