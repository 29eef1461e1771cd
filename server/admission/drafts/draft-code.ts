/**
 * Replaces a lost access code of an application draft. This requires the link to the draft, the
 * birth date in the draft, and access to the mailbox of the email address in the draft. None of
 * these is enough alone.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { type OutboxRow, queueMail } from '@matricola/server/mail/outbox.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { consume, refundAttempt, tryConsume } from '@matricola/server/session/rate-limits.ts'
import { maskSubject } from '@matricola/server/session/tokens.ts'
import {
  columns,
  outerTable,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { findRecoveryIdentity } from '#resources/draft-recovery.ts'
import { createAccessCode } from '#server/admission/applicant/access-code.ts'
import { draftCodeLinkMs, universityRateLimits } from '#server/limits.ts'
import { applicationDraftTable } from '#server/tables/rows.ts'
import { draftExpiryOf } from './draft-lifetime.ts'
import { addressSubject, decryptDraft, hashDraftCode } from './drafts.ts'

const applicationDraft = table(applicationDraftTable)
const admissionSession = outerTable(admissionSessions)

interface DraftCodeRequest {
  readonly id: string
  /** For example `2007-03-15`. */
  readonly birthDate: string
  readonly limitedAddress: string
  readonly language: Language
}

/**
 * Queues an email with a link to a new code. Checks the draft and the birth date only when the
 * email is composed, so that the work and the response are the same in every case, even above the
 * rate limit of a draft. Throws `requests.tooMany` above the rate limit of the caller's address.
 */
export async function queueDraftCodeMail(
  { database, keys, clock }: Context,
  request: DraftCodeRequest,
): Promise<void> {
  const { id, birthDate, limitedAddress, language } = request
  const now = clock.now()
  await consume(
    database,
    universityRateLimits.draftCodeAddress,
    addressSubject(keys, limitedAddress),
    now,
  )
  if (
    !(await tryConsume(
      database,
      universityRateLimits.draftCodeSubject,
      maskSubject(keys.index, `draft:${id}`),
      now,
    ))
  )
    return
  await queueMail(database, now, {
    kind: 'draftCode',
    language,
    params: { draft: id, birthDate: birthDateHash(keys, id, birthDate) },
  })
}

const birthDateHash = (keys: SecretKeys, id: string, birthDate: string) =>
  createHmac('sha256', keys.index).update(`draft-birth-date:${id}:${birthDate}`).digest('base64url')

/** Link to a new access code. */
interface CodeLink {
  readonly address: string
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Returns the link for a queued request. Returns null if the draft is no longer kept, the birth
 * date is wrong, or the email address has received its daily maximum of links.
 */
export async function createCodeLink(
  { database, keys, clock }: Context,
  { params, attempts }: OutboxRow,
): Promise<CodeLink | null> {
  const now = clock.now()
  const id = params.draft ?? ''
  const draft = await findOpenableDraft(database, id, now)
  const recovery =
    draft && findRecoveryIdentity(decryptDraft(keys, id, draft.encrypted_content).values)
  if (!recovery || birthDateHash(keys, id, recovery.birthDate) !== params.birthDate) return null
  // An email that the mail server rejected is composed again. Only the first attempt counts.
  const subject = maskSubject(keys.index, `mail:${recovery.address.toLowerCase()}`)
  if (
    attempts === 1 &&
    !(await tryConsume(database, universityRateLimits.draftCodeMails, subject, now))
  )
    return null
  const expiresAt = new Date(Math.min(now.getTime() + draftCodeLinkMs, draft.until.getTime()))
  return {
    address: recovery.address,
    token: createCodeToken(keys, { id, codeHash: draft.code_hash, expiresAt }),
    expiresAt,
  }
}

interface CodeToken {
  readonly id: string
  /** Hash of the code that is being replaced. */
  readonly codeHash: string
  readonly expiresAt: Date
}

const macLength = 43

/**
 * Returns a token: a keyed hash over the draft, its current code and the token's expiry time,
 * followed by that time. It works once, because using it replaces the code that it was made for.
 * Nothing has to be stored or cleaned up.
 */
function createCodeToken(keys: SecretKeys, { id, codeHash: hash, expiresAt }: CodeToken): string {
  const time = expiresAt.getTime().toString(36)
  return (
    createHmac('sha256', keys.index)
      .update(`draft-code-token:${id}:${hash}:${time}`)
      .digest('base64url') + time
  )
}

function isValidCodeToken(
  keys: SecretKeys,
  token: string,
  draft: Pick<CodeToken, 'id' | 'codeHash'>,
  now: Date,
): boolean {
  const expiresAt = new Date(Number.parseInt(token.slice(macLength), 36))
  if (!(expiresAt > now)) return false
  const expected = Buffer.from(createCodeToken(keys, { ...draft, expiresAt }))
  const actual = Buffer.from(token)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

interface Renewal {
  readonly id: string
  readonly token: string
  readonly limitedAddress: string
}

/**
 * Replaces the code of a draft and returns the new one. Throws the same `token.invalid` for a used
 * or expired token, a token for a different draft, and a draft that is no longer kept. Throws
 * `requests.tooMany` after too many attempts.
 */
export async function replaceDraftCode(
  { database, keys, clock }: Context,
  { id, token, limitedAddress }: Renewal,
) {
  const now = clock.now()
  const address = addressSubject(keys, limitedAddress)
  await consume(database, universityRateLimits.accessCodeAddress, address, now)
  const draft = await findOpenableDraft(database, id, now)
  if (!draft || !isValidCodeToken(keys, token, { id, codeHash: draft.code_hash }, now))
    throw new AppError('token.invalid')
  const accessCode = createAccessCode()
  const renewed = await runStatement(
    database,
    sql`update ${applicationDraft} ${setValues(applicationDraft, { code_hash: hashDraftCode(keys, id, accessCode) })}
     where ${applicationDraft.id} = ${id} and ${applicationDraft.code_hash} = ${draft.code_hash} and ${applicationDraft.encrypted_content} is not null returning ${pick({ id: applicationDraft.id })}`,
  )
  // Another call has used the token in the meantime.
  if (renewed.length === 0) throw new AppError('token.invalid')
  await refundAttempt(database, universityRateLimits.accessCodeAddress, address)
  return { accessCode }
}

/** Returns a draft that can still be opened; null if there is none. */
async function findOpenableDraft(queries: Queries, id: string, now: Date) {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ ...columns(applicationDraft, 'code_hash', 'encrypted_content', 'saved_at'), closesAt: admissionSession.closesAt })}
     from ${applicationDraft} left join ${admissionSession} on ${admissionSession.id} = ${applicationDraft.admission_session_id} where ${applicationDraft.id} = ${id}`,
  )
  if (!row || row.encrypted_content === null) return null
  const until = new Date(draftExpiryOf(new Date(row.saved_at), row))
  return until > now
    ? { code_hash: row.code_hash, encrypted_content: row.encrypted_content, until }
    : null
}
