/**
 * Derives codes for new records that have none. A code is short, based on another text of the
 * record, and unique among the record's siblings.
 */

import { isDerived, isFieldType, type SpecOf } from '@matricola/schema/field.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { uniqueGroups } from '../../database/keys.ts'
import { columnNameOf, tableNameOf } from '../../database/names.ts'
import { translateError } from '../../database/translate-error.ts'
import { Parameters } from '../../sql/parameters.ts'
import type { Values } from '../../sql/storage.ts'
import type { RecordSource } from '../source.ts'

/** Characters reserved for the number that makes a code unique. */
const numberLength = 4

const derivedEntries = (resource: AnyResource) =>
  storedEntries(resource).flatMap(([name, spec]) =>
    isFieldType(spec, 'text') && isDerived(spec) ? [[name, spec] as const] : [],
  )

/** Fields that still have to be derived for a new record. */
const missingCodes = (resource: AnyResource, record: Values) =>
  derivedEntries(resource).filter(([name]) => record[name] === null || record[name] === undefined)

/** Returns the derived values of each record, in order. No two of the records get the same code. */
export async function deriveCodes(
  source: Pick<RecordSource, 'database'>,
  resource: AnyResource,
  records: readonly Values[],
): Promise<Values[]> {
  const assigned = new Set<string>()
  const all: Values[] = []
  for (const record of records) {
    const values: Record<string, string> = {}
    for (const [name, spec] of missingCodes(resource, record)) {
      const siblings = (uniqueGroups(resource).find((group) => group.includes(name)) ?? []).filter(
        (other) => other !== name,
      )
      const groupKey = JSON.stringify([name, ...siblings.map((other) => record[other])])
      const stem = stemOf(resource, String(record[spec.options.derivedFrom ?? ''] ?? ''), spec)
      const taken = await takenCodes(source, resource, { name, stem, siblings, record })
      const code = findFreeCode(
        stem,
        (candidate) => taken.has(candidate) || assigned.has(`${groupKey}${candidate}`),
      )
      assigned.add(`${groupKey}${code}`)
      values[name] = code
    }
    all.push(values)
  }
  return all
}

/**
 * Whether a write failed because a concurrent write used the same derived code. If so, it can be
 * retried with a different code.
 */
export function isDerivedCodeTaken(error: unknown, resource: AnyResource, record: Values): boolean {
  const appError = translateError(registryOf(resource), error)
  if (!(appError instanceof AppError) || appError.code !== 'record.taken') return false
  return missingCodes(resource, record).some(([name]) =>
    Object.hasOwn(appError.details.fields ?? {}, name),
  )
}

/**
 * Returns the initials of a name with several words, or the first letters of a single word: `CS`
 * for `Computer Science`, `ISTO` for `Istorie`.
 */
function stemOf(resource: AnyResource, text: string, { options }: SpecOf<'text'>): string {
  const words = fold(text)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
  const long = words.filter((word) => word.length > 2)
  const significant = long.length > 1 ? long : words
  const letters =
    significant.length > 1
      ? significant.map((word) => word[0]).join('')
      : (significant[0] ?? resource.name.toUpperCase()).slice(0, 4)
  return letters.slice(0, options.max - numberLength).padEnd(options.min ?? 1, '1')
}

function findFreeCode(stem: string, isInUse: (code: string) => boolean): string {
  for (let number = 1; ; number++) {
    const code = number === 1 ? stem : `${stem}${number}`
    if (!isInUse(code)) return code
  }
}

interface CodeRequest {
  readonly name: string
  readonly stem: string
  readonly siblings: readonly string[]
  readonly record: Values
}

async function takenCodes(
  { database }: Pick<RecordSource, 'database'>,
  resource: AnyResource,
  { name, stem, siblings, record }: CodeRequest,
): Promise<ReadonlySet<string>> {
  const parameters = new Parameters()
  const column = `r.${columnNameOf(name)}`
  const where = [
    `${column} LIKE ${parameters.add(`${stem}%`, 'text')}`,
    ...siblings.map(
      (other) => `r.${columnNameOf(other)} = ${parameters.add(record[other] ?? null)}`,
    ),
  ]
  const rows = await database.query<{ code: string }>(
    `SELECT ${column} AS code FROM ${tableNameOf(resource)} r WHERE ${where.join(' AND ')}`,
    parameters.values,
  )
  return new Set(rows.map(({ code }) => code))
}
