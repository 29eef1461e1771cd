/**
 * A new access code for a draft whose applicant has lost the code. It takes the link of the draft, the birth date that the draft
 * holds and the mailbox that the draft names: none of them opens it alone.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '#model/vocabulary.ts'
import { AppError } from '#model/wire/errors.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { recoveryOf } from '#resources/draft-recovery.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { type OutboxRow, queueMail } from '#server/engine/mail/outbox.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { consume, release, take } from '#server/engine/session/limiter.ts'
import { maskSubject } from '#server/engine/session/tokens.ts'
import { columns, outer, pick, run, set, sql, table } from '#server/engine/sql/typed.ts'
import { newAccessCode } from '#server/university/admission/applicant/access-code.ts'
import { draftCodeLinkMs, limits } from '#server/university/limits.ts'
import { applicationDraft } from '#server/university/tables/rows.ts'
import { keptUntil } from './draft-life.ts'
import { addressSubject, codeHash, unsealed } from './drafts.ts'

const d = table(applicationDraft, 'd')
const a = outer(admissionSessions, 'a')

interface CodeRequest {
  readonly id: string
  /** `2007-03-15` */
  readonly birthDate: string
  readonly limitedAddress: string
  readonly language: Language
}

/**
 * Notes that somebody asked for a new code. Whether the draft exists and the birth date is right is looked up when the mail is
 * composed, so the work here and the answer are the same in every case, also past the limit of a draft. Throws `requests.tooMany`
 * past the limit of the caller's address.
 */
export async function requestDraftCode({ database, keys, clock }: Context, request: CodeRequest): Promise<void> {
  const { id, birthDate, limitedAddress, language } = request
  const now = clock.now()
  await consume(database, limits.draftCodeAddress, addressSubject(keys, limitedAddress), now)
  if (!(await take(database, limits.draftCodeSubject, maskSubject(keys.index, `draft:${id}`), now))) return
  await queueMail(database, now, { kind: 'draftCode', language, params: { draft: id, birthDate: birthDateHash(keys, id, birthDate) } })
}

const birthDateHash = (keys: SecretKeys, id: string, birthDate: string) =>
  createHmac('sha256', keys.index).update(`draft-birth-date:${id}:${birthDate}`).digest('base64url')

/** The link that a request leads to. */
interface CodeLink {
  readonly address: string
  readonly token: string
  readonly expiresAt: Date
}

/**
 * The link for a queued request; null where the draft is not kept any more, the birth date is another, or the address has got as
 * many links as it may today.
 */
export async function linkForRequest({ database, keys, clock }: Context, { params, attempts }: OutboxRow): Promise<CodeLink | null> {
  const now = clock.now()
  const id = params.draft ?? ''
  const draft = await findKept(database, id, now)
  const recovery = draft && recoveryOf(unsealed(keys, id, draft.sealed).values)
  if (!recovery || birthDateHash(keys, id, recovery.birthDate) !== params.birthDate) return null
  // A mail that the mail server did not take is composed again, and counts once.
  const subject = maskSubject(keys.index, `mail:${recovery.address.toLowerCase()}`)
  if (attempts === 1 && !(await take(database, limits.draftCodeMails, subject, now))) return null
  const expiresAt = new Date(Math.min(now.getTime() + draftCodeLinkMs, draft.until.getTime()))
  return { address: recovery.address, token: tokenFor(keys, { id, codeHash: draft.code_hash, expiresAt }), expiresAt }
}

interface CodeToken {
  readonly id: string
  /** Hash of the code that the new one replaces. */
  readonly codeHash: string
  readonly expiresAt: Date
}

const macLength = 43

/**
 * A token is a keyed hash over the draft, its present code and the time at which the token expires, followed by that time. It works
 * once because using it replaces the code that it was made for, so the database has nothing to store or to clean up.
 */
function tokenFor(keys: SecretKeys, { id, codeHash: hash, expiresAt }: CodeToken): string {
  const time = expiresAt.getTime().toString(36)
  return createHmac('sha256', keys.index).update(`draft-code-token:${id}:${hash}:${time}`).digest('base64url') + time
}

function isTokenFor(keys: SecretKeys, token: string, draft: Pick<CodeToken, 'id' | 'codeHash'>, now: Date): boolean {
  const expiresAt = new Date(Number.parseInt(token.slice(macLength), 36))
  if (!(expiresAt > now)) return false
  const known = Buffer.from(tokenFor(keys, { ...draft, expiresAt }))
  const given = Buffer.from(token)
  return given.length === known.length && timingSafeEqual(given, known)
}

interface Renewal {
  readonly id: string
  readonly token: string
  readonly limitedAddress: string
}

/**
 * Replaces the code of a draft and answers the new one. Throws `token.invalid` for a token that was used, has expired or is of
 * another draft, and for a draft that is not kept any more, alike; `requests.tooMany` after too many of them.
 */
export async function renewDraftCode({ database, keys, clock }: Context, { id, token, limitedAddress }: Renewal) {
  const now = clock.now()
  const address = addressSubject(keys, limitedAddress)
  await consume(database, limits.accessCodeAddress, address, now)
  const draft = await findKept(database, id, now)
  if (!draft || !isTokenFor(keys, token, { id, codeHash: draft.code_hash }, now)) throw new AppError('token.invalid')
  const accessCode = newAccessCode()
  const renewed = await run(
    database,
    sql`update ${d} ${set(d, { code_hash: codeHash(keys, id, accessCode) })}
     where ${d.id} = ${id} and ${d.code_hash} = ${draft.code_hash} and ${d.sealed} is not null returning ${pick({ id: d.id })}`,
  )
  // Another call has used the token in the meantime.
  if (renewed.length === 0) throw new AppError('token.invalid')
  await release(database, limits.accessCodeAddress, address)
  return { accessCode }
}

/** A draft that can still be opened; null for any other. */
async function findKept(queries: Queries, id: string, now: Date) {
  const [row] = await run(
    queries,
    sql`select ${pick({ ...columns(d, 'code_hash', 'sealed', 'saved_at'), closesAt: a.closesAt })}
     from ${d} left join ${a} on ${a.id} = ${d.admission_session_id} where ${d.id} = ${id}`,
  )
  if (!row || row.sealed === null) return null
  const until = new Date(keptUntil(new Date(row.saved_at), row))
  return until > now ? { code_hash: row.code_hash, sealed: row.sealed, until } : null
}
