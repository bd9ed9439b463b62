/** Agreed answers as checks. */
import { agreedCheckId, agreedText, agreedTitle, agreedWhere } from "../../reports/answers/answers.js";
import type { AgreedAnswer, AnswersReport, Attested } from "../../reports/model.js";
import type { OpenPoint } from "../../schemas/ledger/unknown.js";
import type { CheckDefinition } from "../model.js";

/** What was agreed about a deployment. */
export interface AgreedAnswers {
  /** The file, as the user named it. */
  readonly file: string;
  readonly agreed: readonly AgreedAnswer[];
  /** What no request can show and somebody attests; absent where nothing is attested. */
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

/** An agreed answer with its check. @throws Error for an answer about a point that the contract does not leave open */
function agreedCheckOf(points: readonly OpenPoint[], file: string, answer: AgreedAnswer): AgreedCheck {
  const point = points.find(({ id }) => id === answer.id);
  if (point === undefined) throw new Error(`the ledger has no ${answer.id}`);
  const { shownBy: operation, area, question, section } = point;
  const definition: CheckDefinition = {
    id: agreedCheckId(operation, area, answer.id),
    title: agreedTitle(question),
    operation,
    area,
    section,
    level: "must",
    statements: [answer.id],
    sends: "the requests that answer the unknown in any run; sent once more if the answer is not the agreed one",
    expects: `${agreedText(answer.stated)} (agreed: ${agreedWhere(file, answer)})`,
  };
  return { file, answer, question, definition };
}

/** The checks of the agreed answers; none where nothing was agreed. @param points what the contract leaves open or states twice */
export function agreedChecks(points: readonly OpenPoint[], agreedAnswers: AgreedAnswers | null): AgreedCheck[] {
  if (agreedAnswers === null) return [];
  const { file, agreed } = agreedAnswers;
  return agreed.map((answer) => agreedCheckOf(points, file, answer));
}

/** The agreed answers as a report keeps them. */
export function answersReport(points: readonly OpenPoint[], { file, agreed, attested }: AgreedAnswers): AnswersReport {
  return {
    file,
    agreed: agreed.map((answer) => ({ ...answer, check: agreedCheckOf(points, file, answer).definition.id })),
    ...(attested === undefined ? {} : { attested: [...attested] }),
  };
}
