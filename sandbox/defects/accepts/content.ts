import { publishedPath } from "../bodyPath.js";
import { textRefused } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import { RECIPIENT_OPERATIONS } from "../requestTables.js";

const defect = familyOf("too-strict");

/** Texts that are refused for what they say, while others of the same length and the same characters are taken. */
export const REFUSED_CONTENT: readonly Defect[] = RECIPIENT_OPERATIONS.flatMap((operation) => {
  const refusing = (path: string, way: string, title: string, isRefused: (text: string) => boolean): Defect =>
    defect(`${operation}/accepts/content/${way}`, `${publishedPath(path)} ${title}`, textRefused(path, isRefused));
  return [
    refusing("business_name", "picture", "may hold no picture", (text) => /\p{Emoji_Presentation}/u.test(text)),
    refusing("payment_details(bank).bank_name", "screened", "may not name a union", (text) => /union/i.test(text)),
    refusing("payment_details(bank).account_number", "zeros", "may not begin with twelve zeros", (text) =>
      /^0{12}/.test(text),
    ),
    refusing("payment_details(bank).account_number", "letter-O", "may hold no letter O", (text) => text.includes("O")),
  ];
});
