/** A function of declarations that finds each answer once: they do not change. */
export function remembered<Declared extends object, Found>(find: (declared: Declared) => Found): (declared: Declared) => Found {
  const known = new WeakMap<Declared, { readonly found: Found }>()
  return (declared) => {
    let entry = known.get(declared)
    if (!entry) {
      entry = { found: find(declared) }
      known.set(declared, entry)
    }
    return entry.found
  }
}
