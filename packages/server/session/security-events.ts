import { randomUUID } from 'node:crypto'
import type { Queries } from '../database/database.ts'
import type { Environment } from '../environment.ts'

/** Security events of packs, which add to this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: packs add to it
export interface SecurityEventKinds {}

/** Events that concern the security of accounts and data. */
export type SecurityEventKind =
  | 'signedIn'
  | 'signInFailed'
  | 'signedOut'
  | 'tokenReused'
  | 'responseLost'
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
  | 'accessDenied'
  | 'settingsChanged'
  | 'roleChanged'
  | 'started'
  | 'stopped'
  | 'migrated'
  | keyof SecurityEventKinds

interface SecurityEvent {
  readonly kind: SecurityEventKind
  readonly userId?: string | null
  /** IP address without its last part. */
  readonly address?: string
  /** Must not contain names, email addresses, tokens or personal numbers. */
  readonly details?: { readonly [name: string]: string | number | boolean | null }
}

/**
 * The event of a backup that was written to a file and verified. A download from the console is
 * different: it has a user, and the server cannot know whether it arrived and was kept.
 */
export const storedBackupEvent = (missingFiles: number): SecurityEvent => ({
  kind: 'backupTaken',
  details: missingFiles > 0 ? { missingFiles } : {},
})

/** SQL condition: whether an event is a stored backup without missing files. */
export const isCompleteBackup =
  "kind = 'backupTaken' and user_id is null and details -> 'missingFiles' is null"

/** Records a security event, if possible in the transaction of the action itself. */
export const recordSecurityEvent = (
  queries: Queries,
  now: Date,
  event: SecurityEvent,
): Promise<void> => recordSecurityEvents(queries, now, [event])

/** Like `recordSecurityEvent`, for many events. */
export async function recordSecurityEvents(
  queries: Queries,
  now: Date,
  events: readonly SecurityEvent[],
): Promise<void> {
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

/**
 * Records an event outside a transaction. The action has already happened, so a failure is logged
 * and not thrown.
 */
export async function tryRecordSecurityEvent(
  { database, clock, log }: Pick<Environment, 'database' | 'clock' | 'log'>,
  event: SecurityEvent,
): Promise<void> {
  await recordSecurityEvent(database, clock.now(), event).catch((error: unknown) =>
    log.error({ err: error, kind: event.kind }, 'recording a security event failed'),
  )
}
