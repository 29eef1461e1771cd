/**
 * Reads the health of the running program, for monitoring and, in more detail, for administrators.
 */
import type { WireAlarms, WireHealth } from '@matricola/schema/wire/wire.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import type { ReplicaState } from '../database/replica.ts'
import { dueCondition } from '../jobs/chunk.ts'
import { msSinceLastPoll } from '../jobs/runner.ts'
import { failedMailMs, failedSince } from '../mail/outbox.ts'
import { isCompleteBackup } from '../session/security-events.ts'
import { countFaultyFiles } from '../session/stored-files.ts'
import { type ClockState, readClockState } from '../session/trusted-clock.ts'

type HealthSources = Pick<Context, 'database' | 'disk' | 'clock' | 'files'>

/** Emails and jobs that wait longer than this are stuck. */
const stuckMs = 15 * 60_000
/** Failed jobs raise an alarm as long as failed emails. After that they only appear in their list. */
const failedAlarmMs = failedMailMs
/** If at least so many emails have waited for an hour in which none was sent, sending has stopped. */
const minStoppedMails = 10
const stoppedMailMs = 3_600_000
const maxSilenceMs = 60_000

interface Queues {
  readonly mails_waiting: number
  readonly mails_stuck: number
  readonly mails_given_up: number
  /** Emails that have waited for an hour in which none was sent. */
  readonly mails_stopped: number
  readonly jobs_waiting: number
  readonly jobs_stuck: number
  readonly jobs_given_up: number
  readonly pictures_waiting: number
  readonly last_backup: string | null
}

/**
 * The waiting time of an email starts at its send time until it is first tried, and at its creation
 * after that.
 */
const waitingSince = (time: string) =>
  `state = 'waiting' and case when attempts = 0 then run_at else created_at end < ${time}`

/** A job with a valid lease is running and not stuck. */
async function readQueues(queries: Queries, now: Date): Promise<Queues> {
  const [row] = await queries.query<Queues>(
    `select m.*, j.*, (select count(*) from file where has_raw and state = 'preparing') as pictures_waiting,
            (select max(at) from security_event where ${isCompleteBackup}) as last_backup
     from (select count(*) filter (where state = 'waiting') as mails_waiting,
             count(*) filter (where ${waitingSince('$2')}) as mails_stuck,
             count(*) filter (where ${failedSince('o', '$3')}) as mails_given_up,
             case when count(*) filter (where ${waitingSince('$4')}) >= ${minStoppedMails}
               and not exists (select 1 from outbox_mail where sent_at > $4)
               then count(*) filter (where ${waitingSince('$4')}) else 0 end as mails_stopped
           from outbox_mail o where state in ('waiting', 'dead')) m,
          (select count(*) filter (where ${dueCondition}) as jobs_waiting,
             count(*) filter (where ${dueCondition} and coalesce(lease_until, $1) <= $1 and coalesce(started_at, created_at) < $2) as jobs_stuck,
             count(*) filter (where state = 'failed' and error is distinct from 'access.denied' and finished_at > $3) as jobs_given_up
           from job) j`,
    [0, stuckMs, failedAlarmMs, stoppedMailMs].map((ms) =>
      new Date(now.getTime() - ms).toISOString(),
    ),
  )
  if (!row) throw new Error('counting the queues returned no row')
  return row
}

/** Facts in the database about the program's health. */
export interface Vitals {
  readonly time: ClockState
  readonly queues: Queues
  readonly faultyFiles: number
  /** Null if there is no replica. */
  readonly replica: ReplicaState | null
}

/** Throws the errors of the database. */
export async function readVitals({
  database: { vitals, replica },
  clock,
}: HealthSources): Promise<Vitals> {
  return {
    time: await readClockState({ database: vitals, clock }),
    queues: await readQueues(vitals, clock.now()),
    faultyFiles: await countFaultyFiles(vitals),
    replica: replica ? await replica.state() : null,
  }
}

/** Returns the alarms that need an administrator's attention; empty if there are none. */
export const readAlarms = async (sources: HealthSources): Promise<WireAlarms> =>
  findAlarms(sources, await readVitals(sources))

function findAlarms(
  { disk, database, files: store }: HealthSources,
  { time, queues, faultyFiles, replica }: Vitals,
): WireAlarms {
  const storage = disk.level()
  const mails = queues.mails_stuck + queues.mails_given_up
  const jobs = queues.jobs_stuck + queues.jobs_given_up
  return {
    ...(storage !== 'ample' && { storage }),
    ...(!time.isTrusted && {
      clock: { now: time.now.toISOString(), known: time.known.toISOString() },
    }),
    ...(mails > 0 && { mails }),
    ...(queues.mails_stopped > 0 && { stoppedMails: queues.mails_stopped }),
    ...(jobs > 0 && { jobs }),
    ...(faultyFiles > 0 && { files: faultyFiles }),
    ...(store.isUnreachable?.() && { store: 'unreachable' as const }),
    ...(replica && replica.state !== 'following' && { replica: replica.state }),
    ...(database.isCorrupted?.() && { isDamaged: true as const }),
  }
}

/** Combines the facts of the database with the state of this process and machine. */
export function toHealth(sources: HealthSources, vitals: Vitals): Omit<WireHealth, 'migration'> {
  const { database, disk, files } = sources
  const { time, queues, replica } = vitals
  const alarms = findAlarms(sources, vitals)
  const sinceLastPollMs = msSinceLastPoll(database)
  const isRunnerSilent = sinceLastPollMs !== null && sinceLastPollMs > maxSilenceMs
  return {
    status: alarms.isDamaged
      ? 'damaged'
      : Object.keys(alarms).length > 0 || isRunnerSilent
        ? 'degraded'
        : 'ready',
    engine: database.engine,
    disk: disk.level(),
    clock: {
      now: time.now.toISOString(),
      known: time.known.toISOString(),
      isTrusted: time.isTrusted,
    },
    mails: {
      waiting: queues.mails_waiting,
      stuck: queues.mails_stuck,
      givenUp: queues.mails_given_up,
    },
    jobs: {
      waiting: queues.jobs_waiting,
      stuck: queues.jobs_stuck,
      givenUp: queues.jobs_given_up,
      heartbeatSeconds: sinceLastPollMs === null ? null : Math.round(sinceLastPollMs / 1000),
    },
    picturesWaiting: queues.pictures_waiting,
    faultyFiles: vitals.faultyFiles,
    lastBackupAt: queues.last_backup,
    fileStore: files.isUnreachable ? (files.isUnreachable() ? 'unreachable' : 'up') : null,
    replica: replica && {
      state: replica.state,
      lagSeconds: replica.lagMs === null ? null : replica.lagMs / 1000,
    },
  }
}
