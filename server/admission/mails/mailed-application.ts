/**
 * Reads the facts of an application that emails mention. Personal numbers are not selected, so no
 * email can contain one.
 */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import { inLanguageOf } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  expr,
  notNull,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FormAnswers } from '#resources/admission/form-content.ts'
import type { RegistrationStatus, RequestedChange } from '#resources/admission/wire.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { appealDayWithoutRounds } from '#server/admission/admission-dates.ts'
import { applicationFeeDue } from '#server/computed.ts'

const file = table(fileTable)
const registration = table(registrations)
const settingsRow = table(settings)
const specialization = outerTable(specializations)
const admissionSession = outerTable(admissionSessions)

export interface MailedApplication {
  readonly id: string
  readonly reference: string
  readonly name: string
  readonly email: string
  readonly emailState: 'verified' | 'unverified' | 'disputed'
  readonly language: Language
  readonly sex: 'F' | 'M'
  readonly status: RegistrationStatus
  readonly reasonCode: string | null
  readonly issue: string | null
  readonly explanation: string | null
  readonly suggestion: string | null
  readonly changes: readonly RequestedChange[] | null
  readonly dueAt: string | null
  readonly enrolledAt: string | null
  readonly programme: string
  /** Degree of the programme; null if the programme was deleted. */
  readonly cycle: string | null
  readonly appealUntil: string | null
  /** Unpaid application fee; null if there is none. */
  readonly feeDue: number | null
  readonly answers: FormAnswers | null
  readonly formVersionId: string | null
  readonly identityType: string
  /** Names of the fields that have a document. */
  readonly documents: readonly string[]
  readonly university: string
  readonly universityLanguage: Language
  readonly officeEmail: string | null
  readonly officePhone: string | null
  readonly officeHours: string | null
}

/**
 * Returns the application by id or by reference number; null if it does not exist or was erased.
 */
export async function findMailedApplication(
  queries: Queries,
  { id, reference }: { readonly id: string | null; readonly reference: string | null },
): Promise<MailedApplication | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        registration,
        'id',
        'language',
        'sex',
        'status',
        'emailState',
        'reasonCode',
        'issue',
        'suggestion',
        'enrolledAt',
        'answers',
        'formVersionId',
        'identityType',
      ),
      reference: registration.referenceCode,
      name: expr<string>`concat_ws(' ', ${registration.firstName}, ${registration.lastName})`,
      email: registration.personalEmail,
      explanation: registration.issueExplanation,
      changes: registration.requestedChanges,
      dueAt: registration.updateDueAt,
      programme: notNull(inLanguageOf(specialization.name, registration.language)),
      cycle: specialization.cycle,
      appealUntil: appealDayWithoutRounds(admissionSession),
      feeDue: expr<number | null>`${applicationFeeDue(registration)}::float8`,
      documents: expr<
        readonly string[]
      >`array(select ${file.field} from ${file} where ${file.resource} = 'registrations' and ${file.record_id} = ${registration.id} and ${file.claimed_at} is not null
         and ${file.replaced_at} is null)`,
      university: settingsRow.universityName,
      universityLanguage: settingsRow.language,
      officeEmail: settingsRow.admissionEmail,
      officePhone: settingsRow.admissionPhone,
      officeHours: settingsRow.officeHours,
    })}
     from ${registration} cross join ${settingsRow} left join ${specialization} on ${specialization.id} = ${registration.specializationId}
       left join ${admissionSession} on ${admissionSession.id} = ${registration.admissionSessionId}
     where ${registration.erasedAt} is null and (${registration.id} = ${id}::uuid or ${registration.referenceCode} = ${reference}::text)`,
  )
  return row ?? null
}
