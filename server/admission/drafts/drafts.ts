/**
 * Application drafts on the server: saved on one device and continued on another. Opening one
 * requires its access code.
 */

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { consume, refundAttempt, tryConsume } from '@matricola/server/session/rate-limits.ts'
import { maskSubject } from '@matricola/server/session/tokens.ts'
import { type CipherCell, decryptValue, encryptValue } from '@matricola/server/sql/cipher.ts'
import {
  columns,
  expr,
  into,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { normalizeAccessCode } from '#resources/admission/access-code.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import type {
  WireDraftContent,
  WireFoundDraft,
  WireKeptDraft,
  WireSavedDraft,
} from '#resources/admission/wire-drafts.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { createAccessCode } from '#server/admission/applicant/access-code.ts'
import { universityRateLimits } from '#server/limits.ts'
import { applicationDraftTable } from '#server/tables/rows.ts'
import {
  assertOpen,
  type CurrentSession,
  type CurrentSessions,
  closedReasonWithGrace,
  findSessionOfProgramme,
  isOverWithGrace,
  readCurrentSessions,
} from '../submission/current-sessions.ts'
import { draftExpiryOf, draftLifetimeMs } from './draft-lifetime.ts'
import { assertDraftQuota, attachDocuments, readDraftDocuments } from './draft-quota.ts'
import { findSentApplication, hashDraftKey, lockUnsentKey } from './submission-keys.ts'

const applicationDraft = table(applicationDraftTable)
const admissionSession = table(admissionSessions)

/** The saved data: the answers, and the ids of uploaded documents by name. */
export interface DraftInput {
  readonly content: WireDraftContent
  readonly documents: { readonly [name: string]: string | undefined }
}

/** Proof that a draft belongs to the caller: its id from the link, and its access code. */
export interface DraftProof {
  readonly id: string
  readonly accessCode: string
  /** Client address, in the form that rate limits use. */
  readonly limitedAddress: string
}

interface MailRequest {
  /** Email address that the link is sent to. Null: no email is sent. */
  readonly address: string | null
  readonly language: Language
}

interface DraftRow {
  readonly code_hash: string
  readonly key_hash: string
  readonly encrypted_content: string | null
  readonly version: number
  readonly saved_at: string
  readonly admission_session_id: string | null
}

export const hashDraftCode = (keys: SecretKeys, id: string, code: string) =>
  createHmac('sha256', keys.index).update(`draft-code:${id}:${code}`).digest('base64url')
/**
 * Drafts are encrypted with the former name of the column `encrypted_content`. With another name,
 * stored drafts could not be decrypted.
 */
const cipherCellOf = (id: string): CipherCell => ({
  table: 'application_draft',
  column: 'sealed',
  id,
})
export const addressSubject = (keys: SecretKeys, limitedAddress: string) =>
  maskSubject(keys.index, `address:${limitedAddress}`)

/**
 * Saves a new draft, emails its link and returns its access code. Throws `registration.sent`,
 * `registration.closed`, `registration.stopped`, `draft.noRoom` and `requests.tooMany`.
 */
export async function createDraft(
  context: Context,
  input: DraftInput,
  { limitedAddress, ...mailing }: MailRequest & { readonly limitedAddress: string },
): Promise<WireSavedDraft> {
  const { database, keys, clock } = context
  const now = clock.now()
  const address = addressSubject(keys, limitedAddress)
  await consume(database, universityRateLimits.newDrafts, address, now)
  return await database.transaction(async (queries) => {
    await lockUnsentKey(queries, keys, input.content.key)
    const intake = await getReceivingSession(
      queries,
      await readCurrentSessions(queries),
      input.content,
      now,
    )
    await assertDraftQuota(queries, address)
    const id = randomUUID()
    const accessCode = createAccessCode()
    await runStatement(
      queries,
      sql`insert into ${into(applicationDraft, {
        id,
        code_hash: hashDraftCode(keys, id, accessCode),
        key_hash: hashDraftKey(keys, input.content.key),
        encrypted_content: encryptDraft(keys, id, input.content),
        version: 1,
        saved_at: now.toISOString(),
        admission_session_id: intake.admissionSessionId,
        address,
      })}`,
    )
    const attached = await attachDocuments(queries, {
      draftId: id,
      documents: input.documents,
      address,
    })
    await queueLinkMail(queries, context, id, mailing)
    return {
      id,
      version: 1,
      savedAt: now.toISOString(),
      expiresAt: draftExpiryOf(now, intake),
      ...attached,
      accessCode,
    }
  })
}

