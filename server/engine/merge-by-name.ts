/** Merges objects of several packs. Throws if two have the same key; `thing` describes the values in the message. */
export function mergeByName<T extends object>(thing: string, parts: readonly (T | undefined)[]): T {
  const joined: Record<string, unknown> = {}
  for (const [name, given] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    if (Object.hasOwn(joined, name)) throw new Error(`two packs define ${thing} "${name}"`)
    joined[name] = given
  }
  return joined as T // contains only entries of T
}
