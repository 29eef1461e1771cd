/**
 * Merges objects of several packs. Throws if two have the same key; `thing` describes the values in
 * the message.
 */
export function mergeByName<T extends object>(label: string, parts: readonly (T | undefined)[]): T {
  const merged: Record<string, unknown> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    if (Object.hasOwn(merged, name)) throw new Error(`two packs define ${label} "${name}"`)
    merged[name] = value
  }
  return merged as T // contains only entries of T
}
