/** What an application must find true in the database, inside the transaction that stores it. */
import { AppError, invalidInput } from '#model/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { blindIndex } from '#server/engine/sql/cipher.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { isOfDraft } from '#server/university/admission/drafts/draft-life.ts'
import type { Intake } from './intake.ts'

/** How long a document waits for its form. */
const sentFileMs = 24 * 3_600_000
/** Active applications of one number and one address in one admission (decisions 18 and 34). */
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
       and owner_id is not distinct from $2::uuid and (created_at > $3 or ${isOfDraft('file.id')}) for update`,
    [Object.values(documents), ownerId, new Date(now.getTime() - sentFileMs).toISOString()],
  )
  const found = new Set(rows.map(({ id }) => id))
  const missing = Object.entries(documents).filter(([, id]) => !found.has(String(id)))
  if (missing.length > 0) throw invalidInput(Object.fromEntries(missing.map(([field]) => [field, [{ code: 'file.unknown' }]])))
}

interface Applicant {
  readonly values: Values
  readonly intake: Intake
  /** Whether the office asks, which may know of every other application. */
  readonly isOffice: boolean
  /** The application itself, where it is stored already. */
  readonly ownId?: string
  /** An application that the applicant has opened with its access code. */
  readonly provedId?: string | null
}

interface Others {
  /** Active ones in the way of a second for the programme. */
  readonly all: number
  readonly ofProgramme: number
  /** Those of who shows to be the same person, by the address or the access code. */
  readonly own: number
  readonly ownOfProgramme: number
}

/**
 * Whether the application is stored marked as a possible double. A stranger who knows a number learns nothing by applying
 * with it, and keeps nobody out: only who shows to be the same person is refused, and nobody where the number alone tells
 * nothing (`code` and `off`). Other applications of the same number wait until the transaction ends. Throws
 * `registration.duplicate`, `registration.tooMany` (decisions 18 and 34).
 */
export async function likenessOf(queries: Queries, keys: SecretKeys, applicant: Applicant): Promise<boolean> {
  const { intake, isOffice } = applicant
  const others = await othersOf(queries, keys, applicant)
  const [ofProgramme, all] = isOffice ? [others.ofProgramme, others.all] : [others.ownOfProgramme, others.own]
  const refusal = ofProgramme > 0 ? 'registration.duplicate' : all >= maxActive ? 'registration.tooMany' : null
  if (refusal && (isOffice || intake.public_status === 'minimal')) throw new AppError(refusal)
  return refusal !== null || others.ofProgramme > 0
}

async function othersOf(queries: Queries, keys: SecretKeys, { values, intake, ownId, provedId }: Applicant): Promise<Others> {
  const isCnp = values.identityType === 'cnp'
  const index = blindIndex(String(isCnp ? values.cnp : values.foreignIdNumber), keys)
  await queries.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`applicant:${index}`])
  const isSame = '(lower(personal_email) = lower($5) or id = $6::uuid)'
  const [row] = await queries.query<{ readonly [count in keyof Others]: number }>(
    `select count(*) filter (where not is_duplicate) as "all",
       count(*) filter (where not is_duplicate and specialization_id = $2) as "ofProgramme",
       count(*) filter (where ${isSame}) as own,
       count(*) filter (where ${isSame} and specialization_id = $2) as "ownOfProgramme"
     from registrations
     where ${isCnp ? 'cnp_bidx' : 'foreign_id_number_bidx'} = $1 and admission_session_id is not distinct from $3::uuid
       and status <> 'declined' and id is distinct from $4::uuid`,
    [index, values.specializationId, intake.admission_session_id, ownId ?? null, values.personalEmail, provedId ?? null],
  )
  const count = (name: keyof Others) => Number(row?.[name] ?? 0)
  return { all: count('all'), ofProgramme: count('ofProgramme'), own: count('own'), ownOfProgramme: count('ownOfProgramme') }
}
