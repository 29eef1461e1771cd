import { randomUUID } from 'node:crypto'
import type { Queries } from '../database/database.ts'
import type { Environment } from '../environment.ts'

/** Events that concern the safety of accounts and data (S-14.2). */
export type SecurityEventKind =
  | 'signedIn'
  | 'signInFailed'
  | 'signedOut'
  | 'tokenReused'
  | 'answerLost'
  | 'passwordChanged'
  | 'passwordReset'
  | 'passwordProofFailed'
  | 'invitationAccepted'
  | 'sessionsEnded'
  | 'uploadRefused'
  | 'settingsExported'
  | 'exported'
  | 'backupTaken'
  | 'numbersRevealed'
  | 'dataErased'
  | 'dataExported'
  | 'retentionRun'
  | 'clockConfirmed'
  | 'statusBraked'
  | 'accessDenied'
  | 'settingsChanged'
  | 'roleChanged'
  | 'started'
  | 'stopped'
  | 'migrated'

interface SecurityEvent {
  readonly kind: SecurityEventKind
  readonly userId?: string | null
  /** Without its last part. */
  readonly address?: string
  /** Never a name, an address of mail, a token or a personal number. */
  readonly details?: { readonly [name: string]: string | number | boolean | null }
}

/**
 * Event of an archive that was stored in a file and read back. A download in the console has a user, and is none: nobody knows whether it arrived and
 * was kept.
 */
export const storedBackup = (missingFiles: number): SecurityEvent => ({
  kind: 'backupTaken',
  details: missingFiles > 0 ? { missingFiles } : {},
})

/** SQL of whether an event tells of a stored archive that lacks nothing. */
export const isCompleteBackup = "kind = 'backupTaken' and user_id is null and details -> 'missingFiles' is null"

/** Writes one security event, in the transaction of what it tells of where there is one. */
export const recordEvent = (queries: Queries, now: Date, event: SecurityEvent): Promise<void> => recordEvents(queries, now, [event])

/** As `recordEvent`, for many at once. */
export async function recordEvents(queries: Queries, now: Date, events: readonly SecurityEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ kind, userId, address = '', details = {} }) => ({
    id: randomUUID(),
    kind,
    user_id: userId,
    ip_truncated: address,
    details,
  }))
  await queries.query(
    `insert into security_event (id, at, kind, user_id, ip_truncated, details)
     select id, $2::timestamptz, kind, user_id, ip_truncated, details
     from jsonb_to_recordset($1::jsonb) as e (id uuid, kind text, user_id uuid, ip_truncated text, details jsonb)`,
    [JSON.stringify(rows), now.toISOString()],
  )
}

/** Writes an event that belongs to no transaction. What it tells of has happened: a failure to note it is logged, never thrown. */
export async function noteEvent(
  { database, clock, log }: Pick<Environment, 'database' | 'clock' | 'log'>,
  event: SecurityEvent,
): Promise<void> {
  await recordEvent(database, clock.now(), event).catch((error: unknown) =>
    log.error({ err: error, kind: event.kind }, 'a security event could not be noted'),
  )
}
