/** All situations, in the order of their kinds. */
import type { Situation } from "../situation.js";
import { CONNECTION } from "./connection.js";
import { DIRECTORIES } from "./directories.js";
import { FIREWALL } from "./firewall.js";
import { GATEWAY } from "./gateway.js";
import { KINDS } from "./kinds.js";
import { NORMAL_FORMS } from "./normalForms.js";
import { LOCKS, PERMISSIONS } from "./permissions.js";
import { QUOTAS } from "./quotas.js";
import { REVIEW } from "./review.js";
import { SHAPES } from "./shapes.js";
import { UNUSUAL } from "./unusual.js";
import { VALIDATORS } from "./validators.js";

export const SITUATIONS: readonly Situation[] = [
  ...CONNECTION,
  ...GATEWAY,
  ...PERMISSIONS,
  ...LOCKS,
  ...QUOTAS,
  ...REVIEW,
  ...VALIDATORS,
  ...NORMAL_FORMS,
  ...FIREWALL,
  ...DIRECTORIES,
  ...KINDS,
  ...SHAPES,
  ...UNUSUAL,
];
