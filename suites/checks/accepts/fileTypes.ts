/** The values of file_type (section 4.3). Whether the query parameter is required is open. */
import { check } from "../../../engine/check.js";
import { sending } from "../../../engine/editCase.js";
import { successText } from "../../../engine/expectations.js";

/** Files can be uploaded with each of the six values. */
export const acceptedFileTypes = check("uploadFile/accepts/file_type.enum", {
  title: "Each documented file_type is accepted",
  sends: "a small file with each of the six values of file_type",
  expects: successText("uploadFile"),
  judgesControls: true,
  cases: ({ templates: { uploadFile } }) =>
    uploadFile.map((template) =>
      sending({
        tier: 0,
        template,
        edit: null,
        isControl: true,
        expect: { kind: "accept" },
        message: "An upload with a documented file_type is not accepted",
      }),
    ),
});
