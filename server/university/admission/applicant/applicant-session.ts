/** Sessions of applicants. Each gives access to one application for half an hour, and to nothing else. */
import { tidyAccessCode } from '#model/admission/access-code.ts'
import { nilId } from '#model/paths.ts'
import { compactCode } from '#model/values/tidy.ts'
import { AppError } from '#model/wire/errors.ts'
import { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { consume, release, take } from '#server/engine/session/limiter.ts'
import { hashToken, isToken, maskSubject, newToken } from '#server/engine/session/tokens.ts'
import { into, pick, run, set, sql, table } from '#server/engine/sql/typed.ts'
import { applicantMs, limits } from '#server/university/limits.ts'
import { applicantSession } from '#server/university/tables/rows.ts'
import { isAccessCode } from './access-code.ts'

const r = table(registrations, 'r')
const a = table(applicantSession, 'a')

export interface Attempt {
  readonly reference: string
  readonly accessCode: string
  /** Client address as the rate limits count it. */
  readonly limitedAddress: string
}

/**
 * Returns the id of the application that the access code belongs to. Throws `accessCode.wrong` for both an unknown reference
 * number and a wrong code, and `requests.tooMany` after too many attempts. A correct code is accepted no matter how many wrong
 * codes were sent for the application, so strangers cannot lock an applicant out.
 */
export async function provedApplication({ database, keys, clock }: Context, attempt: Attempt): Promise<string> {
  const now = clock.now()
  const reference = compactCode(attempt.reference)
  const address = maskSubject(keys.index, `address:${attempt.limitedAddress}`)
  await consume(database, limits.accessCodeAddress, address, now)
  const [row] = await run(
    database,
    sql`select ${pick({ id: r.id })} from ${r} where ${r.referenceCode} = ${reference} and ${r.erasedAt} is null`,
  )
  const code = tidyAccessCode(attempt.accessCode) ?? ''
  // An unknown application is checked like any other, so that the time taken reveals nothing.
  const fits = await isAccessCode(database, keys, { registrationId: row?.id ?? nilId, code })
  if (!row || !fits) {
    const mayGoOn = await take(database, limits.accessCodeSubject, maskSubject(keys.index, `reference:${reference}`), now)
    throw mayGoOn ? new AppError('accessCode.wrong') : new AppError('requests.tooMany', { retryAfterSeconds: 60 })
  }
  await release(database, limits.accessCodeAddress, address)
  return row.id
}

/** Opens a session for the application of the access code and returns its cookie token. Throws as `provedApplication` does. */
export async function openApplication(context: Context, attempt: Attempt): Promise<string> {
  const id = await provedApplication(context, attempt)
  const now = context.clock.now()
  const token = newToken()
  await run(
    context.database,
    sql`insert into ${into(a, {
      hash: hashToken(token),
      registration_id: id,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + applicantMs).toISOString(),
    })}`,
  )
  return token
}

/** Returns the application of a session token. Throws `applicant.required` if there is no such session or it has expired. */
export async function applicationOf(context: Context, token: string | null): Promise<string> {
  const id = await openApplicationOf(context, token)
  if (id === null) throw new AppError('applicant.required')
  return id
}

/** Like `applicationOf`, but returns null instead of throwing. */
export async function openApplicationOf({ database, clock }: Context, token: string | null): Promise<string | null> {
  const [row] = isToken(token)
    ? await run(
        database,
        sql`select ${pick({ registration_id: a.registration_id })} from ${a}
         where ${a.hash} = ${hashToken(token)} and ${a.revoked_at} is null and ${a.expires_at} > ${clock.now().toISOString()}`,
      )
    : []
  return row?.registration_id ?? null
}

/** Ends the session of a token, if there is one. */
export async function closeApplication({ database, clock }: Context, token: string | null): Promise<void> {
  if (!isToken(token)) return
  await run(
    database,
    sql`update ${a} ${set(a, { revoked_at: clock.now().toISOString() })} where ${a.hash} = ${hashToken(token)} and ${a.revoked_at} is null`,
  )
}

/** Ends all sessions of an application, in the caller's transaction. */
export async function closeAllOf(queries: Queries, registrationId: string, now: Date): Promise<void> {
  await run(
    queries,
    sql`update ${a} ${set(a, { revoked_at: now.toISOString() })} where ${a.registration_id} = ${registrationId} and ${a.revoked_at} is null`,
  )
}
