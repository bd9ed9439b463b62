/** The process of a worker: runs the trials that it is sent, one after the other, until it is released. */
import type { Trial, TrialRecord } from "./outcomes.js";
import { runTrial } from "./trial.js";

process.on("message", (trial: Trial) => {
  void runTrial(trial).then((record: TrialRecord) => process.send?.(record));
});
// The process that started it decides when it ends: by closing the channel, or by ending itself.
process.once("disconnect", () => process.exit(0));
