import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { compactCode } from '@matricola/schema/values/characters.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { tryConsume } from '@matricola/server/session/rate-limits.ts'
import { maskSubject } from '@matricola/server/session/tokens.ts'
import { type CipherCell, decryptValue, encryptValue } from '@matricola/server/sql/cipher.ts'
import {
  bareColumns,
  expr,
  into,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { accessCodeAlphabet, accessCodeLength } from '#resources/admission/access-code.ts'
import { universityRateLimits } from '#server/limits.ts'
import { accessCodeTable } from '#server/tables/rows.ts'

const accessCode = table(accessCodeTable)
const excluded = table(accessCodeTable, 'excluded')

/** Returns a new code of 50 random bits. Only its keyed hash is stored. */
export const createAccessCode = () =>
  Array.from({ length: accessCodeLength }, () => accessCodeAlphabet.charAt(randomInt(32))).join('')

/**
 * Returns the keyed hash of a code. The key includes the application, so equal codes of two
 * applications hash differently.
 */
export const hashAccessCode = (code: string, registrationId: string, keys: SecretKeys) =>
  createHmac('sha256', keys.index)
    .update(`access-code:${registrationId}:${code}`)
    .digest('base64url')

interface Code {
  readonly registrationId: string
  readonly code: string
  readonly at: Date
}

/**
 * Sets an access code, in the caller's transaction. The application's first code stays valid next
 * to the latest one, so that a stranger who requests a new code cannot lock the applicant out.
 */
export async function setAccessCode(
  queries: Queries,
  keys: SecretKeys,
  { registrationId, code, at }: Code,
): Promise<void> {
  await runStatement(
    queries,
    sql`insert into ${into(accessCode, {
      registration_id: registrationId,
      hash: hashAccessCode(code, registrationId, keys),
      created_at: at.toISOString(),
    })}
     on conflict (${bareColumns(accessCode, 'registration_id')}) do update
       ${setValues(accessCode, {
         hash: expr`split_part(${accessCode.hash}, ' ', 1) || ' ' || ${excluded.hash}`,
         created_at: expr`${excluded.created_at}`,
       })}`,
  )
}

/**
 * Whether a normalized code belongs to the application. Takes the same time if the application does
 * not exist.
 */
export async function isAccessCode(
  queries: Queries,
  keys: SecretKeys,
  { registrationId, code }: Omit<Code, 'at'>,
): Promise<boolean> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ hash: accessCode.hash })} from ${accessCode} where ${accessCode.registration_id} = ${registrationId}`,
  )
  const actual = Buffer.from(hashAccessCode(code, registrationId, keys))
  const expected = [...(row?.hash.split(' ') ?? []), '', '']
    .slice(0, 2)
    .map((hash) => Buffer.from(hash.padEnd(actual.length)))
  return expected.map((hash) => timingSafeEqual(actual, hash)).includes(true)
}

const cipherCellOf = (registrationId: string): CipherCell => ({
  table: 'outbox_mail',
  column: 'access_code',
  id: registrationId,
})

/** Encrypts a code for the outbox, where it waits until the email is sent. */
export const encryptAccessCode = (code: string, registrationId: string, keys: SecretKeys) =>
  encryptValue(code, keys, cipherCellOf(registrationId))

/**
 * Decrypts the result of `encryptAccessCode`. Throws if it was encrypted for another application.
 */
export const decryptAccessCode = (encrypted: string, registrationId: string, keys: SecretKeys) =>
  decryptValue(encrypted, keys, cipherCellOf(registrationId))

interface FirstCode extends Omit<Code, 'code'> {
  readonly language: Language
  /** Whether the receipt has the code. Otherwise it has a link that verifies the address. */
  readonly isInReceipt: boolean
}

/**
 * Creates the access code of a new application and queues the receipt, in the caller's transaction.
 * Returns the code.
 */
export async function issueFirstAccessCode(
  queries: Queries,
  keys: SecretKeys,
  { registrationId, language, isInReceipt, at }: FirstCode,
): Promise<string> {
  const code = createAccessCode()
  await setAccessCode(queries, keys, { registrationId, code, at })
  await queueMail(queries, at, {
    kind: 'registrationReceived',
    recordId: registrationId,
    language,
    ...(isInReceipt && {
      params: { encryptedCode: encryptAccessCode(code, registrationId, keys) },
    }),
    onceKey: `registrationReceived:${registrationId}`,
  })
  return code
}

interface CodeRequest {
  readonly reference: string
  readonly limitedAddress: string
  readonly language: Language
}

/**
 * Queues an email with a new code. The application is looked up, and the code is created, only when
 * the email is sent. The work and the response are therefore the same for every reference number,
 * existing or not, and also above the rate limits.
 */
export async function requestAccessCode(
  { database, keys, clock }: Context,
  { reference, limitedAddress, language }: CodeRequest,
): Promise<void> {
  const now = clock.now()
  const normalizedReference = compactCode(reference)
  const isAddressAllowed = await tryConsume(
    database,
    universityRateLimits.newCodeAddress,
    maskSubject(keys.index, `address:${limitedAddress}`),
    now,
  )
  const isApplicationAllowed = await tryConsume(
    database,
    universityRateLimits.newCodeSubject,
    maskSubject(keys.index, `reference:${normalizedReference}`),
    now,
  )
  if (isAddressAllowed && isApplicationAllowed)
    await queueMail(database, now, {
      kind: 'accessCode',
      language,
      params: { reference: normalizedReference },
    })
}
