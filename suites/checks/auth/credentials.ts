/** Who gets access: the matrix of credentials (section 5), the same for every operation. */
import { isCredentialsEdit } from "../../../client/credentials.js";
import { CREDENTIAL_WORDS, type CredentialsEdit } from "../../../client/credentialsEdits.js";
import { type CaseDraft, type Check, check, perTarget } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { operationOf } from "../../../schemas/operation.js";
import { OPERATION_IDS, type OperationId } from "../../../schemas/operations.js";
import { formsOf, sureForms } from "./requestForms.js";

interface Invalid {
  readonly words: string;
  /** Credentials that are wrong in the same respect, each with its own wording. */
  readonly alike?: Readonly<Partial<Record<CredentialsEdit, string>>>;
  /**
   * Among similar ones, those accepted wherever nothing is checked, and where little is: each operation begins with a
   * different one, since operations share most of their access control.
   */
  readonly telling?: readonly CredentialsEdit[];
  /** Sent on every form of the operation: only one of them may have a hole. */
  readonly everyForm?: true;
}

/** Each word in place of one credential, or of both. */
function worded(place: "key" | "secret" | "both", words: string): Partial<Record<CredentialsEdit, string>> {
  return Object.fromEntries(CREDENTIAL_WORDS.map((word) => [`${place}-as-${word}`, words]));
}

function sendingWith(template: Template, tier: number, credentials: CredentialsEdit, status: number, object: string) {
  const edit = { kind: "credentials", credentials } as const;
  const message = { subject: template.operation, object };
  return sending({ tier, template, edit, expect: { kind: "status", statuses: [status] }, message });
}

/** A case covered by a plainer one, where that shows the same fault. */
function plainly(draft: CaseDraft, plainer: CaseDraft): CaseDraft {
  return {
    ...draft,
    make: (identity) => {
      const plain = plainer.make(identity);
      return { ...draft.make(identity), shrink: async (fails) => ((await fails(plain)) ? [plain] : []) };
    },
  };
}

