/** Checks an answer to a change request against other applications and files. */
import { createHash } from 'node:crypto'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { lockAll } from '@matricola/server/database/advisory-locks.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import {
  applicantLockName,
  detectDuplicate,
} from '#server/admission/submission/check-submission.ts'
import { readPublicStatus } from '#server/admission/submission/current-sessions.ts'

const registration = table(registrations)
const specialization = table(specializations)
const sent = table(fileTable, 'sent')
const current = table(fileTable, 'current_file')

/**
 * Whether the changed application is a possible duplicate of another; null if the answer changes
 * neither CNP nor programme. Throws `registration.duplicate` and `registration.tooMany`, but only
 * in the status mode `minimal`.
 */
export async function detectDuplicateAfter(
  queries: Queries,
  keys: SecretKeys,
  { id, values, record }: { readonly id: string; readonly values: Values; readonly record: Values },
): Promise<boolean | null> {
  if (!['cnp', 'specializationId'].some((name) => Object.hasOwn(values, name))) return null
  const intake = {
    publicStatus: await readPublicStatus(queries),
    admissionSessionId: sessionOf(record),
  }
  await lockAll(queries, [applicantLockName(keys, record)])
  return detectDuplicate(queries, keys, { values: record, intake, isStaff: false, ownId: id })
}

/**
 * Throws `upload.unchanged` if the application already has a file with the same content. Compares
 * hashes of the uploaded bytes.
 */
export async function assertNewFile(
  queries: Queries,
  registrationId: string,
  bytes: Uint8Array,
): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [unchanged] = await runStatement(
    queries,
    sql`select ${pick(columns(current, 'id'))} from ${current} where ${isCurrentOf(registrationId)} and ${current.original_sha256} = ${sha256}`,
  )
  if (unchanged) throw new AppError('upload.unchanged')
}

/**
 * Throws `input.invalid` with `fileTable.unchanged` for each document with the same content as a
 * current document.
 */
export async function assertNewDocuments(
  queries: Queries,
  registrationId: string,
  documents: Values,
): Promise<void> {
  const unchanged = await runStatement(
    queries,
    sql`select ${pick(columns(sent, 'id'))} from ${sent} where ${sent.id} = any(${Object.values(documents)}::uuid[]) and exists (
       select from ${current} where ${isCurrentOf(registrationId)} and ${current.original_sha256} = ${sent.original_sha256})`,
  )
  const unchangedIds = new Set(unchanged.map(({ id }) => id))
  const fields = Object.entries(documents).filter(([, id]) => unchangedIds.has(String(id)))
  if (fields.length > 0)
    throw invalidInput(
      Object.fromEntries(fields.map(([field]) => [field, [{ code: 'file.unchanged' }]])),
    )
}

const isCurrentOf = (registrationId: string) =>
  expr<boolean>`(${current.resource} = ${registrations.name} and ${current.record_id} = ${registrationId}::uuid
    and ${current.claimed_at} is not null and ${current.replaced_at} is null)`

/** Throws `input.invalid` with `place.none` if all places of the programme are taken. */
export async function assertPlaceLeft(
  queries: Queries,
  { specializationId, admissionSessionId }: Values,
): Promise<void> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      places: expr<
        number | null
      >`case when ${specialization.placesBudget} is null and ${specialization.placesFee} is null then null
         else coalesce(${specialization.placesBudget}, 0) + coalesce(${specialization.placesFee}, 0) end`,
      taken: expr<number>`(select count(*) from ${registration} where ${registration.specializationId} = ${specialization.id} and ${equalsLiteral(registration.status, 'accepted')}
          and ${registration.admissionSessionId} is not distinct from ${admissionSessionId ?? null}::uuid)`,
    })}
     from ${specialization} where ${specialization.id} = ${specializationId}::uuid`,
  )
  if (row && row.places !== null && row.taken >= row.places)
    throw invalidInput({ specializationId: [{ code: 'place.none' }] })
}

const sessionOf = ({ admissionSessionId }: Values) =>
  typeof admissionSessionId === 'string' ? admissionSessionId : null
