/** Customers that are refused for the file_type of a file, although it is meant for customers (section 4.3). */
import type { Exchange } from "../client/model.js";
import type { CustomerFiles } from "../generators/templates/context.js";
import { CUSTOMER_FILES } from "../generators/templates/customers.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import type { Pointer } from "../schemas/json.js";
import { FILE_TYPES, type FileType } from "../schemas/operations.js";
import { isValidation } from "../schemas/statuses.js";
import type { DeniedFile } from "./target.js";

const [INVOICE, , REGISTRATION, ARTICLES, FRONT, BACK] = FILE_TYPES;

/** The file_types meant for customers: where a file of each stands, which other ones are tried there, and how. */
const PLACES: readonly {
  readonly type: FileType;
  readonly others: readonly FileType[];
  readonly at: Pointer;
  readonly place: (files: CustomerFiles, first: string, second: string) => CustomerFiles;
}[] = [
  {
    type: REGISTRATION,
    others: [ARTICLES, INVOICE],
    at: [...CUSTOMER_FILES.documents, 0],
    place: (files, first, second) => ({ ...files, corporate: [first, files.corporate[1] ?? second, second] }),
  },
  {
    type: ARTICLES,
    others: [REGISTRATION, INVOICE],
    at: [...CUSTOMER_FILES.documents, 1],
    place: (files, first) => ({ ...files, corporate: files.corporate.with(1, first) }),
  },
  {
    type: FRONT,
    others: [BACK, INVOICE],
    at: CUSTOMER_FILES.front,
    place: (files, first, second) => ({ ...files, front: [first, second] }),
  },
  {
    type: BACK,
    others: [FRONT, INVOICE],
    at: CUSTOMER_FILES.back,
    place: (files, first, second) => ({ ...files, back: [first, second] }),
  },
];

/**
 * A file that is refused on a customer for its file_type, although this is meant for customers (section 4.3): a new file
 * with the same content and another file_type is accepted in its place, while a new one of its own type still is not.
 */
export async function findDeniedFile(
  create: (files: CustomerFiles, key: string) => Promise<Exchange | null>,
  upload: (fileType: FileType, like: FileType, key: string) => Promise<string | null>,
  files: CustomerFiles,
): Promise<DeniedFile | null> {
  if (files.corporate.length < 2 || files.front.length === 0 || files.back.length === 0) return null;
  for (const { type, others, at, place } of PLACES) {
    const placed = async (fileType: FileType): Promise<{ first: string; files: CustomerFiles } | null> => {
      const key = `${fileType} in the place of ${type}`;
      const [first, second] = [await upload(fileType, type, key), await upload(fileType, type, `${key} again`)];
      return first === null || second === null ? null : { first, files: place(files, first, second) };
    };
    for (const other of others) {
      const substitute = await placed(other);
      if (substitute === null) continue;
      const taken = await create(substitute.files, `customer with ${other} for ${type}`);
      if (taken === null || !isSuccess(taken)) continue;
      const own = await placed(type);
      const refused = own === null ? null : await create(own.files, `customer with ${type} of its own`);
      if (own === null || refused === null || !hasStatus(refused, isValidation)) break;
      return { type, other, at, id: own.first, files: substitute.files };
    }
  }
  return null;
}
