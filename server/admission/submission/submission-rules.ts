/** Checks of an application against the database, in the transaction that stores it. */

import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { blindIndex } from '@matricola/server/sql/cipher.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import { columns, differsFromLiteral, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { registrations } from '#resources/registrations.ts'
import { isDraftFile, isFileOfOtherDraft } from '#server/admission/drafts/draft-lifetime.ts'
import type { ChosenProgramme } from './chosen-programmes.ts'
import {
  type ArrivalTimes,
  type CurrentSession,
  type CurrentSessions,
  closedReasonWithGrace,
  currentSessionFor,
  offersDegree,
} from './current-sessions.ts'

const file = table(fileTable)
const admissionProgramme = table(admissionProgrammes)
const registration = table(registrations)

/** How long an uploaded document can wait for its form. */
const stagedFileLifetimeMs = 24 * 3_600_000
/** Maximum number of active applications per personal number and email address in an admission session. */
const maxActive = 5

interface ClaimedDocuments {
  /** Ids of staged files, by field. */
  readonly documents: Values
  readonly ownerId: string | null
  /** Hash of the idempotency key of the caller's application draft; null if there is none. */
  readonly draftKey?: string | null
  readonly now: Date
}

/**
 * Throws `input.invalid` for a document that does not exist, belongs to another caller or draft, is used already, too old, or
 * unreadable.
 */
export async function assertUsableDocuments(
  queries: Queries,
  { documents, ownerId, draftKey = null, now }: ClaimedDocuments,
): Promise<void> {
  if (Object.keys(documents).length === 0) return
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(file, 'id', 'state'))} from ${file} where ${file.id} = any(${Object.values(documents)}::uuid[]) and ${file.claimed_at} is null
     and ${file.resource} is null
       and ${file.owner_id} is not distinct from ${ownerId}::uuid and (${file.created_at} > ${new Date(now.getTime() - stagedFileLifetimeMs).toISOString()}
       or ${isDraftFile(file.id)}) and not ${isFileOfOtherDraft(file.id, draftKey)} for update`,
  )
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const issues: { [field: string]: readonly Issue[] } = {}
  for (const [field, id] of Object.entries(documents)) {
    const state = states.get(String(id))
    if (state === undefined) issues[field] = [{ code: 'file.unknown' }]
    else if (state === 'unreadable') issues[field] = [{ code: 'file.damaged' }]
  }
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

interface SessionRequest {
  readonly intakes: CurrentSessions
  /** The application's own programme; undefined if the id is unknown. */
  readonly programme: Pick<ChosenProgramme, 'cycle'> | undefined
  readonly staff: Caller | null
  readonly arrival: ArrivalTimes
}

/**
 * Returns the session of a programme. Throws `input.invalid` if no session offers its degree or if its session is closed while
 * another is open. Staff may enter an application in any case.
 */
export function getReceivingSessionFor({ intakes, programme, staff, arrival }: SessionRequest): CurrentSession {
  if (!programme) return intakes[0]
  const intake = currentSessionFor(intakes, programme.cycle)
  if (staff) return intake
  if (!offersDegree(intake, programme.cycle)) throw invalidInput({ specializationId: [{ code: 'reference.notAllowed' }] })
  if (closedReasonWithGrace(intake, arrival.startedAt)) throw invalidInput({ specializationId: [{ code: 'admission.closed' }] })
  return intake
}

interface Applicant {
  readonly values: Values
  readonly intake: Pick<CurrentSession, 'admissionSessionId' | 'publicStatus'>
  /** Whether staff enter the application. They may learn of other applications. */
  readonly isStaff: boolean
  /** Id of the application if it is stored already. */
  readonly ownId?: string
  /** Application that the applicant has opened with its access code. */
  readonly provedId?: string | null
}

interface ApplicationCounts {
  /**
   * Active applications, except possible duplicates. Two applications to ranked programmes conflict, because one application can
   * name several choices.
   */
  readonly all: number
  readonly ofProgramme: number
  /** Applications by the same person, as shown by the email address or the access code. */
  readonly own: number
  readonly ownOfProgramme: number
}

/**
 * Whether to mark the application as a possible duplicate. A stranger who applies with another person's number learns nothing and
 * blocks nobody: an application is rejected only if the email address or access code shows that the same person sent it, and only
 * in the status mode `minimal`. For an application that staff enter, every earlier application with the number counts. The
 * caller holds `applicantLockName`. Throws `registration.duplicate` and `registration.tooMany`.
 */
export async function detectDuplicate(queries: Queries, keys: SecretKeys, applicant: Applicant): Promise<boolean> {
  const { intake, isStaff } = applicant
  const counts = await countOtherApplications(queries, keys, applicant)
  const [ofProgramme, all] = isStaff ? [counts.ofProgramme, counts.all] : [counts.ownOfProgramme, counts.own]
  const refusal = ofProgramme > 0 ? 'registration.duplicate' : all >= maxActive ? 'registration.tooMany' : null
  if (refusal && (isStaff || intake.publicStatus === 'minimal')) throw new AppError(admissionErrors[refusal])
  return refusal !== null || counts.ofProgramme > 0
}

/** Name of the lock that serializes applications with the same personal number. */
export const applicantLockName = (keys: SecretKeys, values: Values) => `applicant:${numberIndex(keys, values)}`

const hasCnp = ({ identityType }: Values) => identityType === 'cnp'

const numberIndex = (keys: SecretKeys, values: Values) => blindIndex(String(hasCnp(values) ? values.cnp : values.foreignIdNumber), keys)

async function countOtherApplications(
  queries: Queries,
  keys: SecretKeys,
  { values, intake, ownId, provedId }: Applicant,
): Promise<ApplicationCounts> {
  const isCnp = hasCnp(values)
  const index = numberIndex(keys, values)
  const isSame = expr<boolean>`(lower(${registration.personalEmail}) = lower(${values.personalEmail}) or ${registration.id} = ${provedId ?? null}::uuid)`
  const { specializationId } = values
  const meritProgrammes = expr`(select ${admissionProgramme.specializationId} from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${intake.admissionSessionId}::uuid)`
  const isSameProgramme = expr<boolean>`(${registration.specializationId} = ${specializationId}
    or ${registration.specializationId} in ${meritProgrammes} and ${specializationId}::uuid in ${meritProgrammes})`
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      all: expr<number>`count(*) filter (where not ${registration.isDuplicate})`,
      ofProgramme: expr<number>`count(*) filter (where not ${registration.isDuplicate} and ${isSameProgramme})`,
      own: expr<number>`count(*) filter (where ${isSame})`,
      ownOfProgramme: expr<number>`count(*) filter (where ${isSame} and ${isSameProgramme})`,
    })}
     from ${registration}
     where ${isCnp ? registration.cnpBidx : registration.foreignIdNumberBidx} = ${index}
     and ${registration.admissionSessionId} is not distinct from ${intake.admissionSessionId}::uuid
       and ${differsFromLiteral(registration.status, 'declined')} and ${registration.id} is distinct from ${ownId ?? null}::uuid`,
  )
  const count = (name: keyof ApplicationCounts) => Number(row?.[name] ?? 0)
  return { all: count('all'), ofProgramme: count('ofProgramme'), own: count('own'), ownOfProgramme: count('ownOfProgramme') }
}
