/** What other applications have to do with an answer that changes the person's number or the programme. */
import { invalidInput } from '#model/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { readIntake } from '#server/university/admission/submission/intake.ts'
import { likenessOf } from '#server/university/admission/submission/submission-rules.ts'

/**
 * Whether the application is now marked as a possible double of another; null where the answer changes nothing about
 * that. Throws `registration.duplicate`, `registration.tooMany`, where anybody may learn of others by the CNP.
 */
export async function likenessAfter(
  queries: Queries,
  keys: SecretKeys,
  { id, values, record }: { readonly id: string; readonly values: Values; readonly record: Values },
): Promise<boolean | null> {
  if (!['cnp', 'specializationId'].some((name) => Object.hasOwn(values, name))) return null
  const intake = { ...(await readIntake(queries)), admission_session_id: sessionOf(record) }
  return likenessOf(queries, keys, { values: record, intake, isOffice: false, ownId: id })
}

/** Throws `input.invalid` with `place.none` for a programme whose places are all given to others. */
export async function demandPlaceLeft(queries: Queries, { specializationId, admissionSessionId }: Values): Promise<void> {
  const [row] = await queries.query<{ places: number | null; taken: number }>(
    `select case when s.places_budget is null and s.places_fee is null then null
         else coalesce(s.places_budget, 0) + coalesce(s.places_fee, 0) end as places,
       (select count(*) from registrations r where r.specialization_id = s.id and r.status = 'accepted'
          and r.admission_session_id is not distinct from $2::uuid) as taken
     from specializations s where s.id = $1::uuid`,
    [specializationId, admissionSessionId ?? null],
  )
  if (row && row.places !== null && row.taken >= row.places) throw invalidInput({ specializationId: [{ code: 'place.none' }] })
}

/** The admission that an application belongs to; a reference is an id or nothing. */
const sessionOf = ({ admissionSessionId }: Values) => (typeof admissionSessionId === 'string' ? admissionSessionId : null)
