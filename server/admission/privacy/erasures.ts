/**
 * The list of erasures, kept in the database and in a file next to it, so that restoring an older
 * backup does not bring erased data back.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '@matricola/server/ports/durable.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import * as z from 'zod/mini'
import { registrations } from '#resources/registrations.ts'
import { erasureTable } from '#server/tables/rows.ts'
import { isFileOf } from './application-files.ts'
import { type ErasureContext, eraseApplication } from './erase.ts'

const erasure = table(erasureTable)
const file = table(fileTable)
const registration = table(registrations)

const line = z.object({
  record: z.uuid(),
  resource: z.literal('registrations'),
  at: z.string(),
  isWhole: z.boolean(),
})
type Entry = z.infer<typeof line>

const pathOf = ({ config }: Pick<ErasureContext, 'config'>) =>
  join(config.dataDir, 'erasures.jsonl')

/**
 * Adds the erasures in the database to the file. Call it after each erasure and before the database
 * is replaced.
 */
export async function saveErasures(context: ErasureContext): Promise<void> {
  const [found] = await runStatement(
    context.database,
    sql`select ${pick({ table: expr<string | null>`to_regclass('erasure')::text` })}`,
  )
  if (!found?.table) return
  const rows = await runStatement(
    context.database,
    sql`select ${pick({ record: erasure.record_id, ...columns(erasure, 'resource', 'at'), isWhole: erasure.is_whole })} from ${erasure}
     where ${erasure.resource} = 'registrations' order by ${erasure.at}, ${erasure.record_id}`,
  )
  if (rows.length === 0) return
  const entries = new Map((await readSavedErasures(context)).map((entry) => [entry.record, entry]))
  for (const row of rows)
    entries.set(row.record, {
      ...row,
      isWhole: row.isWhole || (entries.get(row.record)?.isWhole ?? false),
    })
  const path = pathOf(context)
  await mkdir(context.config.dataDir, { recursive: true, mode: 0o700 })
  // A unique name, since another process may write the file at the same time.
  const draft = `${path}.${randomUUID()}.part`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(
      [...entries.values()].map((entry) => `${JSON.stringify(entry)}\n`).join(''),
    )
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(context.config.dataDir)
}

/** Repeats erasures that a restore has reverted, and returns their number. */
export async function repeatErasures(context: ErasureContext): Promise<number> {
  let repeated = 0
  for (const { record: id, isWhole, at } of await readSavedErasures(context)) {
    const [row] = await runStatement(
      context.database,
      sql`select ${pick({
        needsErasure: expr<boolean>`case when ${isWhole} then ${registration.erasedAt} is null or ${registration.erasedAt} < ${at} else exists (
         select 1 from ${file} where ${isFileOf(file, registration.id)} and ${file.claimed_at} is not null) end`,
      })}
       from ${registration} where ${registration.id} = ${id}`,
    )
    if (!row?.needsErasure) continue
    await eraseApplication(context, { id, isWhole, by: 'erasure', allowOpen: true })
    repeated += 1
  }
  return repeated
}

/**
 * Returns the entries of the file. Throws if a line is unreadable, since skipping it would bring
 * erased data back.
 */
async function readSavedErasures(context: Pick<ErasureContext, 'config'>): Promise<Entry[]> {
  const text = await readFile(pathOf(context), 'utf8').catch(emptyIfMissing)
  return text
    .split('\n')
    .filter(Boolean)
    .map((row) => line.parse(JSON.parse(row)))
}

function emptyIfMissing(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
  throw error
}
