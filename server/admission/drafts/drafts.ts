/** Drafts of applications on the server: saved on one device, continued on another (S-8.3: nothing without the code). */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { tidyAccessCode } from '#model/admission/access-code.ts'
import { isDocumentName } from '#model/admission/documents.ts'
import type { WireDraftContent, WireKeptDraft, WireOpenDraft, WireSavedDraft, WireSentFile } from '#model/admission/wire.ts'
import { AppError } from '#model/errors.ts'
import type { Language } from '#model/vocabulary.ts'
import { newAccessCode } from '#server/admission/applicant/access-code.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/database/database.ts'
import { queueMail } from '#server/ports/outbox.ts'
import { type CipherPlace, decryptValue, encryptValue } from '#server/records/cipher.ts'
import type { SecretKeys } from '#server/secret-keys.ts'
import { demand, limits, refund, take } from '#server/session/limiter.ts'
import { maskSubject } from '#server/session/tokens.ts'
import { demandOpen, readIntake } from '../submission/intake.ts'
import { draftKeptMs } from './draft-life.ts'

/** What is saved: the answers, and the ids of documents that were sent ahead, by name. */
export interface DraftInput {
  readonly content: WireDraftContent
  readonly documents: { readonly [name: string]: string }
}

/** Proof that a draft is the caller's: its link and its code. */
export interface DraftProof {
  readonly id: string
  readonly accessCode: string
  /** For the limits. */
  readonly limitedAddress: string
}

interface Mailing {
  /** To whom the link goes; null: to nobody. */
  readonly address: string | null
  readonly language: Language
}

interface DraftRow {
  readonly code_hash: string
  readonly sealed: string
  readonly version: number
  readonly saved_at: string
}

const keyed = (keys: SecretKeys, text: string) => createHmac('sha256', keys.index).update(text).digest('base64url')
const codeHash = (keys: SecretKeys, id: string, code: string) => keyed(keys, `draft-code:${id}:${code}`)
const keyHash = (keys: SecretKeys, key: string) => keyed(keys, `draft-key:${key}`)
const sealedIn = (id: string): CipherPlace => ({ table: 'application_draft', column: 'sealed', id })
const addressSubject = (keys: SecretKeys, limitedAddress: string) => maskSubject(keys.index, `address:${limitedAddress}`)

/** Saves a new draft and sends its link; answers its code. Throws `registration.closed`, `registration.stopped` and `requests.tooMany`. */
export async function saveDraft(
  context: Context,
  input: DraftInput,
  { limitedAddress, ...mailing }: Mailing & { readonly limitedAddress: string },
): Promise<WireSavedDraft> {
  const { database, keys, clock } = context
  const now = clock.now()
  await demand(database, limits.newDrafts, addressSubject(keys, limitedAddress), now)
  return await database.transaction(async (queries) => {
    const closesAt = await demandTaking(queries, now)
    const id = randomUUID()
    const accessCode = newAccessCode()
    await queries.query(
      'insert into application_draft (id, code_hash, key_hash, sealed, version, saved_at) values ($1, $2, $3, $4, 1, $5)',
      [id, codeHash(keys, id, accessCode), keyHash(keys, input.content.key), sealed(keys, id, input.content), now.toISOString()],
    )
    const documents = await holdDocuments(queries, id, input.documents)
    await mailLink(queries, context, id, mailing)
    return { id, version: 1, savedAt: now.toISOString(), keptUntil: keptUntil(now, closesAt), documents, accessCode }
  })
}

/**
 * Saves a draft again over the version that the caller has seen. Throws `record.stale` where another device has saved it
 * since, and as `openDraft` for a wrong code.
 */
export async function updateDraft(
  context: Context,
  proof: DraftProof,
  { version, mailing, ...input }: DraftInput & { readonly version: number; readonly mailing: Mailing },
): Promise<WireKeptDraft> {
  const { database, keys, clock } = context
  const now = clock.now()
  await demand(database, limits.draftSaves, addressSubject(keys, proof.limitedAddress), now)
  await provedDraft(context, proof)
  return await database.transaction(async (queries) => {
    const closesAt = await demandTaking(queries, now)
    const [row] = await queries.query<{ version: number }>(
      `update application_draft set sealed = $3, key_hash = $4, saved_at = $5, version = version + 1
       where id = $1 and version = $2 returning version`,
      [proof.id, version, sealed(keys, proof.id, input.content), keyHash(keys, input.content.key), now.toISOString()],
    )
    if (!row) throw new AppError('record.stale')
    await queries.query('delete from application_draft_file where draft_id = $1', [proof.id])
    const documents = await holdDocuments(queries, proof.id, input.documents)
    await mailLink(queries, context, proof.id, mailing)
    return { id: proof.id, version: row.version, savedAt: now.toISOString(), keptUntil: keptUntil(now, closesAt), documents }
  })
}

