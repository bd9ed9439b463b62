/** Base addresses as users write them. */
import { readable } from "../../reports/visible.js";
import { UsageError } from "./usageError.js";

/** Why a text is not a base address, and what to do; null when it is one. */
function faultOf(text: string): string | null {
  if (text === "") return "is empty. Write an address like https://api.example.com.";
  const shown = `is "${readable(text)}"`;
  if (/[\s\\\p{Cc}]/u.test(text)) return `${shown}: leave out white space and backslashes.`;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined)
    return `${shown}, which is not a URL. Begin it with http:// or https://, like https://api.example.com.`;
  if (scheme !== "http" && scheme !== "https")
    return `${shown}: only http and https addresses can be judged. Begin it with http:// or https://.`;
  if (!URL.canParse(text)) return `${shown}, which is not a URL. Write it like https://api.example.com.`;
  const { search, hash } = new URL(text);
  return search === "" && hash === "" ? null : `${shown}: leave out everything from ? or # on.`;
}

/**
 * The base address: http or https, without query and fragment.
 * @param source the option or variable that the user wrote it in
 */
export function baseUrl(source: string, text: string): string {
  // A user name may be followed by a password: it is not shown.
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(text))
    throw new UsageError(
      `${source} holds a user name or a password. Leave it out: credentials come from CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.`,
    );
  const fault = faultOf(text);
  if (fault !== null) throw new UsageError(`${source} ${fault}`);
  return text.replace(/\/+$/, "");
}
