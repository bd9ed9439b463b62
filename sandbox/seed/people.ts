import { base, en, Faker, zh_CN } from "@faker-js/faker";

/** Where the invented names come from: international ones in Latin letters, Chinese ones in Chinese characters. */
export interface NameSources {
  readonly international: Faker;
  readonly chinese: Faker;
}

export function nameSources(seed: number): NameSources {
  const international = new Faker({ locale: [en, base], seed });
  const chinese = new Faker({ locale: [zh_CN, en, base], seed: seed + 1 });
  return { international, chinese };
}
