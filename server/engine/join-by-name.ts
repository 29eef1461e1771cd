/** Joins what some packs give by name. Throws where two give the same name; `thing` says in the message what was given. */
export function joinByName<T extends object>(thing: string, parts: readonly (T | undefined)[]): T {
  const joined: Record<string, unknown> = {}
  for (const [name, given] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    if (Object.hasOwn(joined, name)) throw new Error(`two packs give ${thing} ${name}`)
    joined[name] = given
  }
  return joined as T // holds the entries of Ts alone
}
