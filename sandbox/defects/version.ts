import { refusal } from "../result.js";
import { type Defect, type DefectId, defectOf, familyOf } from "./defect.js";

const FAMILY = "version";
const defect = familyOf(FAMILY);
const DOCUMENTED_VERSION = "2024-12-01";

function accepting(id: DefectId, title: string, isAccepted: (version: string | undefined) => boolean): Defect {
  return defect(id, title, {
    refusal: (due, step, request) => {
      const version = request.headers["api-version"];
      const isText = version === undefined || typeof version === "string";
      return step === "version" && isText && isAccepted(version) ? undefined : due;
    },
  });
}

/** The documented version is no longer taken, so that nothing documented is accepted any more. */
function demandingLater(operation: "updateRecipient" | "uploadFile"): Defect {
  const rules =
    operation === "updateRecipient" ? ["accepts/control.bank", "accepts/control.crypto"] : ["accepts/file_type.enum"];
  return defectOf(FAMILY, operation, rules, "documented-refused", `the Api-Version ${DOCUMENTED_VERSION} is refused`, {
    result: (result, request) =>
      result.kind === "success" && request.headers["api-version"] === DOCUMENTED_VERSION
        ? refusal(400, "INVALID_VERSION", "The header Api-Version must be 2025-06-01")
        : result,
  });
}

/** The header Api-Version where its value or its presence is stated (section 9). */
export const VERSIONS: readonly Defect[] = [
  ...(["updateRecipient", "uploadFile"] as const).flatMap((operation) => [
    accepting(`${operation}/version/value/ignored`, "any Api-Version is accepted", (version) => version !== undefined),
    accepting(
      `${operation}/version/value/longer`,
      "an Api-Version is accepted that only begins with the documented one",
      (version) => version?.startsWith(DOCUMENTED_VERSION) === true,
    ),
    accepting(
      `${operation}/version/value/shorter`,
      "an Api-Version is accepted that leaves out the end of the documented one",
      (version) => version !== undefined && version !== "" && DOCUMENTED_VERSION.startsWith(version),
    ),
    accepting(
      `${operation}/version/value/earlier`,
      "an earlier Api-Version is accepted",
      (version) => version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version < DOCUMENTED_VERSION,
    ),
    accepting(
      `${operation}/version/value/later`,
      "a later Api-Version is accepted",
      (version) =>
        version !== undefined &&
        /^\d{4}-\d\d-\d\d$/.test(version) &&
        version > DOCUMENTED_VERSION &&
        version !== "2026-08-31",
    ),
    accepting(
      `${operation}/version/value/ending`,
      "an Api-Version is accepted that only ends with the documented one",
      (version) => version?.endsWith(DOCUMENTED_VERSION) === true,
    ),
    accepting(
      `${operation}/version/value/quoted`,
      "an Api-Version is accepted in quotation marks",
      (version) => version === `"${DOCUMENTED_VERSION}"`,
    ),
    accepting(
      `${operation}/version/value/listed`,
      "an Api-Version is accepted that is a list with the documented one in it",
      (version) => version?.split(",").includes(DOCUMENTED_VERSION) === true,
    ),
    accepting(
      `${operation}/version/value/any-notation`,
      "an Api-Version is accepted that names the same day in another notation",
      (version) =>
        version !== undefined &&
        version
          .replace(/T.*$/, "")
          .replace(/\D/g, "")
          .replace(/^(\d{6})(\d)$/, "$10$2") === DOCUMENTED_VERSION.replaceAll("-", ""),
    ),
  ]),
  ...(["uploadFile", "createCustomer"] as const).map((operation) =>
    accepting(
      `${operation}/version/required/left-out`,
      "Api-Version may be left out",
      (version) => version === undefined,
    ),
  ),
  ...(["uploadFile", "createCustomer"] as const).map((operation) =>
    defect(`${operation}/version/required/from-query`, "the version may stand in the query in place of the header", {
      refusal: (due, step, { headers, query }) =>
        step === "version" && headers["api-version"] === undefined && query["Api-Version"] === DOCUMENTED_VERSION
          ? undefined
          : due,
    }),
  ),
  ...(["updateRecipient", "uploadFile"] as const).map((operation) => demandingLater(operation)),
];