/**
 * Saves a draft if its version is still the one that the caller last read. Throws `record.stale` if
 * another device has saved it since, `registration.sent` if the application was sent, and
 * `draft.gone` if the draft has expired. Throws `accessCode.wrong` for both an unknown draft and a
 * wrong code. Also throws the errors of `createDraft`.
 */
export async function saveExistingDraft(
  context: Context,
  proof: DraftProof,
  {
    version,
    mailing,
    ...input
  }: DraftInput & { readonly version: number; readonly mailing: MailRequest },
): Promise<WireKeptDraft> {
  const { database, keys, clock } = context
  const now = clock.now()
  const address = addressSubject(keys, proof.limitedAddress)
  await consume(database, universityRateLimits.draftSaves, address, now)
  const before = await authenticateDraft(context, proof)
  return await database.transaction(async (queries) => {
    if (await findSentApplication(queries, before.key_hash))
      throw new AppError(admissionErrors['registration.sent'])
    await lockUnsentKey(queries, keys, input.content.key)
    const intakes = await readCurrentSessions(queries)
    const intake = await getReceivingSession(queries, intakes, input.content, now)
    if (!sessionOfDraft(before, intakes) || isExpired(before, now))
      throw new AppError(admissionErrors['draft.gone'])
    const [row] = await runStatement(
      queries,
      sql`update ${applicationDraft} ${setValues(applicationDraft, {
        encrypted_content: encryptDraft(keys, proof.id, input.content),
        key_hash: hashDraftKey(keys, input.content.key),
        saved_at: now.toISOString(),
        admission_session_id: intake.admissionSessionId,
        version: expr`${applicationDraft.version} + 1`,
      })}
       where ${applicationDraft.id} = ${proof.id} and ${applicationDraft.version} = ${version} and ${applicationDraft.encrypted_content} is not null returning ${pick({ version: applicationDraft.version })}`,
    )
    if (!row) throw new AppError('record.stale')
    const attached = await attachDocuments(queries, {
      draftId: proof.id,
      documents: input.documents,
      address,
    })
    await queueLinkMail(queries, context, proof.id, mailing)
    return {
      id: proof.id,
      version: row.version,
      savedAt: now.toISOString(),
      expiresAt: draftExpiryOf(now, intake),
      ...attached,
    }
  })
}

/**
 * Returns the state of a draft and, if it is kept, its content. Throws `accessCode.wrong` for both
 * an unknown draft and a wrong code, and `requests.tooMany` after too many attempts.
 */
export async function openDraftByCode(
  context: Context,
  proof: DraftProof,
): Promise<WireFoundDraft> {
  const { database, keys, clock } = context
  const now = clock.now()
  const row = await authenticateDraft(context, proof)
  const sent = await findSentApplication(database, row.key_hash)
  if (sent) return { state: 'sent', ...sent }
  const intake = sessionOfDraft(row, await readCurrentSessions(database))
  if (!intake || isOverWithGrace(intake, now))
    return { state: 'over', session: await sessionName(database, row.admission_session_id) }
  const savedAt = new Date(row.saved_at)
  const until = draftExpiryOf(savedAt, intake)
  if (row.encrypted_content === null || isExpired(row, now))
    return { state: 'expired', expiresAt: until }
  if (closedReasonWithGrace(intake, now)) return { state: 'waiting', expiresAt: until }
  const content = decryptDraft(keys, proof.id, row.encrypted_content)
  const { id } = proof
  return {
    state: 'saved',
    id,
    version: row.version,
    savedAt: savedAt.toISOString(),
    expiresAt: until,
    content,
    documents: await readDraftDocuments(database, id),
    isFull: false,
  }
}

/**
 * Deletes a draft. Housekeeping later removes its documents. Throws the errors of `openDraftByCode`
 * for a wrong code.
 */
