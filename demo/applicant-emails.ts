/**
 * Emails to applicants: access codes, decisions that are not released yet, and a few that failed
 * some time ago.
 */

import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { hashAccessCode } from '#server/admission/applicant/access-code.ts'
import { untilReleased } from '#server/admission/timeline-events.ts'
import type { DemoRow } from './rows.ts'

/** Access code of every application in the demo. Real applications have random codes. */
export const demoAccessCode = 'DEM0DEM0DE'
/** States in which an application is still open. */
const openStates: ReadonlySet<string> = new Set([
  'submitted',
  'under_review',
  'update_requested',
  'in_progress',
])
const failedCount = 2
const day = 86_400_000
/**
 * Age of the failed emails. They are too old to raise an alarm, so that a new demo is healthy, and
 * too young to be deleted.
 */
const failedAgo = { min: 9 * day, max: 20 * day }

/** Stores access codes and emails. Call this in the transaction that stores the applications. */
export async function storeApplicantEmails(
  queries: Queries,
  keys: SecretKeys,
  registrations: readonly DemoRow<'registrations'>[],
  now: Date,
): Promise<void> {
  await storeAccessCodes(queries, keys, registrations)
  const released = untilReleased.toISOString()
  const heldApplications = registrations.filter(({ notifyAt }) => notifyAt === released)
  const waiting = heldApplications.map((row) =>
    outboxRow(row, {
      kind: row.status ?? '',
      at: row.decidedAt ?? row.createdAt,
      runAt: released,
      state: 'waiting',
    }),
  )
  const isFailed = ({ status, createdAt }: DemoRow<'registrations'>) => {
    const ageMs = now.getTime() - Date.parse(createdAt)
    return (
      status !== undefined &&
      openStates.has(status) &&
      ageMs > failedAgo.min &&
      ageMs < failedAgo.max
    )
  }
  const unreachable = registrations.filter(isFailed).slice(0, failedCount)
  const deadMails = unreachable.map((row) =>
    outboxRow(row, {
      kind: 'registrationReceived',
      at: row.createdAt,
      runAt: row.createdAt,
      state: 'dead',
    }),
  )
  await queries.query(
    `insert into outbox_mail (id, kind, address, record_id, language, params, created_at, run_at, attempts, state, last_error)
     select id, kind, address, record_id, language, '{}', created_at, run_at, attempts, state, last_error
     from jsonb_to_recordset($1::jsonb) as m (id uuid, kind text, address text, record_id uuid, language text, created_at timestamptz,
       run_at timestamptz, attempts integer, state text, last_error text)`,
    [JSON.stringify([...waiting, ...deadMails])],
  )
  for (const mail of deadMails)
    await queries.query(
      `insert into registration_event (id, registration_id, type, actor_kind, actor_name, at, payload)
       values ($1, $2, 'mailFailed', 'system', '', $3, $4::jsonb)`,
      [
        uuidv7(new Date(mail.created_at)),
        mail.record_id,
        mail.created_at,
        JSON.stringify({ mail: mail.kind }),
      ],
    )
}

export async function storeAccessCodes(
  queries: Queries,
  keys: SecretKeys,
  registrations: readonly DemoRow<'registrations'>[],
): Promise<void> {
  const codes = registrations.map(({ id, createdAt }) => ({
    registration_id: id,
    hash: hashAccessCode(demoAccessCode, id, keys),
    created_at: createdAt,
  }))
  await queries.query(
    `insert into access_code (registration_id, hash, created_at)
     select * from jsonb_to_recordset($1::jsonb) as c (registration_id uuid, hash text, created_at timestamptz)`,
    [JSON.stringify(codes)],
  )
}

interface Mail {
  readonly kind: string
  readonly at: string
  readonly runAt: string
  readonly state: 'waiting' | 'dead'
}

const outboxRow = (row: DemoRow<'registrations'>, { kind, at, runAt, state }: Mail) => ({
  id: uuidv7(new Date(at)),
  kind,
  address: state === 'dead' ? (row.personalEmail ?? null) : null,
  record_id: row.id,
  language: row.language ?? 'ro',
  created_at: at,
  run_at: runAt,
  attempts: state === 'dead' ? 1 : 0,
  state,
  // Mailbox unavailable.
  last_error: state === 'dead' ? '550' : null,
})
