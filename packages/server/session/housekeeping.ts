import type { Queries } from '../database/database.ts'
import type { Environment } from '../environment.ts'
import { removeEml } from '../ports/eml-mail.ts'
import { markFilesDropped, readDroppedFiles, removeDroppedFiles } from './file-records.ts'
import { findTrustedNow } from './trusted-clock.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Deletes rows of a table that meet a condition. `$1` in the condition is the current time minus
 * the age.
 */
export type RetentionRule = readonly [table: string, isOver: string, ageMs: number]

/** Housekeeping of a pack, in addition to that of the engine. */
export interface PackHousekeeping {
  readonly retention: readonly RetentionRule[]
  /** SQL condition: whether a file without a record is still needed. */
  isFileNeeded(fileId: string): string
  /**
   * Removes some rows that a rule for one table cannot describe. Returns the number of removed
   * rows, and is called until it returns 0.
   */
  clean(context: Environment, now: Date): Promise<number>
}

/** Retention of data that is no longer needed. */
const engineRetention: readonly RetentionRule[] = [
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
/**
 * Like `engineRetention`, for tables whose rows may have many child rows: also names the child
 * table and its column that refers to the owner.
 */
const engineRetentionWithRows: readonly (readonly [
  table: string,
  isOver: string,
  ageMs: number,
  rows: string,
  owner: string,
])[] = [
  ['selection', 'expires_at < $1', 0, 'selection_row', 'selection_id'],
  [
    'job',
    "state in ('mapping', 'checking', 'ready') and created_at < $1",
    day,
    'job_item',
    'job_id',
  ],
  ['job', "state = 'paused' and created_at < $1", 60 * day, 'job_item', 'job_id'],
  ['job', 'finished_at < $1', 30 * day, 'job_item', 'job_id'],
]
const rowsAtOnce = 2000
const mailRetentionMs = 30 * day
/** Retention of files without a record: uploads of signed-in users, and all others. */
const unclaimedFileRetentionMs = 2 * day
const ownerlessFileRetentionMs = day
/**
 * Rows per statement. A statement takes milliseconds, so users do not wait for locks or for the
 * embedded database.
 */
const batchSize = 500
const isOldMail = "state <> 'waiting' and created_at < $1"

interface Round {
  readonly packRules: PackHousekeeping
  readonly now: Date
  readonly isStopped: () => boolean
}

/** Returns the current time minus the retention period. Older rows have expired. */
const cutoff = (now: Date, ageMs: number) => new Date(now.getTime() - ageMs).toISOString()

/**
 * Deletes expired data in small steps and returns the number of rows. Deletes nothing while the
 * clock is not trusted. Several processes may run this at the same time. A rule that fails is
 * logged and does not stop the others.
 */
export async function runHousekeeping(
  context: Environment,
  packRules: PackHousekeeping,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { database, log } = context
  const now = await findTrustedNow(context)
  if (now === null) return 0
  const round = { packRules, now, isStopped }
  const work = [
    ...[...engineRetention, ...packRules.retention].map(
      (rule) => () => removeExpired(database, rule, now),
    ),
    ...engineRetentionWithRows.map((rule) => () => removeExpiredOwners(database, rule, round)),
    () => packRules.clean(context, now),
    () => removeUnneededFiles(context, round),
    () => removeOldMails(context, now),
  ]
  let removedCount = 0
  for (const step of work)
    try {
      for (let removed = -1; removed !== 0 && !isStopped(); removedCount += removed)
        removed = await step()
    } catch (error) {
      log.error({ err: error }, 'deleting expired rows failed')
    }
  return removedCount
}

/** Removes some rows of a table. Skips rows that another process is removing. */
async function removeExpired(
  queries: Queries,
  [table, condition, ageMs]: RetentionRule,
  now: Date,
): Promise<number> {
  const batch = `select ctid from ${table} where ${condition} limit ${batchSize} for update skip locked`
  return (
    await queries.query(`delete from ${table} where ctid = any(array(${batch})) returning 1`, [
      cutoff(now, ageMs),
    ])
  ).length
}

async function removeExpiredOwners(
  queries: Queries,
  [table, condition, ageMs, rows, owner]: (typeof engineRetentionWithRows)[number],
  { now, isStopped }: Round,
): Promise<number> {
  const expired = await queries.query<{ id: string }>(
    `select id from ${table} where ${condition} limit ${batchSize}`,
    [cutoff(now, ageMs)],
  )
  let removedCount = 0
  for (const { id } of expired)
    if (!isStopped()) removedCount += await removeWithRows(queries, { table, id, rows, owner })
  return removedCount
}

/**
 * Removes child rows in steps, because the embedded database runs nothing else during a statement.
 */
async function removeWithRows(
  queries: Queries,
  {
    table,
    id,
    rows,
    owner,
  }: { readonly table: string; readonly id: string; readonly rows: string; readonly owner: string },
): Promise<number> {
  const deletion = `delete from ${rows} where ctid in (select ctid from ${rows} where ${owner} = $1 limit ${rowsAtOnce}) returning 1`
  while ((await queries.query(deletion, [id])).length === rowsAtOnce);
  return (await queries.query(`delete from ${table} where id = $1 returning 1`, [id])).length
}

async function removeOldMails({ database, config }: Environment, now: Date): Promise<number> {
  const rows = await database.query<{ id: string }>(
    `delete from outbox_mail where id in (select id from outbox_mail where ${isOldMail} limit ${batchSize} for update skip locked) returning id`,
    [cutoff(now, mailRetentionMs)],
  )
  for (const { id } of rows) await removeEml(config.dataDir, id)
  return rows.length
}

const isUnneededFile = ({
  isFileNeeded,
}: PackHousekeeping) => `claimed_at is null and (record_id is null or owner_id is distinct from record_id)
  and created_at < case when owner_id is null then $2::timestamptz else $1::timestamptz end and not (${isFileNeeded('file.id')})`
const fileCutoffs = (now: Date) => [
  cutoff(now, unclaimedFileRetentionMs),
  cutoff(now, ownerlessFileRetentionMs),
]

/** Drops some unneeded files, and removes dropped and erased files from the store. */
async function removeUnneededFiles(
  context: Environment,
  { packRules, now, isStopped }: Round,
): Promise<number> {
  const condition = `f.id in (select id from file where ${isUnneededFile(packRules)} limit ${batchSize})`
  await markFilesDropped(context.database, condition, fileCutoffs(now))
  return await removeDroppedFiles(context, await readDroppedFiles(context), isStopped)
}

/** Counting stops at this number, because a higher count gives no more information. */
const maxCounted = 10_000

/**
 * Returns the number of expired rows that still exist, by table. Each count stops at ten thousand,
 * which bounds the duration.
 */
export async function readBacklog(
  queries: Queries,
  packRules: PackHousekeeping,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rules: readonly RetentionRule[] = [
    ...engineRetention,
    ...packRules.retention,
    ...engineRetentionWithRows.map((rule): RetentionRule => [rule[0], rule[1], rule[2]]),
    ['outbox_mail', isOldMail, mailRetentionMs],
  ]
  const values = [...fileCutoffs(now), ...rules.map(([, , ageMs]) => cutoff(now, ageMs))]
  const countSql = (table: string, condition: string) =>
    `select '${table}' as name, count(*) as rows from (select from ${table} where ${condition} limit ${maxCounted}) found`
  const parts = rules.map(([table, condition], index) =>
    countSql(
      table,
      condition.replaceAll('$1', () => `$${index + 3}::timestamptz`),
    ),
  )
  const rows = await queries.query<{ name: string; rows: number }>(
    [countSql('file', isUnneededFile(packRules)), ...parts].join(' union all '),
    values,
  )
  const found = new Map<string, number>()
  for (const { name, rows: count } of rows) found.set(name, (found.get(name) ?? 0) + count)
  return found
}

/**
 * Runs housekeeping one minute after startup and every hour. `stop` waits for the running
 * statement.
 */
export function startHousekeeping(
  context: Environment,
  packRules: PackHousekeeping,
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let isStopped = false
  let timer: NodeJS.Timeout
  const runRound = () => {
    running = runHousekeeping(context, packRules, () => isStopped)
      .catch((error: unknown) => context.log.error({ err: error }, 'housekeeping failed'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(runRound, hour)
      })
  }
  timer = setTimeout(runRound, 60_000)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
