import { randomUUID } from 'node:crypto'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '../database/database.ts'
import { invalidationsOf, sendInvalidation } from '../database/invalidations.ts'
import { uuidv7 } from '../database/uuid.ts'
import type { Environment } from '../environment.ts'
import type { Mail } from '../ports/mail.ts'
import { isPermanentRejection } from '../ports/smtp-mail.ts'
import type { MailKind } from './mail-kinds.ts'

export interface QueuedMail {
  readonly kind: MailKind
  /** The recipient's account; absent if only an address is known. */
  readonly userId?: string
  /**
   * The record that the email is about. Without an account, the email goes to the person whom the
   * record names.
   */
  readonly recordId?: string
  /** Absent: the address of the account or of the record. */
  readonly address?: string
  /** Earliest time of sending; absent: immediately. */
  readonly runAt?: Date
  /** Absent: the language of the account. */
  readonly language?: Language
  readonly params?: { readonly [name: string]: string }
  /** Only the first email with the same key is sent. */
  readonly onceKey?: string
}

/**
 * Queues an email. Call this in the transaction of the event that it reports, so that either both
 * happen or neither does.
 */
export const queueMail = (queries: Queries, now: Date, mail: QueuedMail): Promise<void> =>
  queueMails(queries, now, [mail])

/** Like `queueMail`, for many emails. */
export async function queueMails(
  queries: Queries,
  now: Date,
  mails: readonly QueuedMail[],
): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({
    id: uuidv7(now),
    kind: mail.kind,
    user_id: mail.userId,
    address: mail.address,
    language: mail.language,
    params: mail.params ?? {},
    once_key: mail.onceKey,
    run_at: mail.runAt ?? now,
    record_id: mail.recordId,
  }))
  await queries.query(
    `insert into outbox_mail (id, kind, user_id, address, language, params, once_key, created_at, run_at, record_id)
     select m.id, m.kind, m.user_id, m.address, coalesce(m.language, u.language, (select language from settings limit 1)), m.params, m.once_key, $2::timestamptz, m.run_at,
       m.record_id
     from jsonb_to_recordset($1::jsonb) as m (id uuid, kind text, user_id uuid, address text, language text, params jsonb, once_key text,
       run_at timestamptz, record_id uuid)
     left join users u on u.id = m.user_id
     on conflict (once_key) do nothing`,
    [JSON.stringify(rows), now.toISOString()],
  )
  sendInvalidation(queries, 'mails')
}

export interface OutboxRow {
  readonly id: string
  readonly kind: MailKind
  readonly user_id: string | null
  readonly record_id: string | null
  readonly address: string | null
  readonly language: Language
  readonly params: { readonly [name: string]: string }
  readonly created_at: string
  readonly attempts: number
}

/** Emails that failed permanently raise an alarm for this long. */
export const failedMailMs = 7 * 24 * 3_600_000
export const failedAfterOf = (now: Date) => new Date(now.getTime() - failedMailMs).toISOString()

/** SQL condition: whether an email failed permanently after a time. */
export const failedSince = (mail: string, time: string) =>
  `(${mail}.state = 'dead' and ${mail}.run_at > ${time})`

const leaseMs = 60_000
/**
 * With the delays below, retries continue for about two days, so that a mail server may be down
 * over a weekend.
 */
const maxAttempts = 30
const longestWaitMs = 2 * 3_600_000

/**
 * Returns the delay before the next attempt: 30 seconds, doubling up to two hours, with 20 % jitter
 * to spread retries.
 */
export const retryDelayMs = (attempts: number, random = Math.random()) =>
  Math.min(longestWaitMs, 30_000 * 2 ** (attempts - 1)) * (0.8 + 0.4 * random)

/** Functions that compose emails and record their outcome. */
export interface MailHandlers {
  /**
   * Returns the email in its recipient's language; null if there is no recipient or nothing left to
   * report.
   */
  compose(row: OutboxRow): Promise<Mail | null>
  /** Records, in the same transaction, that an email was sent or failed permanently. */
  recordOutcome(
    queries: Queries,
    mail: FinishedMail,
    outcome: { readonly isSent: boolean; readonly at: Date },
  ): Promise<void>
}

