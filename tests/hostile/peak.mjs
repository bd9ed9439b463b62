// Loaded by a run before anything else: writes down at its end how much memory it took at the most.
import { writeFileSync } from "node:fs";

const { PEAK_FILE } = process.env;
process.on("exit", () => {
  if (PEAK_FILE !== undefined) writeFileSync(PEAK_FILE, String(process.resourceUsage().maxRSS / 1024));
});
