/** No account, address or person in the templates is real: names are made up, numbers are drawn at random. */
import type { Faker } from "@faker-js/faker";
// The package's main entry would load the words of seventy languages.
import { faker as english } from "@faker-js/faker/locale/en";
import { faker as chinese } from "@faker-js/faker/locale/zh_CN";
import { hash32 } from "../texts/partnerId.js";

function isFaker(value: unknown): value is Faker {
  return value instanceof english.constructor;
}

/** Our own instance: other users of the package may draw from its shared ones in between. */
function seeded(shared: Faker, seed: number): Faker {
  const own: unknown = Reflect.construct(shared.constructor, [{ locale: shared.rawDefinitions, seed }]);
  if (!isFaker(own)) throw new Error("faker makes no faker");
  return own;
}

/** Makes things up; the same seed and key yield the same ones, whatever else is made up meanwhile. */
export function fakerFor(seed: number, key: string): Faker {
  return seeded(english, hash32(`${seed} ${key}`));
}

/** The same, with Chinese names and places. */
export function chineseFakerFor(seed: number, key: string): Faker {
  return seeded(chinese, hash32(`zh ${seed} ${key}`));
}

/** Characters of a company's name: how long those of customers may be is open. */
const LONGEST_NAME = 40;

/** Names of people and streets that would make a bank clerk hesitate. */
const STRIKING = `adolf adolph baby batz beer bins brain cemetery conn cow crooks dicki dock fanny fidel hand jesus judge king
  lolita lucious miracle name oral pansy pinkie pound prince princess queen santa sincere sister toy von`;

/** Those, and words that describe something, such as "tragic" and "miserable". All would stay in a partner's system. */
const ODD_WORDS: ReadonlySet<string> = new Set([
  ...(english.rawDefinitions.word?.adjective ?? []).map((word) => word.toLowerCase()),
  ...STRIKING.split(/\s+/),
]);

/** The first that consists of letters, digits and spaces, and has no odd word: there are people named Dark, and Crooks. */
function neutral(make: () => string): string {
  for (;;) {
    const text = make();
    const words = text.toLowerCase().split(" ");
    if (words.every((word) => /^[a-z0-9]+$/.test(word) && !ODD_WORDS.has(word))) return text;
  }
}

export function firstName(faker: Faker): string {
  return neutral(() => faker.person.firstName());
}

export function lastName(faker: Faker): string {
  return neutral(() => faker.person.lastName());
}

/** A street with its number, of the usual kinds: there are Loafs and Shoals, too. */
export function streetAddress(faker: Faker): string {
  const number = faker.number.int({ min: 1, max: 900 });
  for (;;) {
    const street = neutral(() => faker.location.street());
    if (/ (Avenue|Drive|Lane|Road|Street)$/.test(street)) return `${number} ${street}`;
  }
}

const PLACES = [
  { city: "Shenzhen", state: "Guangdong", post: "518" },
  { city: "Dongguan", state: "Guangdong", post: "523" },
  { city: "Ningbo", state: "Zhejiang", post: "315" },
  { city: "Hangzhou", state: "Zhejiang", post: "310" },
  { city: "Xiamen", state: "Fujian", post: "361" },
  { city: "Suzhou", state: "Jiangsu", post: "215" },
  { city: "Qingdao", state: "Shandong", post: "266" },
] as const;

/** A city that is its own province. */
const MUNICIPALITY = { city: "Shanghai", state: "Shanghai", post: "200" } as const;

export interface Place {
  readonly city: string;
  readonly state: string;
  readonly postCode: string;
}

/** A city with its province and one of its post codes. */
export function place(faker: Faker): Place {
  return postedAt(faker, faker.helpers.arrayElement(PLACES));
}

/** A place whose city and province have one name. */
export function municipality(faker: Faker): Place {
  return postedAt(faker, MUNICIPALITY);
}

function postedAt(faker: Faker, { city, state, post }: { city: string; state: string; post: string }): Place {
  return { city, state, postCode: `${post}${faker.string.numeric(3)}` };
}

const TRADES = ["Precision Tools", "Textile", "Optics", "Machinery", "Ceramics", "Lighting"] as const;

/** The name of a nonexistent company. */
export function companyName(faker: Faker): string {
  const { city } = place(faker);
  const trade = faker.helpers.arrayElement(TRADES);
  const names = [`${city} ${lastName(faker)} ${trade} Co., Ltd`, `${city} ${trade} Co., Ltd`];
  return names.find(({ length }) => length <= LONGEST_NAME) ?? "";
}

/** The Chinese name of such a company. */
export function chineseCompanyName(chinese: Faker): string {
  return `${chinese.location.state()}${chinese.person.firstName()}贸易有限公司`;
}

/** A website at a domain that is reserved for examples. */
export function domain(faker: Faker): string {
  return `www.${lastName(faker).toLowerCase()}.example.com`;
}
