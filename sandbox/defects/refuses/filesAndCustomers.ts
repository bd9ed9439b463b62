import { isObject } from "../../json.js";
import { valueAccepted } from "../changes.js";
import { type Defect, defectOf, familyOf } from "../defect.js";
import { FILE_TYPE_NAMES } from "../requestTables.js";

const FAMILY = "too-loose";
const defect = familyOf(FAMILY);

function fileTypes(): Defect[] {
  const read = (way: string, title: string, reading: (type: string) => string | undefined): Defect =>
    defect(`uploadFile/refuses/file_type.enum/${way}`, `file_type ${title}`, {
      request: (request) => {
        const type = request.query.file_type;
        const known = typeof type === "string" ? reading(type) : undefined;
        return known === undefined ? request : { ...request, query: { ...request.query, file_type: known } };
      },
    });
  return [
    read("open", "may have values beyond the list", (type) => (FILE_TYPE_NAMES.includes(type) ? type : "Invoice")),
    read("any-case", "may be in another letter case", (type) =>
      FILE_TYPE_NAMES.find((known) => known.toLowerCase() === type.toLowerCase()),
    ),
    read("padded", "may have spaces around it", (type) => FILE_TYPE_NAMES.find((known) => known === type.trim())),
    read("underscores", "may have underscores in place of spaces", (type) =>
      FILE_TYPE_NAMES.find((known) => known.toLowerCase() === type.toLowerCase().replaceAll("_", " ")),
    ),
  ];
}

function customers(): Defect[] {
  const person = "business_person_list[]";
  return [
    defect(
      [
        `createCustomer/refuses/${person}.basic_info.birth_date.format/several-unchecked`,
        `response/${person}.basic_info.birth_date.format`,
      ],
      "business persons are not looked at when there are several",
      valueAccepted("business_person_list", (value) => Array.isArray(value) && value.length > 1 && isObject(value[0])),
    ),
    ...["identification", "basic_info"].map((name) =>
      defectOf(
        FAMILY,
        "createCustomer",
        name === "identification"
          ? [`refuses/${person}.${name}.id_issue_date.format`, `refuses/${person}.${name}.id_number.type`]
          : [`refuses/${person}.${name}.birth_date.format`, `refuses/${person}.${name}.first_name.type`],
        "inside-unchecked",
        `nothing inside ${name} of a business person is looked at`,
        valueAccepted(`${person}.${name}`, isObject),
      ),
    ),
  ];
}

/** Uploads and customers that should be refused, where a table of rules does not show it. */
export const LOOSE_FILES_AND_CUSTOMERS: readonly Defect[] = [...fileTypes(), ...customers()];
