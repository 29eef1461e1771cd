import { randomUUID } from 'node:crypto'
import type { Language } from '#model/vocabulary.ts'
import type { Queries } from '../database/database.ts'
import { announce, newsOf } from '../database/news.ts'
import { uuidv7 } from '../database/uuid.ts'
import type { Environment } from '../environment.ts'
import type { Mail } from '../ports/mail.ts'
import { isRefusedForGood } from '../ports/smtp-mail.ts'
import type { MailKind } from './mail-kinds.ts'

export interface QueuedMail {
  readonly kind: MailKind
  /** The account that it is for; absent where only an address is known yet. */
  readonly userId?: string
  /** The record that it tells of; without an account it goes to whom that names. */
  readonly recordId?: string
  /** Absent: the account's own, or what the record says. */
  readonly address?: string
  /** Not before then; absent: at once. */
  readonly runAt?: Date
  /** Absent: the one that the account's person last used. */
  readonly language?: Language
  readonly params?: { readonly [name: string]: string }
  /** Of mails with the same key only the first is ever sent. */
  readonly onceKey?: string
}

/** Decides that a mail is to be sent. Call it in the transaction of what the mail tells of: both happen, or neither (S-17.2). */
export const queueMail = (queries: Queries, now: Date, mail: QueuedMail): Promise<void> => queueMails(queries, now, [mail])

