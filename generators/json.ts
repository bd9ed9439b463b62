/** The former place of JSON values: see schemas/json.ts. */
export {
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  pointerText,
  valueAt,
  withValueAt,
} from "../schemas/json.js";
