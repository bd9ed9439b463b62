/**
 * What a deployment accepts is found out once for all test files of a process: the next run begins where the first one was
 * after its preflight, with unique ids.
 */
import type { Contract, Found } from "../engine/contract.js";
import type { SeenAnswer } from "../engine/judge/observations.js";
import { tokenOf } from "../generators/texts/partnerId.js";

interface Known {
  readonly found: Found;
  readonly observations: readonly (readonly [id: string, answer: SeenAnswer])[];
}

const KNOWN = new Map<string, Promise<Known>>();
let runs = 0;

/** A contract whose preflight is run once for each deployment, and each set of options. */
export function foundOnce(contract: Contract): Contract {
  return {
    ...contract,
    discover: async (sender, options, observations) => {
      const { baseUrl, credentials, seed, profile, noWrites, onlyRefused, ...stated } = options.settings;
      const { apiVersion, transferId, depositId, agreedAnswers } = stated;
      const asked = [baseUrl, credentials, seed, profile, noWrites, onlyRefused, apiVersion, transferId, depositId];
      const keyOf = (storing: boolean): string => JSON.stringify([...asked, agreedAnswers?.agreed ?? [], storing]);
      // A run that may store has found out the rest as well.
      const known = KNOWN.get(keyOf(true)) ?? KNOWN.get(keyOf(options.storing));
      if (known === undefined) {
        const finding = contract.discover(sender, options, observations).then((found) => ({
          found,
          observations: [...observations],
        }));
        KNOWN.set(keyOf(options.storing), finding);
        finding.catch(() => KNOWN.delete(keyOf(options.storing)));
        return (await finding).found;
      }
      const { found, observations: seen } = await known;
      for (const [id, answer] of seen) observations.set(id, answer);
      runs += 1;
      const { target } = found;
      // The first run found ids that were unused before it; these are derived from them.
      return { ...found, target: { ...target, run: tokenOf(`${target.run} ${runs}`, target.run.length) } };
    },
  };
}
