/** Meanings that the columns of a file can have, and the most likely ones. */
import { isGranted, isReadable, isWritable } from '#model/access.ts'
import { type AnyResource, fieldOf, sectionFields, storedEntries } from '#model/resource.ts'
import { fold } from '#model/values/folding.ts'
import { type Language, languages, type Role } from '#model/vocabulary.ts'
import type { WireImport } from '#model/wire/jobs.ts'
import type { Texts } from '#server/engine/texts.ts'
import { isReadFromCells } from '../cells.ts'
import { headings, type Wording } from '../words.ts'

/** Fields that a column can mean for a role, in the order of the form: whatever it reads. Which of them it may write, each cell is judged by. */
export function importFields(resource: AnyResource, role: Role): string[] {
  const onForm = Object.values(resource.sections).flatMap(sectionFields)
  const stored = storedEntries(resource).map(([name]) => name)
  return [...new Set([...onForm, ...stored])].filter(
    (name) => stored.includes(name) && isReadFromCells(fieldOf(resource, name)) && isReadable(resource, role, name),
  )
}

/**
 * The fields that tell which record a row is about: those of the key and, where a part of it is empty, those beside it
 * that the file has. `isEmpty` answers null for a field that the file has no column for.
 */
export function keyFields({ import: spec }: AnyResource, isEmpty: (name: string) => boolean | null): readonly string[] {
  const { key = [], beside = [] } = spec ?? {}
  return key.some((name) => isEmpty(name) !== false) ? [...key, ...beside.filter((name) => isEmpty(name) !== null)] : key
}

/** Tells whether rows that no record is found for can make one. */
export const mayCreate = (resource: AnyResource, role: Role) => resource.import?.creates !== false && isGranted(resource, role, 'create')

/** Fields without which a role can make no record. */
export const requiredFields = (resource: AnyResource, role: Role): string[] =>
  mayCreate(resource, role)
    ? importFields(resource, role).filter((name) => {
        const { options } = fieldOf(resource, name)
        return isWritable(resource, role, name, 'create') && !options.optional && !('default' in options)
      })
    : []

export function wireFields(resource: AnyResource, role: Role): WireImport['fields'] {
  const required = requiredFields(resource, role)
  const key = resource.import?.key ?? []
  return importFields(resource, role).map((name) => ({ name, isRequired: required.includes(name), isKey: key.includes(name) }))
}

/** Headings alike but for case, diacritics and signs: `E-mail *` is `email`. */
const plain = (heading: string) => fold(heading).replace(/[^\p{L}\p{N}]/gu, '')
/** The words of a heading of at least so many letters. */
const wordsOf = (heading: string, letters: number) =>
  fold(heading)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= letters)
/** Those that mean something by themselves: not the `de` of `An de studiu`; a heading with none but short ones, such as `An`, means those. */
const meaningful = (heading: string) => {
  const long = wordsOf(heading, 3)
  return long.length > 0 ? long : wordsOf(heading, 2)
}

/** The field that each heading most likely means, each field once; null where none is known. */
export function guessMapping(
  resource: AnyResource,
  role: Role,
  given: { headings: readonly string[]; wording: Wording },
): (string | null)[] {
  const free = new Set(importFields(resource, role))
  const labels = [...headings(resource, given.wording)]
  const reason = reasonColumn(given.headings, given.wording.texts)
  const take = (name: string | undefined) => (name !== undefined && free.delete(name) ? name : null)
  const alike = given.headings.map((heading, i) =>
    i === reason ? null : take(labels.find(([label, name]) => plain(label) === plain(heading) && free.has(name))?.[1]),
  )
  return alike.map((name, i) => name ?? (i === reason ? null : take(onlyField(given.headings[i] ?? '', labels, free))))
}

/** The only field left whose label has all the words of the heading, or none but words of it: `Telefon` for `Număr de telefon`, `An` for `An de studiu`. */
function onlyField(
  heading: string,
  labels: readonly (readonly [label: string, name: string])[],
  free: ReadonlySet<string>,
): string | undefined {
  const holds = (all: string, some: string) => {
    const [words, wanted] = [wordsOf(all, 2), meaningful(some)]
    return wanted.length > 0 && wanted.every((word) => words.includes(word))
  }
  const found = labels.filter(([label, name]) => free.has(name) && (holds(label, heading) || holds(heading, label)))
  const names = new Set(found.map(([, name]) => name))
  return names.size === 1 ? [...names][0] : undefined
}

/** The heading of the column that says why a row was refused. */
export const reasonHeading = (texts: Texts, language: Language) => texts.text(language, 'server:importReason')

/** The place of the column of reasons in a file that is a corrected one; undefined: it has none. */
function reasonColumn(given: readonly string[], texts: Texts): number | undefined {
  const words = languages.map((language) => plain(reasonHeading(texts, language)))
  const found = given.findLastIndex((heading) => words.includes(plain(heading)))
  return found < 0 ? undefined : found
}
