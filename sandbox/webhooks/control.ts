import type { FastifyInstance, FastifyReply } from "fastify";
import { bodyOf } from "../control.js";
import { createResponder } from "../responder.js";
import { type Result, refusal, success } from "../result.js";
import type { Service } from "../service.js";
import { isWebhookUrl, type WebhookRegistration } from "./registration.js";
import { returnTransfer } from "./returns.js";

/** The part of the control path that is about webhooks: where they go, and returns, which nothing else shows. */
export function mountWebhookControl(server: FastifyInstance, service: Service, webhook: WebhookRegistration): void {
  const respond = createResponder(service);
  const send = (result: Result, reply: FastifyReply): void => {
    reply.hijack();
    respond(result, reply.raw);
  };

  server.post("/_sandbox/returns", (request, reply) => {
    const result = returnTransfer(bodyOf(request), service);
    send(typeof result === "string" ? refusal(400, "INVALID_PARAMETER", result) : success(200, result), reply);
  });
  server.get("/_sandbox/webhook", (_request, reply) => send(success(200, webhook.current), reply));
  server.put("/_sandbox/webhook", async (request, reply) => {
    const { url } = bodyOf(request);
    if (url !== null && !isWebhookUrl(url)) {
      send(refusal(400, "INVALID_PARAMETER", "url must be an http or https address, or null for none"), reply);
      return;
    }
    await webhook.register(url ?? undefined);
    send(success(200, webhook.current), reply);
  });
}
