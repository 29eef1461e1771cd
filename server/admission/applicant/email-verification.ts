/** Verification of an application's address, and changes of the address by the applicant. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { lockAll } from '@matricola/server/database/advisory-locks.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import { consume, refundAttempt, tryConsume } from '@matricola/server/session/rate-limits.ts'
import { hashToken, isToken, maskSubject } from '@matricola/server/session/tokens.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { columns, pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { RegistrationEventType, WireApplication } from '#resources/admission/wire.ts'
import { registrations } from '#resources/registrations.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { stopEmailChangeMs, universityRateLimits } from '#server/limits.ts'
import { emailVerificationTable } from '#server/tables/rows.ts'
import { assertUpdatesEnabled } from './answer.ts'
import { endApplicantSessionsOf } from './applicant-session.ts'
import { readApplication } from './read-application.ts'
import { addVerification, findPendingVerification } from './verification-links.ts'
import { assertOwnContact } from './visible-status.ts'

const verification = table(emailVerificationTable)

/** Changes of the address of one application happen one after another. */
const lockAddress = (queries: Queries, registrationId: string) =>
  lockAll(queries, [`${registrations.name}.personalEmail:${registrationId}`])

const readPermit = () => systemPermit('applicant', registrations, 'read')

const isSameAddress = (a: unknown, b: unknown) =>
  String(a).toLowerCase() === String(b).toLowerCase()

/**
 * Requests a new address, or sends the link again to one that is not verified. Throws
 * `updates.disabled`, `contact.closed`, `contact.disputed` and `contact.tooMany`.
 */
export async function requestEmailChange(
  context: Context,
  registrationId: string,
  address: string,
): Promise<WireApplication> {
  await assertUpdatesEnabled(context)
  await recordsOf(context).inTransaction(async (records, queries) => {
    await lockAddress(queries, registrationId)
    const { values } = await records.getStored(readPermit(), registrationId)
    if (values.erasedAt !== null) throw new AppError(admissionErrors['applicant.required'])
    assertOwnContact(values)
    const { personalEmail, emailState } = values
    if (emailState === 'disputed') throw new AppError(admissionErrors['contact.disputed'])
    const isFirst = isSameAddress(address, personalEmail)
    if (isFirst && emailState === 'verified') return
    const at = context.clock.now()
    const limits = [
      [universityRateLimits.emailChanges, registrationId],
      [universityRateLimits.emailLinks, addressSubject(context, address)],
    ] as const
    for (const [limit, subject] of limits)
      if (!(await tryConsume(queries, limit, subject, at)))
        throw new AppError(admissionErrors['contact.tooMany'])
    const id = await addVerification(queries, {
      ...{ registrationId, address, at },
      formerAddress: isFirst ? null : String(personalEmail),
    })
    const mail = {
      recordId: registrationId,
      language: values.language as Language,
      params: { verification: id },
    }
    await queueMail(queries, at, { ...mail, kind: 'verifyAddress', address })
    if (isFirst) return
    // A stranger may read an address that was never verified, and must not be able to keep it.
    if (emailState === 'verified')
      await queueMail(queries, at, {
        ...{ ...mail, kind: 'addressChanging', address: String(personalEmail) },
      })
    await record(queries, registrationId, 'emailChangeRequested', at)
  })
  return readApplication(context, registrationId)
}

const addressSubject = ({ keys }: Context, address: string) =>
  maskSubject(keys.index, `mail:${address.toLowerCase()}`)

const record = (queries: Queries, registrationId: string, type: RegistrationEventType, at: Date) =>
  addTimelineEvent(queries, {
    ...{ registrationId, type, by: { kind: 'applicant' }, at, visibleFrom: at },
  })

interface EmailLinkUse {
  readonly token: string
  readonly birthDate?: string | undefined
  readonly limitedAddress: string
}

export type EmailLinkOutcome = 'verified' | 'changed' | 'kept'

/**
 * Uses a link once. Throws `token.invalid` for every link that does not work, whatever the reason,
 * `birthDate.wrong`, and `requests.tooMany` after three wrong birth dates or too many attempts.
 */
export async function applyEmailLink(
  context: Context,
  { token, birthDate, limitedAddress }: EmailLinkUse,
): Promise<EmailLinkOutcome> {
  const { database, keys } = context
  const now = context.clock.now()
  const address = maskSubject(keys.index, `address:${limitedAddress}`)
  await consume(database, universityRateLimits.accessCodeAddress, address, now)
  const hash = isToken(token) ? hashToken(token) : ''
  const [found] = await runStatement(
    database,
    sql`select ${pick(columns(verification, 'id', 'registration_id', 'token_hash'))} from ${verification}
     where ${verification.token_hash} = ${hash} or ${verification.stop_hash} = ${hash}`,
  )
  if (!found) throw new AppError('token.invalid')
  const link = { id: found.id, registrationId: found.registration_id, now }
  const isVerification = found.token_hash === hash
  // Counted outside the transaction, because a refusal undoes the transaction.
  if (isVerification) await assertBirthDate(context, link, birthDate)
  const outcome = await recordsOf(context).inTransaction(async (records, queries) => {
    await lockAddress(queries, link.registrationId)
    return isVerification ? verify({ records, queries }, link) : stop({ records, queries }, link)
  })
  await refundAttempt(database, universityRateLimits.accessCodeAddress, address)
  return outcome
}

