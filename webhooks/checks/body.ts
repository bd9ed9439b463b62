/** The body of a delivery: that it is JSON (section 1), and that it carries the data object (section 6). */
import { check } from "../../engine/check.js";
import { isJsonMediaType } from "../../oracles/json.js";
import { CATEGORY_NAMES, dataSchema } from "../../schemas/deliveries.js";
import { cutJsonText } from "../../schemas/json.js";
import type { Delivery } from "../delivery.js";
import { holdsMore } from "../reading/dataObject.js";
import type { DeliveryReading } from "../reading/reading.js";
import { type DeliveryFact, EACH_DELIVERY, held, notKept } from "./fact.js";

const bodyIsJson = check("webhooks/response/body.json", {
  sends: EACH_DELIVERY,
  expects: "a body that can be read as JSON in UTF-8",
});

const jsonMediaType = check("webhooks/response/body.mediaType", {
  sends: EACH_DELIVERY,
  expects: "content-type application/json, or another JSON media type",
});

const carriesData = check("webhooks/response/envelope.data", {
  title: "A delivery of a documented category carries the data object",
  sends: EACH_DELIVERY,
  expects: "the data object, wherever it stands",
});

export const bodyChecks = [bodyIsJson, jsonMediaType, carriesData];

/** Characters of a body that a failure shows. */
const SHOWN = 120;

/** What the body of a delivery shows. */
export function* bodyFacts({ headers }: Delivery, { body, data, category }: DeliveryReading): Generator<DeliveryFact> {
  if (body.kind === "too-deep") return;
  if (body.kind === "not-json") {
    const { reason } = body;
    yield notKept(bodyIsJson, `The body of a delivery is ${reason}`, "a JSON body", `a body that is ${reason}`);
    return;
  }
  yield held(bodyIsJson);
  const type = `content-type ${headers["content-type"] ?? "none"}`;
  yield isJsonMediaType({ headers })
    ? held(jsonMediaType)
    : notKept(jsonMediaType, "A delivery has no JSON media type", "a JSON media type", type);
  // What is about none of the five categories, such as a test of the connection, is not documented.
  if (category === null) return;
  // What is in the data of transfers, deposits and returns is not shown: any object may be it.
  if (data === null && dataSchema(category) === null && holdsMore(body.value)) {
    yield held(carriesData);
    return;
  }
  if (data === null) {
    const message = `A ${CATEGORY_NAMES[category]} delivery carries no data object`;
    yield notKept(carriesData, message, "the data object", `a body without it: ${cutJsonText(body.value, SHOWN)}`);
    return;
  }
  const place = data.at === "" ? "the body" : data.at;
  yield data.asText
    ? notKept(carriesData, "The data of a delivery is a text that holds JSON", "an object", `${place} is a text`)
    : held(carriesData);
}
