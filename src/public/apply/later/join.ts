import { documentNames } from '#model/admission/documents.ts'
import { type Kept, noAnswers, type ValueName } from '../draft.ts'

/** Answers that mean something only together: a birth date of two devices would be nobody's. */
const together: readonly (readonly ValueName[])[] = [
  ['birthDay', 'birthMonth', 'birthYear'],
  ['departmentProfileId', 'specializationId'],
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
