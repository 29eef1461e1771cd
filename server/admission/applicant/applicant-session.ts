/**
 * Sessions of applicants. Each gives access to one application for half an hour, and to nothing
 * else.
 */

import { nilId } from '@matricola/schema/paths.ts'
import { compactCode } from '@matricola/schema/values/characters.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Config } from '@matricola/server/config.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { readCookie } from '@matricola/server/session/cookies.ts'
import { consume, refundAttempt, tryConsume } from '@matricola/server/session/rate-limits.ts'
import { fingerprintOf } from '@matricola/server/session/repeated-call.ts'
import { createToken, hashToken, isToken, maskSubject } from '@matricola/server/session/tokens.ts'
import { into, pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import type { FastifyRequest } from 'fastify'
import { normalizeAccessCode } from '#resources/admission/access-code.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import { registrations } from '#resources/registrations.ts'
import { applicantSessionMs, universityRateLimits } from '#server/limits.ts'
import { applicantSessionTable } from '#server/tables/rows.ts'
import { isAccessCode } from './access-code.ts'

const registration = table(registrations)
const applicantSession = table(applicantSessionTable)

/** Cookie with the token of an applicant's session. */
export const applicantCookie = 'ap'

/** Tells applicants apart when a call is repeated. */
export function applicantScope(cookies: string | undefined, config: Config): string | null {
  const token = readCookie(config, cookies, applicantCookie)
  return token && `applicant:${fingerprintOf(token)}`
}

export const tokenIn = (request: FastifyRequest, { config }: Context) =>
  readCookie(config, request.headers.cookie, applicantCookie)

/**
 * Returns the application that the caller's cookie gives access to. Throws `applicant.required`.
 */
export const getCallerApplication = (request: FastifyRequest, context: Context) =>
  getSessionApplication(context, tokenIn(request, context))

export interface AccessAttempt {
  readonly reference: string
  readonly accessCode: string
  /** Client address, in the form that rate limits use. */
  readonly limitedAddress: string
}

/**
 * Returns the id of the application that the access code belongs to. Throws `accessCode.wrong` for
 * both an unknown reference number and a wrong code, and `requests.tooMany` after too many
 * attempts. A correct code is accepted no matter how many wrong codes were sent for the
 * application, so strangers cannot lock an applicant out.
 */
export async function authenticateApplicant(
  { database, keys, clock }: Context,
  attempt: AccessAttempt,
): Promise<string> {
  const now = clock.now()
  const reference = compactCode(attempt.reference)
  const address = maskSubject(keys.index, `address:${attempt.limitedAddress}`)
  await consume(database, universityRateLimits.accessCodeAddress, address, now)
  const [row] = await runStatement(
    database,
    sql`select ${pick({ id: registration.id })} from ${registration} where ${registration.referenceCode} = ${reference} and ${registration.erasedAt} is null`,
  )
  const code = normalizeAccessCode(attempt.accessCode) ?? ''
  // An unknown application is checked like any other, so that the time taken reveals nothing.
  const isCorrect = await isAccessCode(database, keys, { registrationId: row?.id ?? nilId, code })
  if (!row || !isCorrect) {
    const isBelowLimit = await tryConsume(
      database,
      universityRateLimits.accessCodeSubject,
      maskSubject(keys.index, `reference:${reference}`),
      now,
    )
    throw isBelowLimit
      ? new AppError(admissionErrors['accessCode.wrong'])
      : new AppError('requests.tooMany', { retryAfterSeconds: 60 })
  }
  await refundAttempt(database, universityRateLimits.accessCodeAddress, address)
  return row.id
}

/**
 * Opens a session for the application with the access code and returns its cookie token. Throws as
 * `authenticateApplicant` does.
 */
export async function startApplicantSession(
  context: Context,
  attempt: AccessAttempt,
): Promise<string> {
  const id = await authenticateApplicant(context, attempt)
  const now = context.clock.now()
  const token = createToken()
  await runStatement(
    context.database,
    sql`insert into ${into(applicantSession, {
      hash: hashToken(token),
      registration_id: id,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + applicantSessionMs).toISOString(),
    })}`,
  )
  return token
}

/**
 * Returns the application that a session token belongs to. Throws `applicant.required` if there is
 * no such session or it has expired.
 */
export async function getSessionApplication(
  context: Context,
  token: string | null,
): Promise<string> {
  const id = await findSessionApplication(context, token)
  if (id === null) throw new AppError(admissionErrors['applicant.required'])
  return id
}

/** Like `getSessionApplication`, but returns null instead of throwing. */
export async function findSessionApplication(
  { database, clock }: Context,
  token: string | null,
): Promise<string | null> {
  const [row] = isToken(token)
    ? await runStatement(
        database,
        sql`select ${pick({ registration_id: applicantSession.registration_id })} from ${applicantSession}
         where ${applicantSession.hash} = ${hashToken(token)} and ${applicantSession.revoked_at} is null and ${applicantSession.expires_at} > ${clock.now().toISOString()}`,
      )
    : []
  return row?.registration_id ?? null
}

/** Ends the session of a token, if there is one. */
export async function endApplicantSession(
  { database, clock }: Context,
  token: string | null,
): Promise<void> {
  if (!isToken(token)) return
  await runStatement(
    database,
    sql`update ${applicantSession} ${setValues(applicantSession, { revoked_at: clock.now().toISOString() })} where ${applicantSession.hash} = ${hashToken(token)} and ${applicantSession.revoked_at} is null`,
  )
}

/** Ends all sessions of an application, in the caller's transaction. */
export async function endApplicantSessionsOf(
  queries: Queries,
  registrationId: string,
  now: Date,
): Promise<void> {
  await runStatement(
    queries,
    sql`update ${applicantSession} ${setValues(applicantSession, { revoked_at: now.toISOString() })} where ${applicantSession.registration_id} = ${registrationId} and ${applicantSession.revoked_at} is null`,
  )
}