interface EmailLink {
  readonly id: string
  readonly registrationId: string
  readonly now: Date
}

/** Only the first address needs the birth date: the new address of a change is from the applicant. */
async function assertBirthDate(
  context: Context,
  { id, registrationId, now }: EmailLink,
  birthDate: string | undefined,
): Promise<void> {
  const pending = await findPendingVerification(context.database, registrationId, now)
  if (pending?.id !== id) throw new AppError('token.invalid')
  if (pending.former_address !== null) return
  const limit = universityRateLimits.emailBirthDate
  await consume(context.database, limit, id, now)
  const { values } = await recordsOf(context).getStored(readPermit(), registrationId)
  if (values.birthDate === null || values.birthDate !== birthDate)
    throw new AppError(admissionErrors['birthDate.wrong'])
}

interface Work {
  readonly records: Records
  readonly queries: Queries
}

/** Writes values of the application in the name of the applicant. */
async function write(
  { records }: Work,
  registrationId: string,
  action: string,
  values: (before: Values) => Values,
): Promise<void> {
  await records.applyInternalChange(systemPermit('applicant', registrations, 'update'), {
    id: registrationId,
    action,
    values: ({ values: before }) => values(before),
  })
}

async function verify(
  work: Work,
  { id, registrationId, now }: EmailLink,
): Promise<EmailLinkOutcome> {
  const { queries } = work
  const pending = await findPendingVerification(queries, registrationId, now)
  if (pending?.id !== id) throw new AppError('token.invalid')
  const { address, former_address: formerAddress } = pending
  await runStatement(
    queries,
    sql`update ${verification} ${setValues(verification, { verified_at: now.toISOString() })} where ${verification.id} = ${id}`,
  )
  let facts: Values = {}
  await write(
    work,
    registrationId,
    formerAddress === null ? 'verifyEmail' : 'changeEmail',
    (before) => {
      facts = before
      // Staff may have changed the address in the meantime.
      if (
        !isSameAddress(before.personalEmail, formerAddress ?? address) ||
        before.erasedAt !== null
      )
        throw new AppError('token.invalid')
      assertOwnContact(before)
      return { personalEmail: address, emailState: 'verified' }
    },
  )
  await record(
    queries,
    registrationId,
    formerAddress === null ? 'emailVerified' : 'emailChanged',
    now,
  )
  if (formerAddress !== null) return 'changed'
  // The code of the page after sending keeps working next to this one.
  await queueMail(queries, now, {
    kind: 'accessCode',
    language: facts.language as Language,
    params: { reference: String(facts.referenceCode) },
  })
  return 'verified'
}

/**
 * Stops a change and all later ones, or reverts them. Links of later changes no longer work, so a
 * stranger cannot use theirs to take the address back.
 */
async function stop(work: Work, { id, registrationId, now }: EmailLink): Promise<EmailLinkOutcome> {
  const { queries } = work
  const earliest = new Date(now.getTime() - stopEmailChangeMs)
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(verification, 'id', 'address', 'former_address', 'created_at', 'stopped_at'))} from ${verification}
     where ${verification.registration_id} = ${registrationId}::uuid order by ${verification.created_at}, ${verification.id}`,
  )
  const later = rows.slice(rows.findIndex((row) => row.id === id))
  const [change] = later
  if (!change || change.stopped_at !== null || new Date(change.created_at) <= earliest)
    throw new AppError('token.invalid')
  for (const row of later)
    await runStatement(
      queries,
      sql`update ${verification} ${setValues(verification, { stopped_at: now.toISOString() })} where ${verification.id} = ${row.id}`,
    )
  await write(work, registrationId, 'disputeEmail', ({ personalEmail, erasedAt }) => {
    if (erasedAt !== null) throw new AppError('token.invalid')
    // An address that staff have entered since then stays.
    const isReverted = later.some(({ address }) => isSameAddress(address, personalEmail))
    return {
      emailState: 'disputed',
      ...(isReverted && { personalEmail: change.former_address }),
    }
  })
  await endApplicantSessionsOf(queries, registrationId, now)
  await record(queries, registrationId, 'emailDisputed', now)
  return 'kept'
}