/**
 * Emails sent in parallel, because most of the time is spent waiting for the mail server. One in
 * four is the newest, so that a user who has just requested a link does not wait behind thousands
 * of emails with results.
 */
const maxSending = 4

/**
 * Sends all emails that are due, oldest first, and returns how many were handled. Several processes
 * may do so at the same time.
 */
export async function sendDueMails(context: Environment, mails: MailHandlers): Promise<number> {
  for (let handled = 0; ; handled += 1) {
    const [mail] = await leaseMails(context, { newest: 0, oldest: 1 })
    if (!mail) return handled
    await sendLeased(context, mails, mail)
  }
}

/**
 * Sends emails in parallel until none is due. Emails that are queued meanwhile may be left.
 * `isOver`: whether to lease no more.
 */
async function sendInParallel(
  context: Environment,
  mails: MailHandlers,
  isOver: () => boolean,
): Promise<void> {
  const sending = new Set<Promise<void>>()
  const failures: unknown[] = []
  const send = (mail: LeasedMail) => {
    const one = sendLeased(context, mails, mail)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => sending.delete(one))
    sending.add(one)
  }
  try {
    for (let taken = 0; !isOver() && failures.length === 0; ) {
      const free = maxSending - sending.size
      const newest = Math.floor((taken + free) / maxSending) - Math.floor(taken / maxSending)
      const leased = await leaseMails(context, { newest, oldest: free - newest })
      taken += leased.length
      for (const mail of leased) send(mail)
      if (leased.length < free) break
      // Others may have ended while this statement ran.
      if (sending.size === maxSending) await Promise.race(sending)
    }
  } finally {
    await Promise.all(sending)
  }
  if (failures.length > 0) throw failures[0]
}

interface LeasedMail {
  readonly row: OutboxRow
  readonly lease: string
}

/** Leases due emails that no one else has leased: a number of the newest and of the oldest. */
async function leaseMails(
  { database, clock }: Environment,
  { newest, oldest }: { readonly newest: number; readonly oldest: number },
): Promise<readonly LeasedMail[]> {
  const lease = randomUUID()
  const now = clock.now()
  const isDue = `state = 'waiting' and run_at <= $3 and (lease_until is null or lease_until < $3)`
  const rows = await database.query<OutboxRow>(
    `with newest as materialized
       (select id from outbox_mail where ${isDue} order by run_at desc, id desc limit $4::int for update skip locked),
     oldest as materialized (select id from outbox_mail where ${isDue} order by run_at, id limit $5::int for update skip locked)
     update outbox_mail set lease_token = $1, lease_until = $2, attempts = attempts + 1
     where id in (select id from newest union all select id from oldest)
     returning id, kind, user_id, record_id, address, language, params, created_at, attempts`,
    [lease, new Date(now.getTime() + leaseMs).toISOString(), now.toISOString(), newest, oldest],
  )
  return rows.map((row) => ({ row, lease }))
}

async function sendLeased(
  context: Environment,
  mails: MailHandlers,
  { row, lease }: LeasedMail,
): Promise<void> {
  const { mail, log } = context
  try {
    const message = await mails.compose(row)
    if (message) await mail.send(message)
    await finishMail(
      context,
      mails,
      { id: row.id, lease },
      {
        state: message ? 'sent' : 'dropped',
        address: message?.to.address ?? null,
        subject: message?.subject ?? null,
      },
    )
  } catch (error) {
    log.warn(
      { mail: row.id, kind: row.kind, attempts: row.attempts, err: error },
      'sending an email failed',
    )
    const isGivenUp = isPermanentRejection(error) || row.attempts >= maxAttempts
    await postponeMail(context, mails, row, { lease, isGivenUp, error })
  }
}

/**
 * Stores the result, if the lease is still held; otherwise it could overwrite the result of another
 * process. The access code that was stored for the email is removed.
 */
