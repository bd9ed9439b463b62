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

/** The same, with Chinese names. */
export function chineseFakerFor(seed: number, key: string): Faker {
  return seeded(chinese, hash32(`zh ${seed} ${key}`));
}

/** Names of people and streets that would make a bank clerk hesitate. */
const STRIKING = `adolf adolfo adolph adolphus adonis america baby batz beer bins brain buck buster caesar candida
  cemetery christ chyna columbus conn cortez cow crooks dicki dock easter elvis fanny fidel general hand heaven
  jesus judge king lexus lolita lucious madonna major miracle moses name napoleon oral pansy pinkie pound prince
  princess queen queenie santa sincere sister toy von`;

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
  { city: "Shenzhen", chinese: "深圳", state: "Guangdong", post: "518" },
  { city: "Dongguan", chinese: "东莞", state: "Guangdong", post: "523" },
  { city: "Ningbo", chinese: "宁波", state: "Zhejiang", post: "315" },
  { city: "Hangzhou", chinese: "杭州", state: "Zhejiang", post: "310" },
  { city: "Xiamen", chinese: "厦门", state: "Fujian", post: "361" },
  { city: "Suzhou", chinese: "苏州", state: "Jiangsu", post: "215" },
  { city: "Qingdao", chinese: "青岛", state: "Shandong", post: "266" },
] as const;

/** A city that is its own province. */
const MUNICIPALITY = { city: "Shanghai", state: "Shanghai", post: "200" } as const;

/** A city with its province and one of its post codes. */
export function place(faker: Faker) {
  return postedAt(faker, faker.helpers.arrayElement(PLACES));
}

/** A place whose city and province have one name. */
export function municipality(faker: Faker) {
  return postedAt(faker, MUNICIPALITY);
}

function postedAt(faker: Faker, { city, state, post }: { city: string; state: string; post: string }) {
  return { city, state, postCode: `${post}${faker.string.numeric(3)}` };
}

const TRADES = [
  ["Tools", "工具"],
  ["Textile", "纺织"],
  ["Optics", "光学"],
  ["Machinery", "机械"],
  ["Ceramics", "陶瓷"],
  ["Lighting", "照明"],
] as const;

/** What the names of companies begin and end with: together they mean nothing, and no large company has the name. */
const BEGINNINGS = [
  ["Ming", "明"],
  ["Jia", "嘉"],
  ["Heng", "恒"],
  ["Rui", "瑞"],
  ["Hong", "宏"],
  ["Chen", "晨"],
  ["Kai", "凯"],
  ["Yong", "永"],
] as const;
const ENDINGS = [
  ["yuan", "远"],
  ["cheng", "成"],
  ["feng", "丰"],
  ["lin", "林"],
  ["yue", "岳"],
  ["lang", "朗"],
  ["bo", "博"],
  ["sen", "森"],
] as const;

/** A nonexistent company, with its name in both languages. */
export function company(faker: Faker): { readonly english: string; readonly chinese: string } {
  const { city, chinese } = faker.helpers.arrayElement(PLACES);
  const [beginning, first] = faker.helpers.arrayElement(BEGINNINGS);
  const [ending, second] = faker.helpers.arrayElement(ENDINGS);
  const [trade, business] = faker.helpers.arrayElement(TRADES);
  return {
    english: `${city} ${beginning}${ending} ${trade} Co., Ltd`,
    chinese: `${chinese}市${first}${second}${business}有限公司`,
  };
}

/** A website at a domain that is reserved for examples. */
export function domain(faker: Faker): string {
  return `www.${lastName(faker).toLowerCase()}.example.com`;
}
