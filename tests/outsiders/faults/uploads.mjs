/** Rules of the upload's request (section 4.3). */
import { FILE_CONTEXTS, ruleAt } from "../rules.mjs";
import { alsoAccepting, fault } from "./making.mjs";

const TYPES = Object.keys(FILE_CONTEXTS);
const RULE = `file_type is one of ${TYPES.join(", ")}`;

const type = (name, describe, inspect) =>
  fault("uploadFile", `file_type.${name}`, RULE, describe, {
    rules: (rules) => void Object.assign(ruleAt(rules.uploadQuery, "file_type"), { inspect }),
  });

const plain = (text) => text.toLowerCase().replaceAll(/[_-]/g, " ");
const member = (value, same) => TYPES.find((name) => same(name, value)) ?? value;

const file = (name, test) =>
  fault(
    "uploadFile",
    `file.${name}-accepted`,
    "file is a string",
    `takes ${name}`,
    alsoAccepting("uploadFile", "file", test),
  );

export const UPLOAD_FAULTS = [
  type("underscore-accepted", "takes underscores and hyphens for blanks", (value, standard) =>
    standard(member(value, (name, given) => plain(name) === plain(given))),
  ),
  type("padding-ignored", "takes a value with blanks around it", (value, standard) => standard(value.trim())),
  ...TYPES.map((refused) =>
    type(`${refused.replaceAll(" ", "-")}-refused`, `refuses ${refused}`, (value, standard, say) =>
      value === refused ? say("is not taken") : standard(value),
    ),
  ),
  file("number", (value) => typeof value === "number"),
  file("boolean", (value) => typeof value === "boolean"),
];
