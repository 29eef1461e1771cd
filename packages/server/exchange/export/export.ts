/**
 * Exports records as a file. Fixes the set of ids, logs the export, and then streams the rows as
 * fast as the client reads them.
 */
import { Readable } from 'node:stream'
import { familyOf, fieldTypeOf } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { exportRequiresReauthentication } from '@matricola/schema/powers.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { WalPosition } from '../../database/replica.ts'
import { authorize, type Permit } from '../../policy/permit.ts'
import { databaseForRead } from '../../records/reading/replica-source.ts'
import { consume, rateLimits } from '../../session/rate-limits.ts'
import { assertRecentPassword } from '../../session/reauthentication.ts'
import { recordSecurityEvent } from '../../session/security-events.ts'
import { cellWriter } from '../cells.ts'
import type { FileColumn, FileRow } from '../files/file-writer.ts'
import { type FileFormat, fileFormats } from '../files/write-file.ts'
import { headingOf, type Localization } from '../labels.ts'
import { type ExportPermits, readIdsOfQuery, readIdsOfSelection } from './id-set.ts'
import type { ExportQuery } from './query.ts'
import { type ExportedChunk, readExportedRows } from './rows.ts'

export interface ExportedFile {
  /** Contains only letters (from any alphabet), digits, dots and hyphens. */
  readonly name: string
  readonly media: string
  readonly content: Readable
}

/** Returns the permits of an export. Throws `session.required` or `access.denied`. */
export const exportPermits = (caller: Caller | null, resource: AnyResource): ExportPermits => ({
  export: authorize(caller, resource, 'export'),
  read: authorize(caller, resource, 'read'),
})

/**
 * Requires a recently entered password for exports of personal data. Throws
 * `reauthentication.required`.
 */
export function assertExportAllowed({ clock }: Context, { caller, resource }: Permit): void {
  if (caller && exportRequiresReauthentication(resource)) assertRecentPassword(caller, clock.now())
}

interface ExportRequest {
  readonly query: ExportQuery
  readonly language: Language
  readonly address: string
  /** Database position of the caller's last write; null if there was none. */
  readonly after: WalPosition | null
}

/**
 * Returns the export and logs it before the first byte is sent. Throws `reauthentication.required`,
 * `requests.tooMany` and the errors of `readIdsOfQuery` and `readIdsOfSelection`.
 */
export async function exportFile(
  context: Context,
  requestedPermits: ExportPermits,
  { query, language, address, after }: ExportRequest,
): Promise<ExportedFile> {
  const { database, clock, texts } = context
  const permits = { ...requestedPermits, read: { ...requestedPermits.read, language } }
  const { resource, actor } = permits.read
  const { format, form, columns, source, asOf } = query
  assertExportAllowed(context, permits.read)
  await consume(database, rateLimits.exports, actor.id ?? '', clock.now())
  // Rows are read from the database that the ids came from, or from a newer one, so that none is
  // missing.
  const sourceDatabase =
    typeof source === 'string'
      ? database
      : databaseForRead(database, [permits.read, permits.export], after)
  const ids =
    typeof source === 'string'
      ? await readIdsOfSelection(database, permits, { id: source, now: clock.now() })
      : await readIdsOfQuery({ ...context, database: sourceDatabase }, permits, {
          query: source,
          asOf,
        })
  await recordSecurityEvent(database, clock.now(), {
    kind: 'exported',
    userId: actor.id,
    address,
    details: {
      resource: resource.name,
      rows: ids.total,
      format,
      columns: columns.join(','),
      ...(asOf && { asOf: asOf.toISOString() }),
    },
  })
  const localization = { texts, language }
  const rows = exportFileRows(
    readExportedRows(context, {
      database: sourceDatabase,
      permits,
      ids,
      columns,
      asOf,
      usesTitles: form === 'people' && format !== 'json',
    }),
    {
      resource,
      columns,
      localization,
      needs: fileFormats[format].rowFormat,
    },
  )
  return {
    name: `${fileNameOf(resource, localization)}-${today(asOf ?? clock.now())}.${format}`,
    media: fileFormats[format].media,
    content: streamFile(fileFormats[format], rows, {
      title: texts.text(language, `resources:${resource.name}.many`),
      columns: columns.map((name) => fileColumn(resource, name, localization)),
      language,
      isHumanReadable: form === 'people',
    }),
  }
}

/** File name for records of a resource, in the given language and without extension. */
export const fileNameOf = ({ name }: AnyResource, { texts, language }: Localization) =>
  texts
    .text(language, `resources:${name}.many`)
    .toLocaleLowerCase(language)
    .replace(/[^\p{L}\p{N}]+/gu, '-')

/**
 * Returns a stream that generates the file while it is read, and stops when the client disconnects.
 */
export function streamFile(
  format: FileFormat,
  chunks: AsyncIterable<readonly FileRow[]>,
  sheet: Parameters<FileFormat['writer']>[0],
): Readable {
  const writer = format.writer(sheet)
  async function* generateChunks() {
    try {
      yield writer.begin()
      for await (const rows of chunks) {
        const chunk = await writer.rows(rows)
        if (chunk.length > 0) yield chunk
      }
      yield await writer.end()
    } finally {
      writer.close?.()
    }
  }
  return Readable.from(generateChunks(), { objectMode: false })
}

interface Shape {
  readonly resource: AnyResource
  readonly columns: readonly string[]
  readonly localization: Localization
  readonly needs: FileFormat['rowFormat']
}

async function* exportFileRows(
  chunks: AsyncIterable<ExportedChunk>,
  { resource, columns, localization, needs }: Shape,
) {
  const references = columns.filter((name) =>
    ['reference', 'links'].includes(fieldOf(resource, name).type),
  )
  for await (const { rows, keys } of chunks) {
    if (needs === 'value')
      yield rows.map((row): FileRow => ({ cells: [], value: exportedJson(row, references, keys) }))
    else {
      const writers = columns.map((name) => ({
        name,
        write: cellWriter(resource, name, { ...localization, keys }),
      }))
      yield rows.map(
        (row): FileRow => ({
          cells: writers.map(({ name, write }) => write(row[name])),
          value: row,
        }),
      )
    }
  }
}

/**
 * A row as the API returns it. `_keys` adds the keys by which other files name the referenced
 * records.
 */
function exportedJson(
  row: ExportedChunk['rows'][number],
  references: readonly string[],
  keys: ReadonlyMap<string, string>,
): object {
  if (references.length === 0) return row
  const keysByField: Record<string, string | readonly string[]> = {}
  for (const name of references) {
    const value = row[name]
    const key = Array.isArray(value)
      ? value.flatMap((id) => keys.get(String(id)) ?? [])
      : keys.get(String(value))
    if (key !== undefined) keysByField[name] = key
  }
  return { ...row, _keys: keysByField }
}

const columnFormats: { readonly [F in Family]?: FileColumn['format'] } = {
  number: 'number',
  date: 'day',
  instant: 'moment',
}

/** Returns the column of a field, wide enough for its heading and for most of its values. */
export function fileColumn(
  resource: AnyResource,
  name: string,
  localization: Localization,
): FileColumn {
  const heading = headingOf(resource, name, localization)
  const spec = fieldOf(resource, name)
  const { width = 24, isMoney = false } = fieldTypeOf(spec).file ?? {}
  const format = isMoney ? 'money' : (columnFormats[familyOf(spec)] ?? 'text')
  return { name, heading, format: format, width: Math.max(width, heading.length + 3) }
}
