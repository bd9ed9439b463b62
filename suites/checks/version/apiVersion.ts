/** The Api-Version header where its rules are stated (section 9). */
import { type CaseDraft, type Check, check } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { steps } from "../../../engine/cases/sequenceCase.js";
import { refusalText } from "../../../engine/judge/expectations.js";
import type { Template } from "../../../generators/edits/edit.js";
import { kindOfTemplate } from "../../../generators/edits/spread.js";
import type { Expectation } from "../../../oracles/outcome.js";
import {
  CONFLICTING_VERSION,
  CONTRACT_VERSION,
  type OperationId,
  VERSION_HEADER,
} from "../../../schemas/operations.js";

/**
 * Values other than the allowed one. The value in the listing of recipient creation is one of them: the conflict is about
 * creation, and section 9 allows one value on update and upload. Padding is not part of a header's value in HTTP.
 */
const WRONG_VERSIONS = [
  CONFLICTING_VERSION,
  ..."2023-01-01 2024-12-01x 2024-12 v2024-12-01 2024-12-1 2099-12-31 latest".split(" "),
  ..."1 20241201 2024-12-01T00:00:00Z 2024-12-02 2024-12-011".split(" "),
];

/** Accepted by two similar mistakes: each operation begins with another one. */
const [LISTED, QUOTED] = ["2024-12-01,2023-01-01", '"2024-12-01"'];

/** How many of them are each accepted by a different mistake. */
const TELLING = 7;

/** Where versions are routes, an unknown one leads nowhere: 404. For the update, 400 is documented. */
const REFUSED: Expectation = { kind: "refuse", also: [404] };

const SENDS = "an accepted request in which only Api-Version differs";

/** One template of each kind: of each variant and legal form, or where bodies have neither, of each query. */
function oneOfEachKind(templates: readonly Template[]): readonly Template[] {
  const kinds = templates.map((template) => `${kindOfTemplate(template)} ${JSON.stringify(template.query)}`);
  return templates.filter((_, index) => kinds.indexOf(kinds[index] ?? "") === index);
}

/** A version other than the documented one is refused. */
export function versionValue(operation: "updateRecipient" | "uploadFile"): Check {
  // Update has a default value for the header, so that an empty one may count as none.
  const [first, second] = [WRONG_VERSIONS.slice(0, TELLING - 1), WRONG_VERSIONS.slice(TELLING - 1)];
  const values =
    operation === "updateRecipient" ? [...first, LISTED, QUOTED, ...second] : [...first, QUOTED, LISTED, ...second, ""];
  return check(`${operation}/version/value`, {
    title: `An Api-Version other than ${CONTRACT_VERSION} is refused`,
    sends: SENDS,
    expects: refusalText(operation),
    cases: ({ templates: { [operation]: templates } }) => {
      const refused = (template: Template, value: string, tier: number): CaseDraft =>
        sending({
          tier,
          template,
          edit: { kind: "header", name: VERSION_HEADER, value },
          expect: REFUSED,
          message: { subject: operation, object: `an Api-Version other than ${CONTRACT_VERSION}` },
        });
      return [
        // Each kind of request in turn: the header may be checked for some of them only.
        ...values.flatMap((value, index) => {
          const template = templates[index % templates.length];
          return template === undefined ? [] : refused(template, value, Math.max(0, index - TELLING + 1));
        }),
        // The document's other version is the one that a service is likely to know, perhaps for one kind of request.
        ...oneOfEachKind(templates)
          .slice(1)
          .map((template) => refused(template, CONFLICTING_VERSION, 1)),
      ];
    },
  });
}

/** A version in the query is not one in the header. Whether an unknown parameter is itself refused does not matter. */
function inQuery(template: Template): CaseDraft {
  const { id, query, version } = template;
  const value = version ?? CONTRACT_VERSION;
  const parameters = { [VERSION_HEADER]: value, api_version: value, apiVersion: value };
  return steps(1, async (sequence) => {
    const moved = { version: null, query: { ...query, ...parameters } };
    const request = { ...template, ...moved, id: `${id}, version in the query` };
    const step = await sequence.step(request, "version in the query");
    sequence.expect(!step.accepted, step, {
      message: `${template.operation} accepts a request with ${VERSION_HEADER} in the query only`,
      expected: `refused, since ${VERSION_HEADER} is a required header`,
      actual: `${step.exchange.response?.status ?? "no answer"}`,
    });
  });
}

/** A request without the version is refused. Not on update: a default value contradicts the required flag there. */
export function versionRequired(operation: Exclude<OperationId, "updateRecipient">): Check {
  return check(`${operation}/version/required`, {
    title: "A request without Api-Version is refused",
    sends: SENDS,
    expects: refusalText(operation),
    cases: ({ templates }) => [
      ...templates[operation].map((template, index) =>
        sending({
          tier: index,
          template,
          edit: { kind: "header", name: VERSION_HEADER, value: null },
          expect: REFUSED,
          message: { subject: operation, object: `a request without ${VERSION_HEADER}` },
        }),
      ),
      ...templates[operation].slice(0, 1).map(inQuery),
    ],
  });
}