export async function deleteDraftByCode(context: Context, proof: DraftProof): Promise<void> {
  await authenticateDraft(context, proof)
  await runStatement(
    context.database,
    sql`delete from ${applicationDraft} where ${applicationDraft.id} = ${proof.id}`,
  )
}

/**
 * Returns the row after checking its code. A correct code is accepted no matter how many wrong
 * codes other callers have sent.
 */
async function authenticateDraft(
  { database, keys, clock }: Context,
  { id, accessCode, limitedAddress }: DraftProof,
): Promise<DraftRow> {
  const now = clock.now()
  const address = addressSubject(keys, limitedAddress)
  await consume(database, universityRateLimits.accessCodeAddress, address, now)
  const [row] = await runStatement(
    database,
    sql`select ${pick(columns(applicationDraft, 'code_hash', 'key_hash', 'encrypted_content', 'version', 'saved_at', 'admission_session_id'))} from ${applicationDraft}
     where ${applicationDraft.id} = ${id}`,
  )
  const actual = Buffer.from(hashDraftCode(keys, id, normalizeAccessCode(accessCode) ?? ''))
  const expected = Buffer.from((row?.code_hash ?? '').padEnd(actual.length))
  if (!timingSafeEqual(actual, expected) || !row) {
    const isBelowLimit = await tryConsume(
      database,
      universityRateLimits.accessCodeSubject,
      maskSubject(keys.index, `draft:${id}`),
      now,
    )
    throw isBelowLimit
      ? new AppError(admissionErrors['accessCode.wrong'])
      : new AppError('requests.tooMany', { retryAfterSeconds: 60 })
  }
  await refundAttempt(database, universityRateLimits.accessCodeAddress, address)
  return row
}

/**
 * Returns the admission session for a draft: the session of its programme or, if that session is
 * closed, the first open one. Throws `registration.closed` and `registration.stopped` if all
 * sessions are closed.
 */
async function getReceivingSession(
  queries: Queries,
  intakes: CurrentSessions,
  { values }: WireDraftContent,
  now: Date,
): Promise<CurrentSession> {
  assertOpen(intakes, null, { startedAt: now, now })
  const programmeSession = await findSessionOfProgramme(
    queries,
    intakes,
    values.specializationId ?? '',
  )
  return (
    [programmeSession, ...intakes].find((intake) => closedReasonWithGrace(intake, now) === null) ??
    programmeSession
  )
}

/**
 * Returns the admission session of a draft; undefined if the session is over. A draft without a
 * session continues in the current one.
 */
const sessionOfDraft = (
  { admission_session_id: sessionId }: DraftRow,
  intakes: CurrentSessions,
): CurrentSession | undefined =>
  sessionId === null
    ? intakes[0]
    : intakes.find(({ admissionSessionId }) => admissionSessionId === sessionId)

const isExpired = ({ saved_at: savedAt }: DraftRow, now: Date) =>
  Date.parse(savedAt) + draftLifetimeMs <= now.getTime()

async function sessionName(queries: Queries, id: string | null): Promise<string | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ name: admissionSession.name })} from ${admissionSession} where ${admissionSession.id} = ${id}`,
  )
  return row?.name ?? null
}

const encryptDraft = (keys: SecretKeys, id: string, content: WireDraftContent) =>
  encryptValue(JSON.stringify(content), keys, cipherCellOf(id))

/** Decrypts the result of `encryptDraft`. Throws if it was encrypted for another draft. */
export const decryptDraft = (keys: SecretKeys, id: string, value: string) =>
  JSON.parse(decryptValue(value, keys, cipherCellOf(id))) as WireDraftContent

/**
 * Emails the link. Skipped above the daily limit of the address, since the page shows the link as
 * well.
 */
async function queueLinkMail(
  queries: Queries,
  { keys, clock }: Context,
  id: string,
  { address, language }: MailRequest,
): Promise<void> {
  const now = clock.now()
  if (address === null) return
  if (
    await tryConsume(
      queries,
      universityRateLimits.draftMails,
      maskSubject(keys.index, `mail:${address.toLowerCase()}`),
      now,
    )
  )
    await queueMail(queries, now, { kind: 'draftSaved', address, language, params: { draft: id } })
}
