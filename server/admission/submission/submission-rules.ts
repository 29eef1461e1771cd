/** What an application must find true in the database, inside the transaction that stores it. */
import { AppError, invalidInput } from '#model/errors.ts'
import type { Queries } from '#server/database/database.ts'
import { blindIndex } from '#server/records/cipher.ts'
import type { Values } from '#server/records/storage.ts'
import type { SecretKeys } from '#server/secret-keys.ts'
import type { Intake } from './intake.ts'

/** How long a document waits for its form. */
const sentFileMs = 24 * 3_600_000
/** Active applications of one person in one admission (decision 18). */
const maxActive = 5

interface Documents {
  /** By field. */
  readonly documents: Values
  readonly ownerId: string | null
  readonly now: Date
}

/** Throws `input.invalid` for a document that is not there, another's, used already or too old. */
export async function demandClaimable(queries: Queries, { documents, ownerId, now }: Documents): Promise<void> {
  const rows = await queries.query<{ id: string }>(
    `select id from file where id = any($1::uuid[]) and claimed_at is null and resource is null
       and owner_id is not distinct from $2::uuid and created_at > $3 for update`,
    [Object.values(documents), ownerId, new Date(now.getTime() - sentFileMs).toISOString()],
  )
  const found = new Set(rows.map(({ id }) => id))
  const missing = Object.entries(documents).filter(([, id]) => !found.has(String(id)))
  if (missing.length > 0) throw invalidInput(Object.fromEntries(missing.map(([field]) => [field, [{ code: 'file.unknown' }]])))
}

interface Applicant {
  readonly values: Values
  readonly intake: Intake
  /** Whether the answer may not tell that there are others, where the CNP alone tells nothing. */
  readonly isUniform: boolean
  /** The application itself, where it is stored already. */
  readonly ownId?: string
}

/**
 * Whether the application is stored marked as a possible double: in `code` mode, where nobody may learn that there is
 * another. Other applications of the same person wait until the transaction ends. Throws `registration.duplicate`,
 * `registration.tooMany` (decision 18).
 */
export async function likenessOf(queries: Queries, keys: SecretKeys, { values, intake, isUniform, ownId }: Applicant): Promise<boolean> {
  const isCnp = values.identityType === 'cnp'
  const index = blindIndex(String(isCnp ? values.cnp : values.foreignIdNumber), keys)
  await queries.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`applicant:${index}`])
  const [count] = await queries.query<{ all: number; same: number }>(
    `select count(*) as "all", count(*) filter (where specialization_id = $2) as same from registrations
     where ${isCnp ? 'cnp_bidx' : 'foreign_id_number_bidx'} = $1 and admission_session_id is not distinct from $3::uuid
       and status <> 'declined' and not is_duplicate and id is distinct from $4::uuid`,
    [index, values.specializationId, intake.admission_session_id, ownId ?? null],
  )
  const refusal = Number(count?.same) > 0 ? 'registration.duplicate' : Number(count?.all) >= maxActive ? 'registration.tooMany' : null
  if (refusal === null) return false
  if (isUniform && intake.public_status === 'code') return true
  throw new AppError(refusal)
}
