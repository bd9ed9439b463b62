/** The one meaning of each status, and what the predicates make of it. */
import { expect, test } from "vitest";
import {
  isAboutTheRequest,
  isAgainstTheValue,
  isDocumentedRefusal,
  isRefusalOfTheMoment,
  isRefusalStatus,
  isServerError,
  isSuccessStatus,
  isThrottle,
  isTooFast,
  isTooLarge,
  isValidation,
} from "../../schemas/statuses.js";

const STATUSES = [
  100, 199, 200, 204, 299, 300, 399, 400, 401, 402, 403, 404, 405, 409, 413, 422, 429, 499, 500, 501, 502, 503, 504,
  505,
];
const OF_CONTENT = [400, 402, 409, 413, 422, 499];

test.each([
  ["a success", isSuccessStatus, [200, 204, 299]],
  ["a refusal", isRefusalStatus, [400, 401, 402, 403, 404, 405, 409, 413, 422, 429, 499]],
  ["a server error", isServerError, [500, 501, 502, 503, 504, 505]],
  ["a throttle", isThrottle, [429, 503]],
  ["too fast", isTooFast, [429]],
  ["too large", isTooLarge, [413]],
  ["a documented refusal", isDocumentedRefusal, [...OF_CONTENT, 429]],
  ["a validation", isValidation, OF_CONTENT],
  ["a refusal of the moment", isRefusalOfTheMoment, [...OF_CONTENT, 403, 429]],
  ["about the request", isAboutTheRequest, [...OF_CONTENT, 404]],
  ["against the value", isAgainstTheValue, [...OF_CONTENT, 500, 501, 505]],
])("%s", (_, such, expected) => {
  expect(STATUSES.filter(such)).toEqual([...expected].sort((left, right) => left - right));
});