/** As `queueMail`, for many at once. */
export async function queueMails(queries: Queries, now: Date, mails: readonly QueuedMail[]): Promise<void> {
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
  announce(queries, 'mails')
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

const leaseMs = 60_000
/** With the waits below some two days: a mail server may be down over a weekend. */
const maxAttempts = 30
const longestWaitMs = 2 * 3_600_000

/** When to try again: 30 seconds, doubling up to two hours, a fifth more or less so that not all come at once (S-20.3). */
export const retryDelayMs = (attempts: number, random = Math.random()) =>
  Math.min(longestWaitMs, 30_000 * 2 ** (attempts - 1)) * (0.8 + 0.4 * random)

/** The knowledge of queued mails that whoever queues them hands in. */
export interface Mails {
  /** The mail in its recipient's language; null when there is nobody to send it to, or nothing any more to say. */
  compose(row: OutboxRow): Promise<Mail | null>
  /** Notes, in the transaction that says so, that a mail went out or was given up. */
  noteEnd(queries: Queries, mail: EndedMail, end: { readonly isSent: boolean; readonly at: Date }): Promise<void>
}

type Order = 'oldest' | 'newest'

/**
 * Mails under way at a time: each waits for the mail server more than it works. One way takes the newest first, so that who
 * has just asked for a link does not wait behind the results of an admission.
 */
const ways: readonly Order[] = ['newest', 'oldest', 'oldest', 'oldest']

/** Sends every mail that is due and answers how many were handled. Any number of processes may do so at once. */
export async function sendDueMails(context: Environment, mails: Mails): Promise<number> {
  return await sendInOrder(context, mails, { order: 'oldest', isOver: () => false })
}

interface Way {
  readonly order: Order
  /** Tells whether the mail under way is the last. */
  isOver(): boolean
}

async function sendInOrder(context: Environment, mails: Mails, { order, isOver }: Way): Promise<number> {
  let handled = 0
  while (!isOver() && (await sendNext(context, mails, order))) handled += 1
  return handled
}

async function sendNext(context: Environment, mails: Mails, order: Order): Promise<boolean> {
  const { database, clock, mail, log } = context
  const lease = randomUUID()
  const now = clock.now()
  const direction = order === 'newest' ? ' desc' : ''
  const [row] = await database.query<OutboxRow>(
    `update outbox_mail set lease_token = $1, lease_until = $2, attempts = attempts + 1
     where id = (select id from outbox_mail where state = 'waiting' and run_at <= $3 and (lease_until is null or lease_until < $3)
                 order by run_at${direction}, id${direction} limit 1 for update skip locked)
     returning id, kind, user_id, record_id, address, language, params, created_at, attempts`,
    [lease, new Date(now.getTime() + leaseMs).toISOString(), now.toISOString()],
  )
  if (!row) return false
  try {
    const message = await mails.compose(row)
    if (message) await mail.send(message)
    await finish(
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
    log.warn({ mail: row.id, kind: row.kind, attempts: row.attempts, err: error }, 'a mail could not be sent')
    const isDead = isRefusedForGood(error) || row.attempts >= maxAttempts
    await postpone(context, mails, row, { lease, isDead, error })
  }
  return true
}

/** Only the holder of the lease may say how it ended: who lost it must not overwrite the next one's result (S-20.2). A code that waited in it is forgotten. */
async function finish(
  { database, clock }: Environment,
  mails: Mails,
  { id, lease }: { readonly id: string; readonly lease: string },
  { state, address, subject }: { readonly state: 'sent' | 'dropped'; readonly address: string | null; readonly subject: string | null },
): Promise<void> {
  const now = clock.now()
  await database.transaction(async (queries) => {
    const [row] = await queries.query<EndedMail>(
      `update outbox_mail set state = $3, sent_at = $4, lease_until = null, last_error = null, params = params - 'sealedCode',
         address = coalesce($5, address), subject = $6 where id = $1 and lease_token = $2 returning kind, record_id`,
      [id, lease, state, now.toISOString(), address, subject],
    )
    if (row && state === 'sent') await mails.noteEnd(queries, row, { isSent: true, at: now })
  })
}

async function postpone(
  { database, clock }: Environment,
  mails: Mails,
  row: OutboxRow,
  { lease, isDead, error }: { readonly lease: string; readonly isDead: boolean; readonly error: unknown },
): Promise<void> {
  const now = clock.now()
  const next = new Date(now.getTime() + retryDelayMs(row.attempts))
  await database.transaction(async (queries) => {
    const [ended] = await queries.query<EndedMail>(
      `update outbox_mail set state = $3, run_at = $4, lease_until = null, last_error = $5 where id = $1 and lease_token = $2
       returning kind, record_id`,
      [row.id, lease, isDead ? 'dead' : 'waiting', next.toISOString(), codeOf(error)],
    )
    if (ended && isDead) await mails.noteEnd(queries, ended, { isSent: false, at: now })
  })
}

export type EndedMail = Pick<OutboxRow, 'kind' | 'record_id'>

/** Part of a failure that an admin may read: the mail server's code, never its sentence, which may hold addresses. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { responseCode, code } = error as Error & { responseCode?: unknown; code?: unknown }
  return [responseCode, code].filter((part) => typeof part === 'number' || typeof part === 'string').join(' ') || 'failed'
}

/** Longest time for which nobody looks, for what another process has left, and shortest: many mails are queued one after the other. */
const lookMs = { longest: 30_000, shortest: 200 }

/** Milliseconds until the next mail is due, at most until the next look. */
async function untilNext({ database, clock }: Environment): Promise<number> {
  const [row] = await database.query<{ at: string | null }>(
    `select min(greatest(run_at, coalesce(lease_until, run_at))) as at from outbox_mail where state = 'waiting'`,
  )
  const ms = row?.at ? Date.parse(row.at) - clock.now().getTime() : lookMs.longest
  return Math.min(lookMs.longest, Math.max(lookMs.shortest, ms))
}

/** Sends mails when they are due until it is stopped; `stop` waits for the mails under way. */
export function startOutbox(context: Environment, mails: Mails): { stop(): Promise<void> } {
  let isStopped = false
  let isNews = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | null = null
  const turn = () => {
    isNews = false
    running = Promise.allSettled(ways.map((order) => sendInOrder(context, mails, { order, isOver: () => isStopped })))
      .then((ended) => {
        for (const way of ended) if (way.status === 'rejected') throw way.reason
        return untilNext(context)
      })
      .catch((error: unknown) => {
        context.log.error({ err: error }, 'the outbox could not be read')
        return 1000
      })
      .then((ms) => {
        running = null
        if (!isStopped) timer = setTimeout(turn, isNews ? lookMs.shortest : ms)
      })
  }
  turn()
  const unhear = newsOf(context.database).hear((topic) => {
    if (topic !== null && topic !== 'mails') return
    // A round under way is followed by another.
    isNews = true
    if (running || isStopped) return
    clearTimeout(timer)
    timer = setTimeout(turn, lookMs.shortest)
  })
  return {
    async stop() {
      isStopped = true
      unhear()
      clearTimeout(timer)
      await running
    },
  }
}