async function finishMail(
  { database, clock }: Environment,
  mails: MailHandlers,
  { id, lease }: { readonly id: string; readonly lease: string },
  {
    state,
    address,
    subject,
  }: {
    readonly state: 'sent' | 'dropped'
    readonly address: string | null
    readonly subject: string | null
  },
): Promise<void> {
  const now = clock.now()
  await database.transaction(async (queries) => {
    const [row] = await queries.query<FinishedMail>(
      `update outbox_mail set state = $3, sent_at = $4, lease_until = null, last_error = null, params = params - 'encryptedCode',
         address = coalesce($5, address), subject = $6 where id = $1 and lease_token = $2 returning kind, record_id`,
      [id, lease, state, now.toISOString(), address, subject],
    )
    if (row && state === 'sent') await mails.recordOutcome(queries, row, { isSent: true, at: now })
  })
}

async function postponeMail(
  { database, clock }: Environment,
  mails: MailHandlers,
  row: OutboxRow,
  {
    lease,
    isGivenUp,
    error,
  }: { readonly lease: string; readonly isGivenUp: boolean; readonly error: unknown },
): Promise<void> {
  const now = clock.now()
  const next = new Date(now.getTime() + retryDelayMs(row.attempts))
  await database.transaction(async (queries) => {
    const [finished] = await queries.query<FinishedMail>(
      `update outbox_mail set state = $3, run_at = $4, lease_until = null, last_error = $5 where id = $1 and lease_token = $2
       returning kind, record_id`,
      [row.id, lease, isGivenUp ? 'dead' : 'waiting', next.toISOString(), codeOf(error)],
    )
    if (finished && isGivenUp)
      await mails.recordOutcome(queries, finished, { isSent: false, at: now })
  })
}

export type FinishedMail = Pick<OutboxRow, 'kind' | 'record_id'>

/**
 * Returns the part of a failure that administrators may see: the mail server's code. Its message
 * may contain addresses.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { responseCode, code } = error as Error & { responseCode?: unknown; code?: unknown }
  return (
    [responseCode, code]
      .filter((part) => typeof part === 'number' || typeof part === 'string')
      .join(' ') || 'failed'
  )
}

/**
 * Longest and shortest time between two checks of the outbox. The former finds emails left by other
 * processes; the latter collects emails that are queued in quick succession.
 */
const checkMs = { longest: 30_000, shortest: 200 }

/** Returns the milliseconds until the next email is due, or until the next check. */
async function msUntilNext({ database, clock }: Environment): Promise<number> {
  const [row] = await database.query<{ at: string | null }>(
    `select min(greatest(run_at, coalesce(lease_until, run_at))) as at from outbox_mail where state = 'waiting'`,
  )
  const ms = row?.at ? Date.parse(row.at) - clock.now().getTime() : checkMs.longest
  return Math.min(checkMs.longest, Math.max(checkMs.shortest, ms))
}

/** Sends emails when they are due until stopped. `stop` waits for those being sent. */
export function startOutbox(context: Environment, mails: MailHandlers): { stop(): Promise<void> } {
  let isStopped = false
  let isNewMail = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | null = null
  const sendDue = () => {
    isNewMail = false
    running = sendInParallel(context, mails, () => isStopped)
      .then(() => msUntilNext(context))
      .catch((error: unknown) => {
        context.log.error({ err: error }, 'reading the outbox failed')
        return 1000
      })
      .then((ms) => {
        running = null
        if (!isStopped) timer = setTimeout(sendDue, isNewMail ? checkMs.shortest : ms)
      })
  }
  sendDue()
  const unsubscribe = invalidationsOf(context.database).subscribe((topic) => {
    if (topic !== null && topic !== 'mails') return
    // If a round is running, another one follows it.
    isNewMail = true
    if (running || isStopped) return
    clearTimeout(timer)
    timer = setTimeout(sendDue, checkMs.shortest)
  })
  return {
    async stop() {
      isStopped = true
      unsubscribe()
      clearTimeout(timer)
      await running
    },
  }
}
