/** The profile `watch`: a few reads of production, again and again, to tell at once when something is not as it was. */
import type { Profile } from "../engine/model.js";
import type { RunFlags } from "./options.js";

/** Requests that a watch sends at most. */
const MOST_REQUESTS = 40;
const READS_ONLY = "it changes data, and a watch only reads";

/** What the profile decides of a run, whatever else is allowed. */
interface Watched {
  readonly profile: Profile;
  readonly profileName?: string;
  readonly noWrites: string | null;
  readonly onlyRefused: boolean;
  readonly wrongSecrets: boolean;
  readonly maxRequests: number | undefined;
  readonly limitRequests?: number;
}

/** The settings of a run by its profile: for `watch` those of a small smoke run of reads, with the right credentials alone. */
export function byProfile(
  { profile, wrongSecrets, maxRequests }: Pick<RunFlags, "profile" | "wrongSecrets" | "maxRequests">,
  allowed: Pick<Watched, "noWrites" | "onlyRefused">,
): Watched {
  if (profile !== "watch") return { ...allowed, profile, wrongSecrets, maxRequests };
  return {
    profile: "smoke",
    profileName: profile,
    noWrites: READS_ONLY,
    onlyRefused: false,
    wrongSecrets: false,
    maxRequests: Math.min(maxRequests ?? MOST_REQUESTS, MOST_REQUESTS),
    limitRequests: 0,
  };
}
