import { isDeepStrictEqual } from 'node:util'
import { nilId } from '@matricola/schema/paths.ts'
import { type Registry, registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { translationOf } from '@matricola/schema/translated-fields.ts'
import { foldingForm, letterSpellings, toCapitals } from '@matricola/schema/values/folding.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { uniqueGroups } from '../../database/keys.ts'
import {
  columnNameOf,
  keyColumnOf,
  tableNameOf,
  translationsColumnOf,
} from '../../database/names.ts'
import { translateError } from '../../database/translate-error.ts'
import { jsonOf } from '../../database/values.ts'
import {
  foldedColumns,
  foldedFieldNames,
  jsonColumns,
  type Values,
  valueFromRow,
} from '../../sql/storage.ts'
import { valueSql } from '../../sql/value-sql.ts'

/** Key in `meta`: the letter spellings with which sort keys and search texts were last written. */
const metaKey = 'letterSpellings'
const batchSize = 500
/** Statement timeout in milliseconds, long enough to scan a large table. */
const statementMs = 30 * 60_000

type Spellings = { readonly [letter: string]: string }
type Row = Values & { readonly id: string; readonly version: number }

/**
 * Key in `meta`, per table: the fields from which its sort keys and search texts were last written.
 * Migrations that change them delete it.
 */
const reindexKey = (resource: AnyResource) => `folded:${tableNameOf(resource)}`

/**
 * Fingerprint of everything that determines the sort keys and search texts of a resource: its
 * fields and the normalization form.
 */
const indexFingerprint = (resource: AnyResource) =>
  JSON.stringify([foldedFieldNames(resource), resource.list.search ?? [], foldingForm])

/**
 * Rewrites sort keys and search texts if the program's folding rules changed since they were
 * written, or if a resource's declaration or table changed. Call it at startup, after the
 * migrations. There is work to do only on the first startup after such a change; if that one is
 * interrupted, the next one starts over. If a record's new key would collide with that of another
 * record, it keeps its old key.
 */
export async function reindexSearch(
  database: Database,
  registry: Registry,
  log: Logger,
): Promise<void> {
  const rows = await database.query<{ key: string; value: string }>(
    `select key, value from meta where key = $1 or key like 'folded:%'`,
    [metaKey],
  )
  const recordedValues = new Map(rows.map(({ key, value }) => [key, value]))
  // Written below.
  const letters = changedLetters(JSON.parse(recordedValues.get(metaKey) ?? '{}') as Spellings)
  for (const resource of registry.resources) {
    const isOutdated = recordedValues.get(reindexKey(resource)) !== indexFingerprint(resource)
    if (isOutdated || letters !== '')
      await reindexTable(database, resource, { letters: isOutdated ? null : letters, log })
  }
  const now = new Map([
    [metaKey, JSON.stringify(letterSpellings)],
    ...registry.resources.map((one) => [reindexKey(one), indexFingerprint(one)] as const),
  ])
  const changed = [...now].filter(([key, value]) => recordedValues.get(key) !== value)
  if (changed.length === 0) return
  await database.query(
    `insert into meta (key, value) select * from unnest($1::text[], $2::text[]) on conflict (key) do update set value = excluded.value`,
    [changed.map(([key]) => key), changed.map(([, value]) => value)],
  )
}

/** Letters whose spelling changed, in lower and upper case. */
function changedLetters(before: Spellings): string {
  const all = new Set([...Object.keys(before), ...Object.keys(letterSpellings)])
  const changed = [...all].filter((letter) => before[letter] !== letterSpellings[letter]).join('')
  return changed + toCapitals(changed)
}

interface ReindexOptions {
  /** Rewrites only rows that contain one of these letters; null: all rows. */
  readonly letters: string | null
  readonly log: Logger
}

async function reindexTable(
  database: Database,
  resource: AnyResource,
  { letters, log }: ReindexOptions,
): Promise<void> {
  const names = foldedFieldNames(resource)
  if (names.length === 0) return
  const table = tableNameOf(resource)
  const written = foldedColumns(resource, {}).map(([column]) => column)
  const columns = names.map((name) => {
    const translation = translationOf(fieldOf(resource, name))
    return translation ? translationsColumnOf(translation.field) : columnNameOf(name)
  })
  // NFD separates diacritics from their letters, and a changed letter may carry a diacritic.
  const texts = names.map((name) => valueSql(resource, name, table))
  const conditions = texts.map(
    (column) =>
      `octet_length(${column}) <> char_length(${column}) and normalize(${column}, nfd) ~ $2`,
  )
  const page = (after: string) =>
    database.transaction(
      (queries) =>
        queries.query<Row>(
          `select id, version, ${[...new Set([...columns, ...written])].join(', ')} from ${table}
           where id > $1${letters === null ? '' : ` and (${conditions.map((condition) => `(${condition})`).join(' or ')})`} order by id limit ${batchSize}`,
          letters === null ? [after] : [after, `[${letters}]`],
        ),
      { statementMs },
    )
  for (let rows = await page(nilId); rows.length > 0; rows = await page(rows.at(-1)?.id ?? nilId))
    for (const row of rows) await reindexRow(database, resource, { row, log })
}

async function reindexRow(
  database: Database,
  resource: AnyResource,
  { row, log }: { readonly row: Row; readonly log: Logger },
): Promise<void> {
  const record = Object.fromEntries(
    foldedFieldNames(resource).map((name) => [name, valueFromRow(resource, row, name)]),
  )
  const json = jsonColumns(resource)
  const changes = foldedColumns(resource, record).filter(([column, value]) =>
    typeof value === 'string' && json.has(column)
      ? !isDeepStrictEqual(jsonOf(row[column]), JSON.parse(value))
      : row[column] !== value,
  )
  const write = async (columns: typeof changes) => {
    if (columns.length === 0) return
    // A concurrent save increments the version and folds the texts itself.
    await database.query(
      `update ${tableNameOf(resource)} set ${columns.map(([column], i) => `${column} = $${i + 3}`).join(', ')} where id = $1 and version = $2`,
      [row.id, row.version, ...columns.map(([, value]) => value)],
    )
  }
  try {
    await write(changes)
  } catch (error) {
    const appError = translateError(registryOf(resource), error)
    if (!(appError instanceof AppError) || appError.code !== 'record.taken') throw error
    log.warn(
      { resource: resource.name, id: row.id },
      'the name of a record now equals that of another record; its search text was not changed',
    )
    const unique = new Set(uniqueGroups(resource).flat().map(keyColumnOf))
    await write(changes.filter(([column]) => !unique.has(column)))
  }
}
