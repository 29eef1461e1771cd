/**
 * Merges texts into others, at any depth, for example an application's into those of the packages.
 * Can replace any text.
 */
export function mergeTexts(texts: object, overrides: object): object {
  const textsByKey: { readonly [key: string]: unknown } = { ...texts }
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  const merged = Object.entries(overrides).map(([key, text]) => {
    const existing = textsByKey[key]
    return [key, isObject(existing) && isObject(text) ? mergeTexts(existing, text) : text]
  })
  return { ...texts, ...Object.fromEntries(merged) }
}
