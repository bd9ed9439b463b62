import type { Service } from "../service.js";

/** Stores a seeded file of a type (section 4.3) and returns its id. */
export function seedFile(service: Service, type: string): string {
  const id = service.newId("file");
  service.state.files.set(id, { id, type }, 64);
  return id;
}
