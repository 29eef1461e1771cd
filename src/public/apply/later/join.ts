import { documentNames, isDocumentName } from '#resources/application-documents.ts'
import { type Kept, noAnswers, type ValueName } from '../draft.ts'

/** Answers that only make sense together. Mixing the parts of two devices would produce a wrong birth date, for example. */
const together: readonly (readonly ValueName[])[] = [
  ['birthDay', 'birthMonth', 'birthYear'],
  ['departmentProfileId', 'specializationId', 'fundingPreference', 'choices'],
]
const groups: readonly (readonly ValueName[])[] = [
  ...together,
  ...(Object.keys(noAnswers) as ValueName[]).filter((name) => !together.flat().includes(name)).map((name) => [name] as const),
]

/**
 * Merges two drafts that were edited on two devices since `base`. An answer that only one of them changed is taken from it. If
 * both changed it, `preferred` wins.
 */
export function joined(base: Kept, one: Kept, other: Kept, preferred: Kept): Kept {
  const from = (read: (kept: Kept) => string): Kept => {
    if (read(one) === read(other) || read(other) === read(base)) return one
    return read(one) === read(base) ? other : preferred
  }
  const values = Object.fromEntries(
    groups.flatMap((names) => {
      const source = from(({ values: typed }) => JSON.stringify(names.map((name) => typed[name])))
      return names.map((name) => [name, source.values[name]])
    }),
  )
  const documents = Object.fromEntries(
    documentNames.flatMap((name) => {
      const id = from(({ documents: sent }) => sent[name] ?? '').documents[name]
      return id === undefined ? [] : [[name, id]]
    }),
  )
  return { values: { ...noAnswers, ...values }, filled: from(({ filled }) => filled.join()).filled, documents }
}

/** Names of the fields to report to the user after merging with another device's draft. */
export interface News {
  /** Changed here to the other device's value. */
  readonly taken: readonly string[]
  /** Changed on both devices; this device's value was kept. */
  readonly kept: readonly string[]
}

export const isNews = ({ taken, kept }: News) => taken.length > 0 || kept.length > 0

/** Compares the merged draft `together` with `mine` and with `theirs`, both made from `base`. */
export function newsOf({ base, mine, theirs, together }: Readonly<Record<'base' | 'mine' | 'theirs' | 'together', Kept>>): News {
  const isSame = (name: string, one: Kept, other: Kept) => answerOf(name, one) === answerOf(name, other)
  const isTaken = (name: string) => !isSame(name, together, mine)
  const isKept = (name: string) => !isTaken(name) && !isSame(name, theirs, mine) && !isSame(name, theirs, base)
  const names = [...Object.keys(noAnswers), ...documentNames]
  return { taken: labelled(names.filter(isTaken)), kept: labelled(names.filter(isKept)) }
}

const answerOf = (name: string, { values, documents }: Kept) =>
  // All other names are those of `noAnswers`.
  isDocumentName(name) ? (documents[name] ?? '') : values[name as ValueName]

/** The three parts of the birth date share one label. */
const labelled = (names: readonly string[]) => [...new Set(names.map((name) => name.replace(/^birth(?:Day|Month|Year)$/, 'birthDate')))]
