/**
 * Addresses of applications to verify, and the links in their emails. A link's token is created when
 * its email is composed, and only its hash is stored.
 */

import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { createToken, hashToken } from '@matricola/server/session/tokens.ts'
import {
  columns,
  into,
  isoInstant,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { verifyEmailMs } from '#server/limits.ts'
import { emailVerificationTable } from '#server/tables/rows.ts'

const verification = table(emailVerificationTable)

interface NewVerification {
  readonly registrationId: string
  readonly address: string
  /** The address that is replaced; null for the address of a new application. */
  readonly formerAddress: string | null
  readonly at: Date
}

/** Stores an address to verify, in the caller's transaction. Returns the row's id. */
export async function addVerification(
  queries: Queries,
  { registrationId, address, formerAddress, at }: NewVerification,
): Promise<string> {
  const id = uuidv7(at)
  await runStatement(
    queries,
    sql`insert into ${into(verification, {
      id,
      registration_id: registrationId,
      address,
      former_address: formerAddress,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + verifyEmailMs).toISOString(),
    })}`,
  )
  return id
}

/** Returns the newest address of an application that a link can still verify; null if there is none. */
export async function findPendingVerification(queries: Queries, registrationId: string, now: Date) {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ ...columns(verification, 'id', 'address', 'former_address', 'verified_at', 'stopped_at'), expires_at: isoInstant(verification.expires_at) })} from ${verification}
     where ${verification.registration_id} = ${registrationId}::uuid order by ${verification.created_at} desc, ${verification.id} desc limit 1`,
  )
  return row &&
    row.verified_at === null &&
    row.stopped_at === null &&
    new Date(row.expires_at) > now
    ? row
    : null
}

/**
 * Creates the link of an email. A retry of the email replaces the link of the attempt before.
 * Returns null if the address can no longer be verified, or its change no longer be stopped.
 */
export async function createEmailToken(
  { database, clock }: Context,
  id: string | null,
  kind: 'verify' | 'stop',
): Promise<string | null> {
  const now = clock.now().toISOString()
  const token = createToken()
  const hash = hashToken(token)
  const rows = await runStatement(
    database,
    sql`update ${verification} ${setValues(verification, kind === 'verify' ? { token_hash: hash } : { stop_hash: hash })}
     where ${verification.id} = ${id}::uuid and ${verification.stopped_at} is null and (${kind === 'stop'} or (${verification.verified_at} is null and ${verification.expires_at} > ${now}))
     returning ${pick({ id: verification.id })}`,
  )
  return rows.length > 0 ? token : null
}
