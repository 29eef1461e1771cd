/** Fields that the columns of a file can be mapped to, and the most likely mapping. */
import { isGranted, isReadable, isWritable } from '@matricola/schema/access.ts'
import { type StatementPart, statementParts } from '@matricola/schema/bank-statement.ts'
import { currencyOf } from '@matricola/schema/currency.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, sectionFields, storedEntries } from '@matricola/schema/resource-fields.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import type { WireImport } from '@matricola/schema/wire/jobs.ts'
import type { ReadOptions } from '../../ports/file-reader.ts'
import type { Texts } from '../../texts.ts'
import { isReadableFromCells } from '../cells.ts'
import { normalizedHeading } from '../files/heading-row.ts'
import { fieldsByHeading, headingOf, type Localization } from '../labels.ts'

/**
 * Returns the fields that the role may map columns to, in form order. These are all the fields that
 * it may read. Write access is checked for each cell.
 */
export function importFields(resource: AnyResource, role: Role): string[] {
  const formFields = Object.values(resource.sections).flatMap(sectionFields)
  const stored = storedEntries(resource).map(([name]) => name)
  return [...new Set([...formFields, ...stored])].filter(
    (name) =>
      stored.includes(name) &&
      isReadableFromCells(fieldOf(resource, name)) &&
      isReadable(resource, role, name),
  )
}

/**
 * Returns the fields that identify the record of a row: the key and, if a part of it is empty,
 * those fields of `import.fallbackKey` that the file has. `isEmpty` returns null for a field
 * without a column.
 */
export function keyFields(
  { import: spec }: AnyResource,
  isEmpty: (name: string) => boolean | null,
): readonly string[] {
  const { key = [], fallbackKey = [] } = spec ?? {}
  return key.some((name) => isEmpty(name) !== false)
    ? [...key, ...fallbackKey.filter((name) => isEmpty(name) !== null)]
    : key
}

/** Whether a row without a record may create one. */
export const canCreateRecords = (resource: AnyResource, role: Role) =>
  resource.import?.allowsCreate !== false && isGranted(resource, role, 'create')

/** Fields that a role must fill in to create a record. */
export const requiredImportFields = (resource: AnyResource, role: Role): string[] =>
  canCreateRecords(resource, role)
    ? importFields(resource, role).filter((name) => {
        const { options } = fieldOf(resource, name)
        return (
          isWritable(resource, role, name, 'create') && !options.optional && !('default' in options)
        )
      })
    : []

export function toWireFields(resource: AnyResource, role: Role): WireImport['fields'] {
  const required = requiredImportFields(resource, role)
  const key = resource.import?.key ?? []
  return importFields(resource, role).map((name) => ({
    name,
    isRequired: required.includes(name),
    isKey: key.includes(name),
  }))
}

/** A heading or label in the forms used for comparison, computed once. */
interface ComparedHeading {
  readonly key: string
  /** Words of at least two letters. */
  readonly words: ReadonlySet<string>
  /**
   * Words of three or more letters, which excludes the `de` of `An de studiu`; all words if none is
   * that long, as in `An`.
   */
  readonly significantWords: readonly string[]
}
interface Label extends ComparedHeading {
  readonly name: string
}

/** Headings are compared with labels up to this length. All labels are shorter. */
const maxComparedCharacters = 200

function toComparedHeading(heading: string): ComparedHeading {
  const words = fold(heading.slice(0, maxComparedCharacters))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= 2)
  const long = words.filter(({ length }) => length >= 3)
  return {
    key: normalizedHeading(heading),
    words: new Set(words),
    significantWords: long.length > 0 ? long : words,
  }
}

const labelsOf = (resource: AnyResource, localization: Localization): Label[] =>
  [...fieldsByHeading(resource, localization)].map(([label, name]) => ({
    ...toComparedHeading(label),
    name,
  }))

/** Headings by which the heading row of a file is recognised. */
export const knownHeadings = (resource: AnyResource, localization: Localization): string[] => [
  ...fieldsByHeading(resource, localization).keys(),
]

/**
 * Guesses the field for each heading, using each field at most once. Returns null for unknown and
 * repeated headings.
 */
