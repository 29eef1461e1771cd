import { documentNames } from '#resources/application-documents.ts'
import { type DraftContent, type DraftFieldName, emptyAnswers } from '../application-draft.ts'

/**
 * Answers that only make sense together. Mixing parts from two devices could produce a wrong birth
 * date, for example.
 */
const fieldsMergedTogether: readonly (readonly DraftFieldName[])[] = [
  ['birthDay', 'birthMonth', 'birthYear'],
  ['departmentProfileId', 'specializationId', 'fundingPreference', 'choices'],
]
const groups: readonly (readonly DraftFieldName[])[] = [
  ...fieldsMergedTogether,
  ...(Object.keys(emptyAnswers) as DraftFieldName[])
    .filter((name) => !fieldsMergedTogether.flat().includes(name))
    .map((name) => [name] as const),
]

/**
 * Merges two drafts that were edited on two devices since `base`. If only one device changed an
 * answer, takes the answer from that device. If both changed it, takes the one from `preferred`.
 */
export function mergeDrafts(
  base: DraftContent,
  first: DraftContent,
  second: DraftContent,
  preferred: DraftContent,
): DraftContent {
  const pick = (read: (draft: DraftContent) => string): DraftContent => {
    if (read(first) === read(second) || read(second) === read(base)) return first
    return read(first) === read(base) ? second : preferred
  }
  const values = Object.fromEntries(
    groups.flatMap((names) => {
      const source = pick(({ values: draftValues }) =>
        JSON.stringify(names.map((name) => draftValues[name])),
      )
      return names.map((name) => [name, source.values[name]])
    }),
  )
  const documents = Object.fromEntries(
    Object.keys({ ...first.documents, ...second.documents }).flatMap((name) => {
      const id = pick(({ documents: ids }) => ids[name] ?? '').documents[name]
      return id === undefined ? [] : [[name, id]]
    }),
  )
  return {
    values: { ...emptyAnswers, ...values },
    filled: pick(({ filled }) => filled.join()).filled,
    documents,
  }
}

/** Names of the fields to report to the user after merging with another device's draft. */
export interface MergeReport {
  /** Changed here to the other device's value. */
  readonly taken: readonly string[]
  /** Changed on both devices; this device's value was kept. */
  readonly kept: readonly string[]
}

export const hasMergeChanges = ({ taken, kept }: MergeReport) => taken.length > 0 || kept.length > 0

/**
 * Compares the merged draft `together` with `mine` and `theirs`, which were both edited from
 * `base`.
 */
export function createMergeReport({
  base,
  mine,
  theirs,
  together: merged,
}: Readonly<Record<'base' | 'mine' | 'theirs' | 'together', DraftContent>>): MergeReport {
  const isSame = (name: string, one: DraftContent, other: DraftContent) =>
    contentAnswer(name, one) === contentAnswer(name, other)
  const isTaken = (name: string) => !isSame(name, merged, mine)
  const isKept = (name: string) =>
    !isTaken(name) && !isSame(name, theirs, mine) && !isSame(name, theirs, base)
  // In the order of the form. The server returns documents in another one.
  const names = [
    ...new Set([
      ...Object.keys(emptyAnswers),
      ...documentNames,
      ...Object.keys({ ...mine.documents, ...theirs.documents }),
    ]),
  ]
  return { taken: labelNames(names.filter(isTaken)), kept: labelNames(names.filter(isKept)) }
}

const contentAnswer = (name: string, { values, documents }: DraftContent) =>
  values[name as DraftFieldName] ?? documents[name] ?? ''

/** The three parts of the birth date share one label. */
const labelNames = (names: readonly string[]) => [
  ...new Set(names.map((name) => name.replace(/^birth(?:Day|Month|Year)$/, 'birthDate'))),
]