/**
 * What a draft holds, for who has its link and its code. Throws `accessCode.wrong`, alike for an unknown draft and a wrong
 * code, `requests.tooMany` after too many of them, `registration.closed` and `registration.stopped`.
 */
export async function openDraft(context: Context, proof: DraftProof): Promise<WireOpenDraft> {
  const { database, keys, clock } = context
  const row = await provedDraft(context, proof)
  const closesAt = await demandTaking(database, clock.now())
  const content = JSON.parse(decryptValue(row.sealed, keys, sealedIn(proof.id))) as WireDraftContent
  const { id } = proof
  const savedAt = new Date(row.saved_at)
  return {
    id,
    version: row.version,
    savedAt: savedAt.toISOString(),
    keptUntil: keptUntil(savedAt, closesAt),
    content,
    documents: await documentsOf(database, id),
  }
}

/** Removes a draft; its documents go with the next housekeeping. Throws as `openDraft` for a wrong code. */
export async function forgetDraft(context: Context, proof: DraftProof): Promise<void> {
  await provedDraft(context, proof)
  await context.database.query('delete from application_draft where id = $1', [proof.id])
}

/** Removes the drafts of an application, in the transaction that stores it; none where it came without a key. */
export async function removeDraftsOf(queries: Queries, keys: SecretKeys, key: string | null): Promise<void> {
  if (key !== null) await queries.query('delete from application_draft where key_hash = $1', [keyHash(keys, key)])
}

/** The row, once its code has been proved. A right code opens however many wrong ones strangers have sent for it. */
async function provedDraft({ database, keys, clock }: Context, { id, accessCode, limitedAddress }: DraftProof): Promise<DraftRow> {
  const now = clock.now()
  const address = addressSubject(keys, limitedAddress)
  await demand(database, limits.accessCodeAddress, address, now)
  const [row] = await database.query<DraftRow>('select code_hash, sealed, version, saved_at from application_draft where id = $1', [id])
  const given = Buffer.from(codeHash(keys, id, tidyAccessCode(accessCode) ?? ''))
  const known = Buffer.from((row?.code_hash ?? '').padEnd(given.length))
  if (!timingSafeEqual(given, known) || !row) {
    const mayGoOn = await take(database, limits.accessCodeSubject, maskSubject(keys.index, `draft:${id}`), now)
    throw mayGoOn ? new AppError('accessCode.wrong') : new AppError('requests.tooMany', { retryAfterSeconds: 60 })
  }
  await refund(database, limits.accessCodeAddress, address)
  return row
}

/** When the admission closes, null where no day is set. Throws `registration.closed` and `registration.stopped`. */
async function demandTaking(queries: Queries, now: Date): Promise<string | null> {
  const intake = await readIntake(queries)
  demandOpen(intake, null, { began: now, now })
  return intake.closes_at
}

const sealed = (keys: SecretKeys, id: string, content: WireDraftContent) => encryptValue(JSON.stringify(content), keys, sealedIn(id))

function keptUntil(savedAt: Date, closesAt: string | null): string {
  const last = savedAt.getTime() + draftKeptMs
  return new Date(closesAt === null ? last : Math.min(last, Date.parse(closesAt))).toISOString()
}

/** Has a draft hold documents that nobody has claimed; what is not there any more is left out of the answer. */
async function holdDocuments(queries: Queries, draftId: string, documents: DraftInput['documents']): Promise<WireKeptDraft['documents']> {
  const named = Object.entries(documents).filter(([name]) => isDocumentName(name))
  await queries.query(
    `insert into application_draft_file (draft_id, name, file_id)
     select $1, n.name, f.id from jsonb_to_recordset($2::jsonb) as n (name text, id uuid)
     join file f on f.id = n.id and f.claimed_at is null and f.resource is null and f.owner_id is null`,
    [draftId, JSON.stringify(named.map(([name, id]) => ({ name, id })))],
  )
  return await documentsOf(queries, draftId)
}

async function documentsOf(queries: Queries, draftId: string): Promise<WireKeptDraft['documents']> {
  const rows = await queries.query<WireSentFile & { readonly document: string }>(
    `select d.name as document, f.id, f.name, f.media_type as "mediaType", f.bytes from application_draft_file d
     join file f on f.id = d.file_id and f.claimed_at is null where d.draft_id = $1 order by d.name`,
    [draftId],
  )
  return Object.fromEntries(rows.map(({ document, ...file }) => [document, file]))
}

/** Sends the link, and no more than a few a day to one address: the page shows it as well. */
async function mailLink(queries: Queries, { keys, clock }: Context, id: string, { address, language }: Mailing): Promise<void> {
  const now = clock.now()
  if (address === null) return
  if (await take(queries, limits.draftMails, maskSubject(keys.index, `mail:${address.toLowerCase()}`), now))
    await queueMail(queries, now, { kind: 'draftSaved', address, language, params: { draft: id } })
}
