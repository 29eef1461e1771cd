/**
 * Creates an import from a file. It then waits for the user to confirm the mapping of its columns.
 */

import { statementParts } from '@matricola/schema/bank-statement.ts'
import { currentName } from '@matricola/schema/former-names.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { defaultImportMode, type ImportFileOptions } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/database.ts'
import { createJob } from '../../jobs/create-job.ts'
import type { ParsedFile } from '../../ports/file-reader.ts'
import { guessMapping, importFields, knownHeadings, statementOptions } from './fields.ts'
import { storeImportedRows } from './imported-rows.ts'
import {
  detectDayOrders,
  encryptFirstRows,
  encryptHeadings,
  headingsHash,
  type ImportInput,
} from './input.ts'

export interface UploadedImport {
  readonly name: string
  readonly bytes: Uint8Array
  readonly readOptions: ImportFileOptions
}

/**
 * Reads the file, stores its rows and returns the id of the job. Throws `import.unreadable`,
 * `import.tooLarge` or `server.busy`.
 */
export async function startImport(
  context: Context,
  caller: Caller,
  resource: AnyResource,
  upload: UploadedImport,
): Promise<string> {
  const { database, keys, texts } = context
  const localization = { texts, language: caller.language }
  const statement = statementOptions(resource, localization)
  const known = knownHeadings(resource, localization)
  const read = await context.readFile(upload.bytes, {
    ...upload.readOptions,
    known,
    ...(statement && { statement }),
  })
  const { headings, rows, converted, firstRows, ...file } = read
  const storedMapping = await findStoredMapping(database, caller, {
    resource,
    shape: headingsHash(keys, headings),
    width: headings.length,
  })
  const statementMapping = isStatement(file.format)
    ? mapStatementColumns(resource, caller, headings.length)
    : null
  const input: ImportInput = {
    fileName: upload.name,
    file: { name: upload.name, ...file },
    headings: encryptHeadings(keys, caller.id, headings),
    firstRows: encryptFirstRows(keys, caller.id, firstRows),
    mapping:
      storedMapping ??
      statementMapping ??
      guessMapping(resource, caller.role, { headings, localization }),
    judgedOrders: detectDayOrders(
      headings.length,
      // Each row is the JSON of its cells.
      rows.map(({ cells }) => JSON.parse(cells) as unknown[]),
    ),
    isMappingReused: storedMapping !== null,
    mode: defaultImportMode,
    converted,
    repeats: {},
  }
  const { id } = await createJob(context, {
    kind: 'import',
    resource,
    caller,
    input,
    state: 'mapping',
    async insertItems(queries, jobId) {
      await storeImportedRows(queries, keys, { jobId, rows })
      return rows.length
    },
  })
  return id
}

/**
 * Maps the columns of a bank statement, whose order the reader fixes, as declared in
 * `import.statement`.
 */
function mapStatementColumns(
  resource: AnyResource,
  { role }: Caller,
  width: number,
): (string | null)[] {
  const fields = importFields(resource, role)
  const statementFields = statementParts.map((part) => resource.import?.statement?.[part] ?? null)
  return statementFields
    .slice(0, width)
    .map((name) => (name !== null && fields.includes(name) ? name : null))
}

const isStatement = (format: ParsedFile['format']) => format === 'mt940' || format === 'camt053'

interface Shape {
  readonly resource: AnyResource
  readonly shape: string
  readonly width: number
}

/**
 * Returns the user's earlier mapping of the same columns, without fields that no longer exist; null
 * if there is none.
 */
async function findStoredMapping(
  queries: Queries,
  caller: Caller,
  { resource, shape, width }: Shape,
): Promise<(string | null)[] | null> {
  const [row] = await queries.query<{ mapping: (string | null)[] }>(
    'select mapping from import_mapping where actor_id = $1 and resource = $2 and shape = $3',
    [caller.id, resource.name, shape],
  )
  if (row?.mapping.length !== width) return null
  const fields = importFields(resource, caller.role)
  return row.mapping
    .map((formerName) => formerName && currentName(resource, formerName))
    .map((name) => (name !== null && fields.includes(name) ? name : null))
}

export async function storeMapping(
  queries: Queries,
  {
    caller,
    resource,
    shape,
  }: { readonly caller: Caller; readonly resource: AnyResource; readonly shape: string },
  { mapping, now }: { readonly mapping: readonly (string | null)[]; readonly now: Date },
): Promise<void> {
  await queries.query(
    `insert into import_mapping (actor_id, resource, shape, mapping, used_at) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (actor_id, resource, shape) do update set mapping = excluded.mapping, used_at = excluded.used_at`,
    [caller.id, resource.name, shape, JSON.stringify(mapping), now.toISOString()],
  )
}
