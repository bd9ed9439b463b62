import { isObject } from "../../json.js";
import type { BodyOperation } from "../../rules.js";
import { bodyOf } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import type { DefectHooks } from "../hooks.js";
import { BODY_OPERATIONS } from "../requestTables.js";

const defect = familyOf("too-loose");

function brokenBodies(operation: BodyOperation): Defect[] {
  const accepted = (rule: string, title: string, isMeant: (raw: Buffer, body: unknown) => boolean): Defect =>
    defect(`${operation}/refuses/body.${rule}/accepted`, title, {
      refusal: (due, step, request) => {
        const raw = request.rawBody ?? Buffer.alloc(0);
        const lenient = step === "body" && due.code === "MALFORMED_REQUEST";
        return lenient && isMeant(raw, bodyOf(request)) ? undefined : due;
      },
    });
  const mended: DefectHooks = {
    request: (request) => {
      const text = request.rawBody?.toString() ?? "";
      const isBroken = text !== "" && bodyOf(request) === undefined;
      return isBroken ? { ...request, rawBody: Buffer.from(text.replace(/,\s*}$/, "}").replace(/}}$/, "}")) } : request;
    },
  };
  return [
    accepted(
      "malformed",
      "a body that is no JSON is taken as an empty one",
      (raw, body) => raw.length > 0 && body === undefined,
    ),
    accepted(
      "type",
      "a body that is JSON but no object is taken as an empty one",
      (_raw, body) => body !== undefined && !isObject(body),
    ),
    accepted("empty", "a request without a body is accepted", (raw) => raw.length === 0),
    defect(`${operation}/refuses/body.malformed/mended`, "a trailing comma is read over", mended),
    defect(`${operation}/refuses/body.type/list-unwrapped`, "a list around the body is taken off", {
      request: (request) => {
        const body = bodyOf(request);
        return Array.isArray(body) && body.length === 1
          ? { ...request, rawBody: Buffer.from(JSON.stringify(body[0])) }
          : request;
      },
    }),
  ];
}

/** Whole bodies that should be refused. */
export const LOOSE_BODIES: readonly Defect[] = BODY_OPERATIONS.flatMap(brokenBodies);
