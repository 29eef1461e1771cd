/** Further choices of a new application, stored in its transaction. */
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, systemPermit } from '@matricola/server/policy/permit.ts'
import type { Records } from '@matricola/server/records/store.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import type { SentChoice } from '#resources/calls/admission.ts'
import { departments } from '#resources/departments.ts'
import { specializations } from '#resources/specializations.ts'

const admissionProgramme = table(admissionProgrammes)
const specialization = table(specializations)
const department = table(departments)

interface ChosenProgrammes {
  readonly admissionSessionId: string | null
  readonly first: unknown
  readonly choices: readonly SentChoice[]
}

const choicesError = (code: string) => invalidInput({ choices: [{ code }] })

/**
 * Throws `input.invalid` for choices that cannot be ranked: a repeated programme, or a programme that the session does not rank.
 * The same applies to a programme of another degree, which would require other documents.
 */
export async function assertSelectable(queries: Queries, { admissionSessionId, first, choices }: ChosenProgrammes): Promise<void> {
  if (choices.length === 0) return
  const programmeIds = [String(first), ...choices.map(({ specializationId }) => specializationId)]
  if (new Set(programmeIds).size < programmeIds.length) throw choicesError('set.repeated')
  const offered = await runStatement(
    queries,
    sql`select ${pick({ id: specialization.id, cycle: specialization.cycle })} from ${admissionProgramme} join ${specialization} on ${specialization.id} = ${admissionProgramme.specializationId}
     join ${department} on ${department.id} = ${specialization.departmentProfileId}
     where ${admissionProgramme.admissionSessionId} = ${admissionSessionId}::uuid and ${specialization.id} = any(${programmeIds}::uuid[]) and ${specialization.isActive} and ${department.isActive}`,
  )
  const cycles = new Map(offered.map(({ id, cycle }) => [id, cycle]))
  const cycle = cycles.get(programmeIds[0] ?? '')
  if (cycle === undefined || programmeIds.some((id) => cycles.get(id) !== cycle)) throw choicesError('reference.notAllowed')
}

interface ApplicationChoices {
  readonly registrationId: string
  readonly choices: readonly SentChoice[]
  /** The member of staff who enters the application; null for an applicant. */
  readonly staff: Caller | null
}

/** Stores the choices in order, starting at position 2: the application itself holds the first choice. */
export async function storeChoices(records: Records, { registrationId, choices, staff }: ApplicationChoices): Promise<void> {
  const permit = staff ? authorize(staff, applicationChoices, 'create') : systemPermit('applicant', applicationChoices, 'create')
  for (const [index, choice] of choices.entries()) await records.insert(permit, { registrationId, position: index + 2, ...choice })
}
