import { documentNames, isDocumentName } from '#resources/application-documents.ts'
import { type Kept, noAnswers, type ValueName } from '../draft.ts'

/** Answers that mean something only together: a birth date of two devices would be nobody's. */
const together: readonly (readonly ValueName[])[] = [
  ['birthDay', 'birthMonth', 'birthYear'],
  ['departmentProfileId', 'specializationId', 'fundingPreference', 'choices'],
]
const groups: readonly (readonly ValueName[])[] = [
  ...together,
  ...(Object.keys(noAnswers) as ValueName[]).filter((name) => !together.flat().includes(name)).map((name) => [name] as const),
]

/**
 * One draft of two that began alike and were changed on two devices: what only one has changed is taken from it; what both
 * have changed, from the preferred one.
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

/** News that a device has to tell after its draft was joined with that of another, by the names of the fields. */
export interface News {
  /** Stands here now as the other device has it. */
  readonly taken: readonly string[]
  /** Both have changed it, and it stands as it did here. */
  readonly kept: readonly string[]
}

export const isNews = ({ taken, kept }: News) => taken.length > 0 || kept.length > 0

/** Differences of `together` from what was `mine`, and from what another device had made of the same `base`. */
export function newsOf({ base, mine, theirs, together }: Readonly<Record<'base' | 'mine' | 'theirs' | 'together', Kept>>): News {
  const isSame = (name: string, one: Kept, other: Kept) => answerOf(name, one) === answerOf(name, other)
  const isTaken = (name: string) => !isSame(name, together, mine)
  const isKept = (name: string) => !isTaken(name) && !isSame(name, theirs, mine) && !isSame(name, theirs, base)
  const names = [...Object.keys(noAnswers), ...documentNames]
  return { taken: labelled(names.filter(isTaken)), kept: labelled(names.filter(isKept)) }
}

const answerOf = (name: string, { values, documents }: Kept) =>
  // The names are those of `noAnswers` beside the documents'.
  isDocumentName(name) ? (documents[name] ?? '') : values[name as ValueName]

/** The birth date has one label for its three parts. */
const labelled = (names: readonly string[]) => [...new Set(names.map((name) => name.replace(/^birth(?:Day|Month|Year)$/, 'birthDate')))]
