import { type Answer, type Refusal, refusal } from "./answer.js";
import type { Behaviour } from "./behaviours.js";
import type { Call } from "./call.js";
import { authenticator } from "./credentials.js";
import type { CheckStep, DefectHooks } from "./defects/hooks.js";
import type { Operation } from "./operations/operation.js";
import type { Service } from "./service.js";
import { versionRefusal } from "./versions.js";

type Check = (operation: Operation, call: Call, service: Service) => Refusal | undefined;

const CHECKS = {
  permission: ({ writes }, call) =>
    writes && call.principal === "restricted"
      ? refusal(403, "FORBIDDEN", "These credentials may read but not write")
      : undefined,
  version: (_operation, call, service) => versionRefusal(call, service),
  existence: (operation, call, service) => operation.existenceRefusal?.(call, service),
  body: (operation, call, service) => operation.requestRefusal?.(call, service),
} satisfies Partial<Record<CheckStep, Check>>;

const ORDERS: Readonly<Record<Behaviour["checkOrder"], readonly (keyof typeof CHECKS)[]>> = {
  permissionFirst: ["permission", "version", "existence", "body"],
  bodyFirst: ["body", "existence", "version", "permission"],
  existenceFirst: ["existence", "permission", "body", "version"],
};

/** The way of every request: credentials first (section 5), then the checks in the chosen order, then the operation. */
export function createPipeline(service: Service, hooks: DefectHooks): (operation: Operation, call: Call) => Answer {
  const order = ORDERS[service.behaviour.checkOrder];
  const authenticate = authenticator(service.credentials);

  const standing = (due: Refusal | undefined, stage: CheckStep, call: Call): Refusal | undefined =>
    due === undefined || hooks.refusal === undefined ? due : hooks.refusal(due, stage, call, service);

  const answerTo = (operation: Operation, call: Call): Answer => {
    const principal = authenticate(call.headers["x-api-key"], call.headers["x-api-secret"]);
    call.principal = hooks.principal === undefined ? principal : hooks.principal(principal, call, service);
    const unauthorized =
      call.principal === undefined
        ? standing(
            refusal(401, "UNAUTHORIZED", "X-API-Key and X-API-Secret must be a valid pair"),
            "authentication",
            call,
          )
        : undefined;
    if (unauthorized !== undefined) return unauthorized;
    for (const stage of order) {
      const due = standing(CHECKS[stage](operation, call, service), stage, call);
      if (due !== undefined) return due;
    }
    if (hooks.stored !== undefined) call.fields = hooks.stored(call.fields, call, service);
    return operation.answer(call, service);
  };

  return (operation, received) => {
    const call = hooks.request?.(received, service) ?? received;
    const answer = answerTo(operation, call);
    return hooks.answer?.(answer, call, service) ?? answer;
  };
}
