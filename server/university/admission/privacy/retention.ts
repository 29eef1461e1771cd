import { today } from '#model/dates.ts'
import { AppError } from '#model/errors.ts'
import { recordEvent } from '#server/engine/session/events.ts'
import { droppedFiles, removeDropped } from '#server/engine/session/file-records.ts'
import { trustedNow } from '#server/engine/session/trusted-clock.ts'
import { type Erasing, erase } from './erase.ts'
import { keepErasures } from './erasures.ts'

/** References of the applications whose time is over. */
export interface RetentionReport {
  /** Only their files go. */
  readonly files: readonly string[]
  /** Everything personal goes. */
  readonly persons: readonly string[]
}

interface Due {
  readonly id: string
  readonly reference: string
  readonly isWhole: boolean
}

const atOnce = 100

/** What would be deleted at a time. */
export const retentionDue = async (context: Erasing, now: Date): Promise<RetentionReport> => reportOf(await dueIn(context, now, null))

/**
 * Deletes the files of applications that were declined or withdrawn, `retentionMonths` after their admission closed, and
 * after twice that what tells whose they were (S-15.4). An admission without a closing date keeps its applications. Null,
 * and nothing deleted, while the clock is not to be believed.
 */
export async function retain(context: Erasing): Promise<RetentionReport | null> {
  const now = await trustedNow(context)
  if (now === null) return null
  await removeDropped(context, await droppedFiles(context))
  const done: Due[] = []
  for (let due = await dueIn(context, now, atOnce); due.length > 0; due = await dueIn(context, now, atOnce)) {
    const before = done.length
    for (const one of due) if (await erased(context, one)) done.push(one)
    await keepErasures(context)
    // All of them were reopened meanwhile: the next night finds what is left.
    if (done.length === before) break
  }
  const report = reportOf(done)
  const details = { files: report.files.length, persons: report.persons.length }
  if (done.length > 0) await recordEvent(context.database, now, { kind: 'retentionRun', details })
  return report
}

async function erased(context: Erasing, { id, isWhole }: Due): Promise<boolean> {
  try {
    await erase(context, { id, isWhole, by: 'retention' })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'step.refused') return false
    throw error
  }
}

/** Whose time is over, oldest first; `limit` null: all of them. */
const dueIn = ({ database }: Erasing, now: Date, limit: number | null): Promise<Due[]> =>
  database.query<Due>(
    `select r.id, r.reference_code as reference, a.closes_at + make_interval(months => 2 * s.retention_months) <= $1 as "isWhole"
     from registrations r join admission_sessions a on a.id = r.admission_session_id
     cross join (select retention_months from settings limit 1) s
     where r.status = 'declined' and r.enrolled_at is null and r.erased_at is null
       and a.closes_at + make_interval(months => s.retention_months) <= $1
       and (a.closes_at + make_interval(months => 2 * s.retention_months) <= $1 or exists (
         select 1 from file f where f.resource = 'registrations' and f.record_id = r.id and f.claimed_at is not null))
     order by r.id limit $2`,
    [now.toISOString(), limit],
  )

const reportOf = (due: readonly Due[]): RetentionReport => {
  const references = (isWhole: boolean) => due.filter((one) => one.isWhole === isWhole).map(({ reference }) => reference)
  return { files: references(false), persons: references(true) }
}

/**
 * The run of the night: the first process that comes by on a new day does it, the others find it done. A day that has not
 * come yet was no run. Nothing goes on the first day of all, so that there is time to look at the settings, or to make a
 * dry run.
 */
export async function retainNightly(context: Erasing): Promise<void> {
  const { database, log } = context
  const now = await trustedNow(context)
  if (now === null) return
  const day = today(now)
  const first = await database.query(
    `insert into meta (key, value) values ('retentionRunOn', $1) on conflict (key) do nothing returning 1`,
    [day],
  )
  const claimed = await database.query(`update meta set value = $1 where key = 'retentionRunOn' and value <> $1 returning 1`, [day])
  if (first.length > 0 || claimed.length === 0) return
  const { files, persons } = (await retain(context)) ?? reportOf([])
  if (files.length + persons.length > 0)
    log.info({ files: files.length, persons: persons.length }, 'applications past their time were erased')
}
