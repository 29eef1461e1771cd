/** Facts about the applicants of stored applications. */
import { today } from '@matricola/schema/values/dates.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  jsonRows,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { factsWithAnswers } from '#resources/admission/form-answers.ts'
import { type FormFacts, formFactsOf } from '#resources/admission/form-facts.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { answersOf, readFormContent, versionsOf } from './form-contents.ts'

const registration = table(registrations)
const applicationChoice = table(applicationChoices)
const specialization = table(specializations)
const session = outerTable(admissionSessions)

const programme = pick({ ...columns(specialization, 'id', 'cycle', 'departmentProfileId') })

/** Returns the facts about each applicant, as conditions of fees and forms read them. */
export async function readStoredFacts(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FormFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(registration, 'id', 'identityType', 'citizenship', 'birthDate'),
      ...columns(registration, 'fundingPreference', 'placeKindId', 'submittedAt'),
      ...columns(registration, 'answers', 'formVersionId', 'formVersionIds'),
      closesAt: session.closesAt,
      first: jsonRows(
        sql`select ${programme} from ${specialization} where ${specialization.id} = ${registration.specializationId}`,
      ),
      further: jsonRows(
        sql`select ${pick({ ...columns(specialization, 'id', 'cycle', 'departmentProfileId'), preference: applicationChoice.fundingPreference })} from ${applicationChoice} join ${specialization} on ${specialization.id} = ${applicationChoice.specializationId}
         where ${applicationChoice.registrationId} = ${registration.id} order by ${applicationChoice.position}`,
      ),
    })} from ${registration} left join ${session} on ${session.id} = ${registration.admissionSessionId} where ${registration.id} = any(${ids}::uuid[])`,
  )
  const entries = await Promise.all(
    rows.map(async ({ id, first, further, fundingPreference, closesAt, submittedAt, ...row }) => {
      const facts = formFactsOf({
        ...row,
        programmes: [...first, ...further],
        fundingPreferences: [
          fundingPreference,
          ...further.map(({ preference }) => preference),
        ].filter((preference) => preference !== null),
        lastDay: today(new Date(closesAt ?? submittedAt)),
      })
      // An answer to a later version replaces that of an earlier one, under the same id.
      const versions = await Promise.all(
        versionsOf(row).map((version) => readFormContent(queries, version)),
      )
      const supplied = versions.reduce(
        (known, content) => factsWithAnswers(content, known, answersOf(row)),
        facts,
      )
      return [id, supplied] as const
    }),
  )
  return new Map(entries)
}
