import { createHash } from "node:crypto";
import type { Behaviour } from "../behaviours.js";
import { type PartnerRequest, type Refusal, success } from "../request.js";
import { bodyRefusal } from "../requestBody.js";
import { FILE_TYPES, type Service } from "../service.js";
import type { Operation } from "./operation.js";

const KNOWN_TYPES = [...FILE_TYPES.recipient, ...FILE_TYPES.customer];

const ENCODINGS: Readonly<Record<Behaviour["fileEncoding"], (file: string) => boolean>> = {
  base64: isBase64,
  dataUri: (file) => {
    const comma = file.indexOf(",");
    return (
      /^data:[\w.+-]+\/[\w.+-]+(?:;[\w-]+=[\w-]+)*;base64$/.test(file.slice(0, comma)) &&
      isBase64(file.slice(comma + 1))
    );
  },
  base64url: (file) => file !== "" && /^[\w-]+={0,2}$/.test(file) && file.replace(/=+$/, "").length % 4 !== 1,
  any: () => true,
};

function isBase64(text: string): boolean {
  return text !== "" && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Section 4.3. */
export const uploadFile: Operation = {
  name: "uploadFile",
  method: "POST",
  path: "/api/files/upload",
  writes: true,
  requestRefusal: (request, service) => fileTypeRefusal(request, service) ?? contentRefusal(request, service),
  perform: (request, service) => {
    const { behaviour, state } = service;
    const { file } = request.fields;
    const refused = state.allowances.uploadRefusal(file) ?? state.allowances.full("files");
    if (refused !== undefined) return refused;
    const id = behaviour.fileIds === "content" ? contentId(String(file)) : service.newId("file");
    const asked = typeof request.query.file_type === "string" ? request.query.file_type : undefined;
    // What came under two types is of both.
    const before = state.files.get(id);
    const type = before === undefined || before.type === asked ? asked : undefined;
    // The content is not kept: nothing in the contract reads it back.
    state.allowances.count("files");
    state.allowances.uploaded(id, file, service.now());
    state.files.set(id, { id, type }, 64);
    const url = behaviour.uploadUrl === "absent" ? {} : { [behaviour.uploadUrl]: `https://files.example.com/${id}` };
    return success(Number(behaviour.successStatus), { file_id: id, ...url });
  },
};

function contentId(file: string): string {
  return `file_${createHash("sha256").update(file).digest("hex").slice(0, 24)}`;
}

function fileTypeRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const type = request.query.file_type;
  if (type === undefined)
    return service.behaviour.fileTypeMissing === "refused"
      ? service.refuse(request, "file_type is required")
      : undefined;
  return typeof type === "string" && KNOWN_TYPES.includes(type)
    ? undefined
    : service.refuse(request, `file_type must be one of ${KNOWN_TYPES.join(", ")}`);
}

function contentRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const refused = bodyRefusal(request, "uploadFile", service);
  if (refused !== undefined) return refused;
  const { file } = request.fields;
  return typeof file === "string" && ENCODINGS[service.behaviour.fileEncoding](file)
    ? undefined
    : service.refuse(request, "file does not carry a file in the encoding that this service takes");
}
