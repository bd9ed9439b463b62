/** No account, address or person in the templates is real: names are made up, numbers are drawn at random. */
import type { Faker } from "@faker-js/faker";
// The package itself would load the words of seventy languages.
import { faker as english } from "@faker-js/faker/locale/en";
import { faker as chinese } from "@faker-js/faker/locale/zh_CN";
import { hash32 } from "../texts/partnerId.js";

/** Makes things up, until it is asked for anew; the same seed and key make up the same ones. */
export function fakerFor(seed: number, key: string): Faker {
  english.seed(hash32(`${seed} ${key}`));
  return english;
}

/** The same, with Chinese names and places. */
export function chineseFakerFor(seed: number, key: string): Faker {
  chinese.seed(hash32(`zh ${seed} ${key}`));
  return chinese;
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
