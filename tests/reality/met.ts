export const MET: readonly string[] = [];
