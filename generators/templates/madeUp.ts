/** No account, address or person in the templates is real: names are made up, numbers are drawn at random. */
import type { Faker } from "@faker-js/faker";
// The package itself would load the words of seventy languages.
import { faker as english } from "@faker-js/faker/locale/en";
import { faker as chinese } from "@faker-js/faker/locale/zh_CN";
import { hash32 } from "../texts/partnerId.js";

function isFaker(value: unknown): value is Faker {
  return value instanceof english.constructor;
}

/** One of our own: those that the package shares are its users', who may draw from them in between. */
function seeded(shared: Faker, seed: number): Faker {
  const own: unknown = Reflect.construct(shared.constructor, [{ locale: shared.rawDefinitions, seed }]);
  if (!isFaker(own)) throw new Error("faker makes no faker");
  return own;
}

/** Makes things up; the same seed and key make up the same ones, whatever else is made up meanwhile. */
export function fakerFor(seed: number, key: string): Faker {
  return seeded(english, hash32(`${seed} ${key}`));
}

/** The same, with Chinese names and places. */
export function chineseFakerFor(seed: number, key: string): Faker {
  return seeded(chinese, hash32(`zh ${seed} ${key}`));
}

/** Characters of a company's name: how long those of customers may be is open. */
export const LONGEST_NAME = 40;

/** The name of a company that there is not. */
export function companyName(faker: Faker): string {
  const city = faker.helpers.arrayElement(["Shenzhen", "Ningbo", "Xiamen", "Qingdao", "Suzhou", "Dongguan"]);
  const trade = faker.helpers.arrayElement(["Precision Tools", "Textile", "Optics", "Machinery", "Ceramics", "Toys"]);
  const names = [`${city} ${faker.word.adjective()} ${trade} Co., Ltd`, `${city} ${trade} Co., Ltd`];
  return names.find(({ length }) => length <= LONGEST_NAME) ?? "";
}
