import type { Context } from '../context.ts'
import { removeEml } from '../ports/eml-mail.ts'

const hour = 3_600_000
const day = 24 * hour

/** How long what nobody needs any more is kept (S-15.4): table, condition on `$1`, age in milliseconds. */
const kept: readonly (readonly [table: string, isOver: string, ageMs: number])[] = [
  ['access_token', 'expires_at < $1', day],
  ['session', 'absolute_expires_at < $1', 90 * day],
  ['one_time_token', 'expires_at < $1', 30 * day],
  ['device', 'last_seen_at < $1', 365 * day],
  ['rate_limit', 'updated_at < $1', day],
  ['notifications', 'sent_at < $1', 180 * day],
  ['security_event', 'at < $1', 365 * day],
]
const mailsKeptMs = 30 * day
/** A file that was sent ahead of its form, or that a newer one has replaced. */
const unclaimedKeptMs = 2 * day
const atOnce = 500

/** Deletes what is past its time, in small steps, and answers how many rows went. */
export async function tidy(context: Context): Promise<number> {
  const { database, clock } = context
  const before = (ageMs: number) => new Date(clock.now().getTime() - ageMs).toISOString()
  let gone = 0
  for (const [table, isOver, ageMs] of kept) {
    const rows = await database.query(
      `delete from ${table} where ctid in (select ctid from ${table} where ${isOver} limit ${atOnce}) returning 1`,
      [before(ageMs)],
    )
    gone += rows.length
  }
  return gone + (await tidyMails(context, before(mailsKeptMs))) + (await tidyFiles(context, before(unclaimedKeptMs)))
}

async function tidyMails({ database, config }: Context, before: string): Promise<number> {
  const rows = await database.query<{ id: string }>(
    `delete from outbox_mail where id in (select id from outbox_mail where state <> 'waiting' and created_at < $1 limit ${atOnce}) returning id`,
    [before],
  )
  for (const { id } of rows) await removeEml(config.dataDir, id)
  return rows.length
}

/** The row goes first: a row without bytes would be a lost file, bytes without a row are only in the way. */
async function tidyFiles({ database, files }: Context, before: string): Promise<number> {
  const rows = await database.query<{ key: string }>(
    `delete from file where id in (select id from file where claimed_at is null and created_at < $1 limit ${atOnce})
     and claimed_at is null returning key`,
    [before],
  )
  for (const { key } of rows) await files.remove(key)
  return rows.length
}

/** Tidies up a minute after the start and every hour until it is stopped; `stop` waits for a round under way. */
export function startHousekeeping(context: Context): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  const round = () => {
    running = tidy(context).catch((error: unknown) => context.log.error({ err: error }, 'what is past its time could not be deleted'))
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
