/** Creates an import from a file. It then waits for the user to confirm the mapping of its columns. */
import { nameNow } from '#model/former-names.ts'
import type { AnyResource } from '#model/resource.ts'
import { statementParts } from '#model/statement.ts'
import { defaultImportMode, type ImportReading } from '#model/wire/jobs.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { makeJob } from '#server/engine/jobs/make-job.ts'
import type { ReadFile } from '../../ports/file-reader.ts'
import { guessMapping, importFields, knownHeadings, statementOf } from './fields.ts'
import { type ImportInput, judgeOrders, sealFirstRows, sealHeadings, shapeOf } from './input.ts'
import { storeRows } from './rows.ts'

export interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly reading: ImportReading
}

/** Reads the file, stores its rows and returns the id of the job. Throws `import.unreadable`, `import.tooLarge` or `server.busy`. */
export async function startImport(context: Context, caller: Caller, resource: AnyResource, given: GivenFile): Promise<string> {
  const { database, keys, texts } = context
  const wording = { texts, language: caller.language }
  const statement = statementOf(resource, wording)
  const known = knownHeadings(resource, wording)
  const read = await context.readFile(given.bytes, { ...given.reading, known, ...(statement && { statement }) })
  const { headings, rows, converted, firstRows, ...file } = read
  const remembered = await rememberedMapping(database, caller, { resource, shape: shapeOf(keys, headings), width: headings.length })
  const ofStatement = isStatement(file.format) ? statementMapping(resource, caller, headings.length) : null
  const input: ImportInput = {
    fileName: given.name,
    file: { name: given.name, ...file },
    headings: sealHeadings(keys, caller.id, headings),
    firstRows: sealFirstRows(keys, caller.id, firstRows),
    mapping: remembered ?? ofStatement ?? guessMapping(resource, caller.role, { headings, wording }),
    judgedOrders: judgeOrders(
      headings.length,
      // Each row is the JSON of its cells.
      rows.map(({ cells }) => JSON.parse(cells) as unknown[]),
    ),
    isRemembered: remembered !== null,
    mode: defaultImportMode,
    converted,
    repeats: {},
  }
  const { id } = await makeJob(context, {
    kind: 'import',
    resource,
    caller,
    input,
    state: 'mapping',
    async fill(queries, jobId) {
      await storeRows(queries, keys, { jobId, rows })
      return rows.length
    },
  })
  return id
}

/** Maps the columns of a bank statement, whose order the reader fixes, as declared in `import.statement`. */
function statementMapping(resource: AnyResource, { role }: Caller, width: number): (string | null)[] {
  const known = importFields(resource, role)
  const named = statementParts.map((part) => resource.import?.statement?.[part] ?? null)
  return named.slice(0, width).map((name) => (name !== null && known.includes(name) ? name : null))
}

const isStatement = (format: ReadFile['format']) => format === 'mt940' || format === 'camt053'

interface Shape {
  readonly resource: AnyResource
  readonly shape: string
  readonly width: number
}

/** Returns the user's earlier mapping of the same columns, without fields that no longer exist; null if there is none. */
async function rememberedMapping(queries: Queries, caller: Caller, { resource, shape, width }: Shape): Promise<(string | null)[] | null> {
  const [row] = await queries.query<{ mapping: (string | null)[] }>(
    'select mapping from import_mapping where actor_id = $1 and resource = $2 and shape = $3',
    [caller.id, resource.name, shape],
  )
  if (row?.mapping.length !== width) return null
  const known = importFields(resource, caller.role)
  return row.mapping.map((was) => was && nameNow(resource, was)).map((name) => (name !== null && known.includes(name) ? name : null))
}

export async function rememberMapping(
  queries: Queries,
  { caller, resource, shape }: { readonly caller: Caller; readonly resource: AnyResource; readonly shape: string },
  { mapping, now }: { readonly mapping: readonly (string | null)[]; readonly now: Date },
): Promise<void> {
  await queries.query(
    `insert into import_mapping (actor_id, resource, shape, mapping, used_at) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (actor_id, resource, shape) do update set mapping = excluded.mapping, used_at = excluded.used_at`,
    [caller.id, resource.name, shape, JSON.stringify(mapping), now.toISOString()],
  )
}
