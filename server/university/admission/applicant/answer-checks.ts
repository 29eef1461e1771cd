/** Checks against other applications, for an answer that changes the person's number or the programme. */
import { invalidInput } from '#model/wire/errors.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { lockAll } from '#server/engine/database/advisory-locks.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { expr, is, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { readPublicStatus } from '#server/university/admission/submission/intake.ts'
import { applicantLock, likenessOf } from '#server/university/admission/submission/submission-rules.ts'

const r = table(registrations, 'r')
const s = table(specializations, 's')

/**
 * Tells whether the application is now marked as a possible double of another; null where the answer changes nothing about
 * that. Throws `registration.duplicate`, `registration.tooMany`, where anybody may learn of others by the CNP.
 */
export async function likenessAfter(
  queries: Queries,
  keys: SecretKeys,
  { id, values, record }: { readonly id: string; readonly values: Values; readonly record: Values },
): Promise<boolean | null> {
  if (!['cnp', 'specializationId'].some((name) => Object.hasOwn(values, name))) return null
  const intake = { publicStatus: await readPublicStatus(queries), admissionSessionId: sessionOf(record) }
  await lockAll(queries, [applicantLock(keys, record)])
  return likenessOf(queries, keys, { values: record, intake, isOffice: false, ownId: id })
}

/** Throws `input.invalid` with `place.none` for a programme whose places are all given to others. */
export async function demandPlaceLeft(queries: Queries, { specializationId, admissionSessionId }: Values): Promise<void> {
  const [row] = await run(
    queries,
    sql`select ${pick({
      places: expr<number | null>`case when ${s.placesBudget} is null and ${s.placesFee} is null then null
         else coalesce(${s.placesBudget}, 0) + coalesce(${s.placesFee}, 0) end`,
      taken: expr<number>`(select count(*) from ${r} where ${r.specializationId} = ${s.id} and ${is(r.status, 'accepted')}
          and ${r.admissionSessionId} is not distinct from ${admissionSessionId ?? null}::uuid)`,
    })}
     from ${s} where ${s.id} = ${specializationId}::uuid`,
  )
  if (row && row.places !== null && row.taken >= row.places) throw invalidInput({ specializationId: [{ code: 'place.none' }] })
}

/** The admission that an application belongs to; a reference is an id or nothing. */
const sessionOf = ({ admissionSessionId }: Values) => (typeof admissionSessionId === 'string' ? admissionSessionId : null)
