/** The situations that a run is true about today; the others are expectations yet to be met. */
export const MET: readonly string[] = [
  "a base URL with a prefix and a trailing slash",
  "406 for an unknown Api-Version, off the update",
  "no bank accounts",
  "no crypto accounts",
  "401 in another error shape",
];
