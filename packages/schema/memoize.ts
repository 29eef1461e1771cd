/**
 * Memoizes a function of a declaration. Declarations never change, so entries are never
 * invalidated.
 */
export function memoize<Declared extends object, Found>(
  find: (declared: Declared) => Found,
): (declared: Declared) => Found {
  const cache = new WeakMap<Declared, { readonly found: Found }>()
  return (declared) => {
    let entry = cache.get(declared)
    if (!entry) {
      entry = { found: find(declared) }
      cache.set(declared, entry)
    }
    return entry.found
  }
}
