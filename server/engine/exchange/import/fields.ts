/** Meanings that the columns of a file can have, and the most likely ones. */
import { isGranted, isReadable, isWritable } from '#model/access.ts'
import { type AnyResource, fieldOf, sectionFields, storedEntries } from '#model/resource.ts'
import { type StatementPart, statementParts } from '#model/statement.ts'
import { fold } from '#model/values/folding.ts'
import { type Language, languages, type Role } from '#model/vocabulary.ts'
import type { WireImport } from '#model/wire/jobs.ts'
import { currencyOf, usualCurrency } from '#resources/currency.ts'
import type { Texts } from '#server/engine/texts.ts'
import type { ReadOptions } from '../../ports/file-reader.ts'
import { isReadFromCells } from '../cells.ts'
import { headingKey } from '../files/heading-row.ts'
import { headingOf, headings, type Wording } from '../words.ts'

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

/** A heading, or a label, with what is compared of it: folded once, whatever it is compared with. */
interface Compared {
  readonly key: string
  /** Words of at least two letters. */
  readonly words: ReadonlySet<string>
  /** Words that mean something by themselves: not the `de` of `An de studiu`; where all are short, such as `An`, those. */
  readonly meaningful: readonly string[]
}
interface Label extends Compared {
  readonly name: string
}

/** Letters of a heading that are compared with labels, all of which are shorter. */
const comparedLetters = 200

function compared(heading: string): Compared {
  const words = fold(heading.slice(0, comparedLetters))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= 2)
  const long = words.filter(({ length }) => length >= 3)
  return { key: headingKey(heading), words: new Set(words), meaningful: long.length > 0 ? long : words }
}

const labelsOf = (resource: AnyResource, wording: Wording): Label[] =>
  [...headings(resource, wording)].map(([label, name]) => ({ ...compared(label), name }))

/** Headings by which the rows of a file are known for those of this list. */
export const knownHeadings = (resource: AnyResource, wording: Wording): string[] => [...headings(resource, wording).keys()]

/** The field that each heading most likely means, each field once; null where none is known, and for a heading that repeats another. */
export function guessMapping(
  resource: AnyResource,
  role: Role,
  given: { headings: readonly string[]; wording: Wording },
): (string | null)[] {
  const free = new Set(importFields(resource, role))
  const labels = labelsOf(resource, given.wording)
  const theirs = given.headings.map(compared)
  const repeats = repeatsAmong(theirs, labels)
  const reason = reasonColumn(theirs, given.wording.texts)
  const isLeftOut = (i: number) => i === reason || repeats[i] !== null
  const take = (name: string | undefined) => (name !== undefined && free.delete(name) ? name : null)
  const alike = theirs.map(({ key }, i) =>
    isLeftOut(i) ? null : take(labels.find((label) => label.key === key && free.has(label.name))?.name),
  )
  return alike.map((name, i) => name ?? (isLeftOut(i) ? null : take(onlyField(theirs[i], labels, free))))
}

/** For each heading the column before it that has the same heading, or another name of the same field; null where none has. */
export const repeatedHeadings = (resource: AnyResource, given: readonly string[], wording: Wording): (number | null)[] =>
  repeatsAmong(given.map(compared), labelsOf(resource, wording))

function repeatsAmong(given: readonly Compared[], labels: readonly Label[]): (number | null)[] {
  const first = new Map<string, number>()
  const fieldByKey = new Map(labels.toReversed().map(({ key, name }) => [key, `field ${name}`]))
  return given.map(({ key }, i) => {
    if (key === '') return null
    // Programs number a heading that they find twice: `Office 2`.
    const meaning = fieldByKey.get(key) ?? key
    const plain = key.replace(/\d+$/, '')
    const earlier = first.get(meaning) ?? (fieldByKey.has(key) ? undefined : first.get(fieldByKey.get(plain) ?? plain))
    if (earlier === undefined) first.set(meaning, i)
    return earlier ?? null
  })
}

/**
 * The only field left whose label has all the words of the heading, or none but words of it: `Telefon` for `Număr de telefon`,
 * `An` for `An de studiu`. None where the heading says no more than the label of a field that another column has already.
 */
function onlyField(heading: Compared | undefined, labels: readonly Label[], free: ReadonlySet<string>): string | undefined {
  if (!heading) return undefined
  const holds = ({ words }: Compared, { meaningful }: Compared) => meaningful.length > 0 && meaningful.every((word) => words.has(word))
  if (labels.some((label) => !free.has(label.name) && isNoMoreThan(heading, label))) return undefined
  const found = labels.filter((label) => free.has(label.name) && (holds(label, heading) || holds(heading, label)))
  const names = new Set(found.map(({ name }) => name))
  return names.size === 1 ? [...names][0] : undefined
}

/** Tells whether two have the same meaningful words, numbers aside. */
function isNoMoreThan({ meaningful }: Compared, label: Compared): boolean {
  const words = meaningful.filter((word) => !/^\d+$/.test(word))
  return words.length > 0 && words.length === label.meaningful.length && words.every((word) => label.meaningful.includes(word))
}

/** Headings for the parts of a bank statement in the person's language, and the currency of its amounts; undefined where the list takes none. */
export function statementOf(resource: AnyResource, wording: Wording): ReadOptions['statement'] {
  const fields = resource.import?.statement
  if (!fields) return undefined
  const headingFor = (part: StatementPart) => {
    const name = fields[part]
    return name === undefined ? wording.texts.text(wording.language, `server:statement.${part}`) : headingOf(resource, name, wording)
  }
  // An entry for each part.
  const named = Object.fromEntries(statementParts.map((part) => [part, headingFor(part)])) as { [P in StatementPart]: string }
  return { headings: named, currency: currencyOf(fieldOf(resource, fields.amount)) ?? usualCurrency }
}

/** The heading of the column that says why a row was refused. */
export const reasonHeading = (texts: Texts, language: Language) => texts.text(language, 'server:importReason')

/** The place of the column of reasons in a file that is a corrected one; undefined: it has none. */
function reasonColumn(given: readonly Compared[], texts: Texts): number | undefined {
  const keys = languages.map((language) => headingKey(reasonHeading(texts, language)))
  const found = given.findLastIndex(({ key }) => keys.includes(key))
  return found < 0 ? undefined : found
}
