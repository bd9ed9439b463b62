/** What is wrong with a connection that TLS does not trust, in words a person can act on. */
import type { TlsProblem } from "./model.js";

const GIVE_CA = "If you trust it, give the certificate of its authority with --ca FILE.";
const TELL_PROVIDER = "Tell the provider: verification cannot be turned off here.";

const PROBLEMS: Readonly<Record<string, TlsProblem>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: { wrong: "shows a self-signed certificate", mend: GIVE_CA },
  SELF_SIGNED_CERT_IN_CHAIN: { wrong: "shows a certificate of an authority that is not known here", mend: GIVE_CA },
  UNABLE_TO_GET_ISSUER_CERT: { wrong: "shows a certificate whose issuer is not known here", mend: GIVE_CA },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { wrong: "shows a certificate whose issuer is not known here", mend: GIVE_CA },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { wrong: "shows a certificate whose issuer is not known here", mend: GIVE_CA },
  CERT_UNTRUSTED: { wrong: "shows a certificate that is not trusted here", mend: GIVE_CA },
  CERT_HAS_EXPIRED: { wrong: "shows a certificate that has expired", mend: TELL_PROVIDER },
  CERT_NOT_YET_VALID: { wrong: "shows a certificate that is not valid yet", mend: "Check the clock of this machine." },
  CERT_REVOKED: { wrong: "shows a certificate that was revoked", mend: TELL_PROVIDER },
  CERT_REJECTED: { wrong: "shows a certificate that is rejected", mend: TELL_PROVIDER },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    wrong: "shows a certificate for another host name",
    mend: "Check the host name in the address, or tell the provider.",
  },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    wrong: "does not speak TLS on this port",
    mend: "Check whether the address should begin with http:// or name another port.",
  },
  EPROTO: {
    wrong: "does not speak TLS on this port, or no version of it that is safe",
    mend: "Check whether the address should begin with http:// or name another port.",
  },
};

/**
 * What is wrong with TLS, and what to do about it; null when an error is about something else.
 * @param code the error's code, as Node.js gives it
 */
export function tlsProblem(code: string): TlsProblem | null {
  const known = PROBLEMS[code];
  if (known !== undefined) return known;
  if (!/^(?:ERR_TLS|ERR_SSL)/.test(code)) return null;
  return { wrong: `cannot be reached over TLS (${code})`, mend: TELL_PROVIDER };
}
