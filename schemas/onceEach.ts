/** Makes what belongs to an object when first requested, and keeps it as long as the object. */
export function onceEach<Thing extends object, Made>(make: (of: Thing) => Made): (of: Thing) => Made {
  const made = new WeakMap<Thing, { readonly value: Made }>();
  return (thing) => {
    let entry = made.get(thing);
    if (entry === undefined) {
      entry = { value: make(thing) };
      made.set(thing, entry);
    }
    return entry.value;
  };
}