/** Sends an operation with every kind of invalid credentials, in the order in which they are most telling. */
export function authentication(operation: OperationId): readonly Check[] {
  const { method, path } = operationOf(operation);
  const forms = perTarget((target) => formsOf(operation, target));
  const sure = perTarget((target) => sureForms(operation, target));
  let places = 0;
  const denied = <Edit extends CredentialsEdit>(
    id: `${OperationId}/auth/${Edit}`,
    credentials: Edit,
    { words, alike = {}, telling = [], everyForm }: Invalid,
  ) => {
    const place = places++;
    return check(id, {
      title: `A request with ${words} is answered with 401`,
      sends: `an accepted ${method} ${path} with ${[...new Set([words, ...Object.values(alike)])].join("; with ")}`,
      expects: "status 401",
      credentials,
      cases: (target) => {
        // Each check begins with another form: a hole in one form accepts any credentials sent with it.
        const first = sure(target)[place % sure(target).length];
        if (first === undefined) return [];
        const others = forms(target).filter((form) => form !== first);
        // Every edit on the first form, and on the others only the one that the check is named after.
        const possible = Object.entries({ [credentials]: words, ...alike }).flatMap(([edit, meant]) =>
          isCredentialsEdit(edit) && target.credentialsEdits.has(edit) ? [[first, edit, meant] as const] : [],
        );
        const beginnings = telling.filter((edit) => target.credentialsEdits.has(edit));
        const beginning = beginnings[OPERATION_IDS.indexOf(operation) % beginnings.length];
        const isFirst = ([, edit]: (typeof possible)[number]): boolean => edit === beginning;
        const onFirst = [...possible.filter(isFirst), ...possible.filter((sent) => !isFirst(sent))];
        const elsewhere = (everyForm === true ? others : []).map((other) => [other, credentials, words] as const);
        const [second] = credentials === "neither" ? elsewhere : [];
        return [...onFirst, ...elsewhere].map((sent, index) => {
          const [template, edit, meant] = sent;
          const tier = sent === second ? 0 : index;
          const sendingAs = (form: CredentialsEdit, named: string) =>
            sendingWith(template, tier, form, 401, `a request with ${named}`);
          return edit === credentials || !target.credentialsEdits.has(credentials)
            ? sendingAs(edit, meant)
            : plainly(sendingAs(edit, meant), sendingAs(credentials, words));
        });
      },
    });
  };
  return [
    denied(`${operation}/auth/neither`, "neither", {
      words: "no credentials",
      alike: {
        basic: "the credentials as Basic authentication instead of the two headers",
        "bearer-secret": "the secret as a bearer token instead of the two headers",
        "bearer-key": "the key as a bearer token instead of the two headers",
        "in-cookie": "the credentials in cookies instead of the two headers",
      },
      everyForm: true,
    }),
    denied(`${operation}/auth/wrong-secret`, "wrong-secret", {
      words: "the right key and a wrong secret",
      alike: {
        "secret-last-character": "a secret that is wrong in its last character",
        "secret-first-character": "a secret that is wrong in its first character",
        "secret-middle-character": "a secret that is wrong in one character in the middle",
        "secret-ending": "a secret of which only the last characters are right",
        "key-twice": "the key as its own secret",
        "secret-quoted": "the secret in quotation marks",
        ...worded("secret", "a word such as null in place of the secret"),
      },
      telling: [
        "key-twice",
        "secret-ending",
        "secret-last-character",
        "secret-middle-character",
        "secret-as-null",
        "secret-first-character",
        "secret-as-none",
        "secret-as-undefined",
      ],
      everyForm: true,
    }),
    denied(`${operation}/auth/wrong-key`, "wrong-key", {
      words: "a wrong key and the right secret",
      alike: {
        "key-last-character": "a key that is wrong in its last character",
        "key-first-character": "a key that is wrong in its first character",
        "key-middle-character": "a key that is wrong in one character in the middle",
        "key-ending": "a key of which only the last characters are right",
        "secret-twice": "the secret as its own key",
        "key-quoted": "the key in quotation marks",
        quoted: "key and secret in quotation marks",
        ...worded("key", "a word such as null in place of the key"),
        ...worded("both", "a word such as null in place of both"),
      },
      telling: [
        "key-last-character",
        "key-middle-character",
        "key-quoted",
        "key-ending",
        "secret-twice",
        "key-first-character",
        "key-as-null",
      ],
      everyForm: true,
    }),
    denied(`${operation}/auth/no-secret`, "no-secret", {
      words: "the key but no secret",
      alike: { "secret-in-query": "the key in its header and the secret in the query" },
      telling: ["secret-in-query"],
      everyForm: true,
    }),
    denied(`${operation}/auth/no-key`, "no-key", {
      words: "the secret but no key",
      alike: { "key-in-query": "the secret in its header and the key in the query" },
      telling: ["key-in-query"],
      everyForm: true,
    }),
    denied(`${operation}/auth/swapped`, "swapped", { words: "key and secret swapped" }),
    denied(`${operation}/auth/empty-key`, "empty-key", {
      words: "an empty key",
      alike: { "both-empty": "an empty key and an empty secret" },
    }),
    denied(`${operation}/auth/empty-secret`, "empty-secret", { words: "an empty secret" }),
    denied(`${operation}/auth/key-prefix`, "key-prefix", { words: "the key without its last character" }),
    denied(`${operation}/auth/secret-prefix`, "secret-prefix", { words: "the secret without its last character" }),
    denied(`${operation}/auth/key-extended`, "key-extended", { words: "the key and one more character" }),
    denied(`${operation}/auth/secret-extended`, "secret-extended", { words: "the secret and one more character" }),
    denied(`${operation}/auth/key-other-case`, "key-other-case", { words: "the key in another letter case" }),
    denied(`${operation}/auth/secret-other-case`, "secret-other-case", { words: "the secret in another letter case" }),
    denied(`${operation}/auth/in-query`, "in-query", {
      words: "the credentials in the query instead of the headers",
      alike: {
        "in-query-snake": "the credentials in the query as api_key and api_secret",
        "in-query-camel": "the credentials in the query as apiKey and apiSecret",
        "elsewhere-basic": "the credentials in the query, in cookies and as Basic authentication at once",
        "elsewhere-bearer-key": "the credentials in the query and in cookies, and the key as a bearer token",
        "elsewhere-bearer-secret": "the credentials in the query and in cookies, and the secret as a bearer token",
      },
      telling: ["elsewhere-basic", "elsewhere-bearer-secret", "elsewhere-bearer-key", "elsewhere-bearer-secret"],
    }),
    denied(`${operation}/auth/foreign-key`, "foreign-key", {
      words: "the key of one pair and the secret of another",
      alike: { "second-key": "the key of another partner and our own secret" },
    }),
    denied(`${operation}/auth/foreign-secret`, "foreign-secret", {
      words: "the secret of one pair and the key of another",
      alike: { "second-secret": "our own key and the secret of another partner" },
    }),
  ];
}

/** Sends an operation that stores something with a pair that lacks permission. */
export function permission(operation: OperationId): Check {
  const { method, path } = operationOf(operation);
  return check(`${operation}/auth/restricted`, {
    title: "Credentials without permission are answered with 403",
    sends: `an accepted ${method} ${path} with the restricted pair, which may read and not write`,
    expects: "status 403",
    credentials: "restricted",
    cases: (target) =>
      target.credentialsEdits.has("restricted")
        ? formsOf(operation, target).map((template, index) =>
            sendingWith(template, Math.max(0, index - 1), "restricted", 403, "a request without permission"),
          )
        : [],
  });
}
