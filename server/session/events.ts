import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'

/** What concerns the safety of accounts and data (S-14.2). */
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

/** Writes one security event, in the transaction of what it tells of where there is one. */
export async function recordEvent(queries: Queries, now: Date, event: SecurityEvent): Promise<void> {
  await queries.query('insert into security_event (id, at, kind, user_id, ip_truncated, details) values ($1, $2, $3, $4, $5, $6::jsonb)', [
    randomUUID(),
    now.toISOString(),
    event.kind,
    event.userId ?? null,
    event.address ?? '',
    JSON.stringify(event.details ?? {}),
  ])
}

/** Writes an event that belongs to no transaction. What it tells of has happened: a failure to note it is logged, never thrown. */
export async function noteEvent(
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  event: SecurityEvent,
): Promise<void> {
  await recordEvent(database, clock.now(), event).catch((error: unknown) =>
    log.error({ err: error, kind: event.kind }, 'a security event could not be noted'),
  )
}