export function guessMapping(
  resource: AnyResource,
  role: Role,
  file: { headings: readonly string[]; localization: Localization },
): (string | null)[] {
  const free = new Set(importFields(resource, role))
  const labels = labelsOf(resource, file.localization)
  const fileHeadings = file.headings.map(toComparedHeading)
  const repeatedIndexes = findRepeatedHeadings(fileHeadings, labels)
  const reason = findReasonColumn(fileHeadings, file.localization.texts)
  const isSkipped = (i: number) => i === reason || repeatedIndexes[i] !== null
  const take = (name: string | undefined) => (name !== undefined && free.delete(name) ? name : null)
  const exactMatches = fileHeadings.map(({ key }, i) =>
    isSkipped(i)
      ? null
      : take(labels.find((label) => label.key === key && free.has(label.name))?.name),
  )
  return exactMatches.map(
    (name, i) => name ?? (isSkipped(i) ? null : take(findOnlyField(fileHeadings[i], labels, free))),
  )
}

/**
 * For each heading, the index of an earlier column whose heading is the same or is another name for
 * the same field; null if none.
 */
export const findRepeatedColumns = (
  resource: AnyResource,
  headings: readonly string[],
  localization: Localization,
): (number | null)[] =>
  findRepeatedHeadings(headings.map(toComparedHeading), labelsOf(resource, localization))

function findRepeatedHeadings(
  headings: readonly ComparedHeading[],
  labels: readonly Label[],
): (number | null)[] {
  const first = new Map<string, number>()
  const fieldByKey = new Map(labels.toReversed().map(({ key, name }) => [key, `field ${name}`]))
  return headings.map(({ key }, i) => {
    if (key === '') return null
    // Some programs number repeated headings, such as `Office 2`.
    const fieldOrKey = fieldByKey.get(key) ?? key
    const unnumbered = key.replace(/\d+$/, '')
    const firstIndex =
      first.get(fieldOrKey) ??
      (fieldByKey.has(key) ? undefined : first.get(fieldByKey.get(unnumbered) ?? unnumbered))
    if (firstIndex === undefined) first.set(fieldOrKey, i)
    return firstIndex ?? null
  })
}

/**
 * Returns the only free field whose label contains all words of the heading, or vice versa:
 * `Telefon` for `Număr de telefon`, `An` for `An de studiu`. Returns undefined if the heading has
 * the same words as the label of a field that another column already has.
 */
function findOnlyField(
  heading: ComparedHeading | undefined,
  labels: readonly Label[],
  free: ReadonlySet<string>,
): string | undefined {
  if (!heading) return undefined
  const containsWords = ({ words }: ComparedHeading, { significantWords }: ComparedHeading) =>
    significantWords.length > 0 && significantWords.every((word) => words.has(word))
  if (labels.some((label) => !free.has(label.name) && hasSameWords(heading, label)))
    return undefined
  const found = labels.filter(
    (label) =>
      free.has(label.name) && (containsWords(label, heading) || containsWords(heading, label)),
  )
  const names = new Set(found.map(({ name }) => name))
  return names.size === 1 ? [...names][0] : undefined
}

/** Whether heading and label have the same meaningful words, ignoring numbers in the heading. */
function hasSameWords({ significantWords }: ComparedHeading, label: ComparedHeading): boolean {
  const words = significantWords.filter((word) => !/^\d+$/.test(word))
  return (
    words.length > 0 &&
    words.length === label.significantWords.length &&
    words.every((word) => label.significantWords.includes(word))
  )
}

/**
 * Returns headings for the parts of a bank statement in the user's language, and the currency of
 * its amounts. Undefined if the resource does not accept statements.
 */
export function statementOptions(
  resource: AnyResource,
  localization: Localization,
): ReadOptions['statement'] {
  const fields = resource.import?.statement
  if (!fields) return undefined
  const headingFor = (part: StatementPart) => {
    const name = fields[part]
    return name === undefined
      ? localization.texts.text(localization.language, `server:statement.${part}`)
      : headingOf(resource, name, localization)
  }
  // Has an entry for each part.
  const headingByPart = Object.fromEntries(
    statementParts.map((part) => [part, headingFor(part)]),
  ) as { [P in StatementPart]: string }
  return {
    headings: headingByPart,
    currency:
      currencyOf(resource, fieldOf(resource, fields.amount)) ?? registryOf(resource).currency,
  }
}

/** Heading of the column that explains why a row was rejected. */
export const reasonHeading = (texts: Texts, language: Language) =>
  texts.text(language, 'server:importReason')

/** Index of the column of reasons in a corrected file; undefined if there is none. */
function findReasonColumn(headings: readonly ComparedHeading[], texts: Texts): number | undefined {
  const keys = texts.languages.map((language) => normalizedHeading(reasonHeading(texts, language)))
  const found = headings.findLastIndex(({ key }) => keys.includes(key))
  return found < 0 ? undefined : found
}
