/** Agreed answers as checks. */
import { agreedCheckId, agreedTitle, agreedWhere, statedText } from "../../reports/answers/answers.js";
import type { AgreedAnswer, AnswersReport } from "../../reports/model.js";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { UNKNOWNS, type Unknown } from "../../schemas/ledger/unknowns.js";
import type { CheckDefinition } from "../model.js";

/** What was agreed about a deployment. */
export interface Agreement {
  /** The file, as the user named it. */
  readonly file: string;
  readonly agreed: readonly AgreedAnswer[];
}

/** An agreed answer and the check that judges it. */
export interface AgreedPoint {
  readonly file: string;
  readonly answer: AgreedAnswer;
  readonly question: string;
  readonly definition: CheckDefinition;
}

/** The points that can be agreed on: by id. */
const POINTS: ReadonlyMap<string, Pick<Unknown, "section" | "question" | "shownBy" | "area">> = new Map(
  [...UNKNOWNS, ...CONFLICTS].map((point) => [point.id, point]),
);

/** Ids of all points that can be agreed on. */
export const POINT_IDS: readonly string[] = [...POINTS.keys()];

/** An agreed answer with its check. @throws Error for a point that the ledger does not have */
function pointOf(file: string, answer: AgreedAnswer): AgreedPoint {
  const point = POINTS.get(answer.id);
  if (point === undefined) throw new Error(`the ledger has no ${answer.id}`);
  const { shownBy: operation, area } = point;
  const definition: CheckDefinition = {
    id: agreedCheckId(operation, area, answer.id),
    title: agreedTitle(point.question),
    operation,
    area,
    section: point.section,
    level: "must",
    statements: [answer.id],
    sends: "what answers the open point in any run; the same once more when the answer is another one",
    expects: `${statedText(answer.stated)} (agreed: ${agreedWhere(file, answer)})`,
  };
  return { file, answer, question: point.question, definition };
}

/** The checks of an agreement; none when there is no agreement. */
export function agreedPoints(agreement: Agreement | null): AgreedPoint[] {
  if (agreement === null) return [];
  const { file, agreed } = agreement;
  return agreed.map((answer) => pointOf(file, answer));
}

/** The agreement as a report keeps it. */
export function answersReport({ file, agreed }: Agreement): AnswersReport {
  return {
    file,
    agreed: agreed.map((answer) => ({ ...answer, check: pointOf(file, answer).definition.id })),
  };
}
