import type { Census } from "../generators/census.js";

/** The page about rules and edits, in Markdown. */
export function pageOf(census: Census): string;
