import type { Queries } from '../database/database.ts'
import type { Environment } from '../environment.ts'
import { removeEml } from '../ports/eml-mail.ts'
import { dropFiles, droppedFiles, removeDropped } from './file-records.ts'
import { trustedNow } from './trusted-clock.ts'

const hour = 3_600_000
const day = 24 * hour

/** A table whose rows nobody needs any more so many milliseconds after `$1`, as the condition says. */
export type Kept = readonly [table: string, isOver: string, ageMs: number]

/** Leftovers of a university, beside those that the engine knows. */
export interface Upkeep {
  readonly kept: readonly Kept[]
  /** SQL of whether a file that belongs to no record is needed all the same. */
  isFileNeeded(fileId: string): string
  /** Removes what no rule of one table tells; answers how many rows went. */
  tidy(context: Environment, now: Date): Promise<number>
}

/** Retention times of what nobody needs any more (S-15.4). */
const kept: readonly Kept[] = [
  ['access_token', 'expires_at < $1', day],
  ['session', 'absolute_expires_at < $1', 90 * day],
  ['one_time_token', 'expires_at < $1', 30 * day],
  ['device', 'last_seen_at < $1', 365 * day],
  ['rate_limit', 'updated_at < $1', day],
  ['security_event', 'at < $1', 365 * day],
  ['repeated_call', 'created_at < $1', day],
  ['access_log', 'at < $1', 5 * 365 * day],
  ['presence', 'seen_at < $1', hour],
  ['import_mapping', 'used_at < $1', 365 * day],
  ['import_synonym', 'used_at < $1', 3 * 365 * day],
]
/** As above, of what has rows of its own, of which there may be many: those, and the column that names what they belong to. */
const keptWithRows: readonly (readonly [table: string, isOver: string, ageMs: number, rows: string, owner: string])[] = [
  ['selection', 'expires_at < $1', 0, 'selection_row', 'selection_id'],
  ['job', "state in ('mapping', 'checking', 'ready') and created_at < $1", day, 'job_item', 'job_id'],
  ['job', "state = 'paused' and created_at < $1", 60 * day, 'job_item', 'job_id'],
  ['job', 'finished_at < $1', 30 * day, 'job_item', 'job_id'],
]
const rowsAtOnce = 2000
const mailsKeptMs = 30 * day
/** A file that was sent ahead of its form by somebody signed in; any other, or one that a newer one has replaced. */
const unclaimedKeptMs = 2 * day
const ownerlessKeptMs = day
const atOnce = 500

/** Deletes what is past its time, in small steps, and answers how many rows went: none while the clock is not to be believed. */
export async function tidy(context: Environment, own: Upkeep): Promise<number> {
  const { database } = context
  const now = await trustedNow(context)
  if (now === null) return 0
  const before = (ageMs: number) => new Date(now.getTime() - ageMs).toISOString()
  let gone = 0
  for (const [table, isOver, ageMs] of [...kept, ...own.kept]) {
    const rows = await database.query(
      `delete from ${table} where ctid in (select ctid from ${table} where ${isOver} limit ${atOnce}) returning 1`,
      [before(ageMs)],
    )
    gone += rows.length
  }
  for (const [table, isOver, ageMs, rows, owner] of keptWithRows) {
    const over = await database.query<{ id: string }>(`select id from ${table} where ${isOver} limit ${atOnce}`, [before(ageMs)])
    for (const { id } of over) gone += await removeWithRows(database, { table, id, rows, owner })
  }
  gone += await own.tidy(context, now)
  const files = await tidyFiles(context, own, [before(unclaimedKeptMs), before(ownerlessKeptMs)])
  return gone + files + (await tidyMails(context, before(mailsKeptMs)))
}

/** The rows go in steps: the embedded engine does nothing else while a statement runs. */
async function removeWithRows(
  queries: Queries,
  { table, id, rows, owner }: { readonly table: string; readonly id: string; readonly rows: string; readonly owner: string },
): Promise<number> {
  const some = `delete from ${rows} where ctid in (select ctid from ${rows} where ${owner} = $1 limit ${rowsAtOnce}) returning 1`
  while ((await queries.query(some, [id])).length === rowsAtOnce);
  return (await queries.query(`delete from ${table} where id = $1 returning 1`, [id])).length
}

async function tidyMails({ database, config }: Environment, before: string): Promise<number> {
  const rows = await database.query<{ id: string }>(
    `delete from outbox_mail where id in (select id from outbox_mail where state <> 'waiting' and created_at < $1 limit ${atOnce}) returning id`,
    [before],
  )
  for (const { id } of rows) await removeEml(config.dataDir, id)
  return rows.length
}

/** Files that nobody needs are dropped, and what was dropped or erased is removed from the store. */
async function tidyFiles(context: Environment, own: Upkeep, before: readonly [owned: string, ownerless: string]): Promise<number> {
  const isOver = `f.id in (select id from file where claimed_at is null and (record_id is null or owner_id is distinct from record_id)
    and created_at < case when owner_id is null then $2::timestamptz else $1::timestamptz end
    and not (${own.isFileNeeded('file.id')}) limit ${atOnce})`
  await dropFiles(context.database, isOver, before)
  return await removeDropped(context, await droppedFiles(context))
}

/** Tidies up a minute after the start and every hour until it is stopped, then does `more`; `stop` waits for a round under way. */
export function startHousekeeping(context: Environment, own: Upkeep): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  const round = () => {
    running = tidy(context, own).catch((error: unknown) => context.log.error({ err: error }, 'what is past its time could not be deleted'))
    timer = setTimeout(round, hour)
  }
  timer = setTimeout(round, 60_000)
  return {
    async stop() {
      clearTimeout(timer)
      await running
    },
  }
}
