import { brandingEndpoints, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { jsonOf } from '@matricola/server/database/values.ts'
import { brandingStyle } from '@matricola/server/services/branding.ts'
import { isRestrictedSql } from '@matricola/server/session/restrictions.ts'
import { allTranslations, type TranslatedTexts } from '@matricola/server/sql/translated-columns.ts'
import { columns, pick, runStatement, sql, sqlFrom, table } from '@matricola/server/sql/typed.ts'
import type { AdmissionDates } from '#resources/admission/wire-dates.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { WireMerit } from '#resources/admission/wire-merit.ts'
import { departments } from '#resources/departments.ts'
import { specializations } from '#resources/specializations.ts'
import { noAdmissionDates, readAdmissionDates } from '#server/admission/admission-dates.ts'
import { readPublishedForms, readRemovedParts } from '#server/admission/forms/published-forms.ts'
import { hasDefaultOfficeHours } from '#server/admission/office-hours.ts'
import {
  type CurrentSession,
  closedReason,
  currentSessionColumns,
  currentSessionFor,
  currentSessionTables,
  offersDegree,
  orderSessions,
  settingsTable,
} from './current-sessions.ts'
import { createFormToken } from './form-token.ts'
import { readRankingFacts } from './ranking-facts.ts'

const department = table(departments)
const specialization = table(specializations)

/**
 * Returns the public facts for applicants: the university, whether it accepts applications, and its
 * active programmes.
 */
export const readPublicConfig = async (context: Context): Promise<WireIntake> =>
  (await readUniversityFacts(context)).intake

/**
 * Like `readPublicConfig`, but also returns the university's styles, for a prerendered page. Reads
 * the settings only once.
 */
export async function readUniversityFacts({
  database,
  clock,
  keys,
  texts,
}: Context): Promise<{ intake: WireIntake; style: string }> {
  const now = clock.now()
  const [settings, departments, specializations] = await Promise.all([
    runStatement(
      database,
      sql`select ${pick({
        ...currentSessionColumns,
        ...columns(
          settingsTable,
          'universityName',
          'logo',
          'language',
          'admissionEmail',
          'admissionPhone',
          'website',
          'officeHours',
          'disableUpdates',
          'retentionMonths',
          'colorOnLight',
          'colorOnDark',
        ),
        rush: sqlFrom<boolean>((parameters) =>
          isRestrictedSql('submission', parameters.add(now.toISOString())),
        ),
      })} from ${currentSessionTables}`,
    ),
    runStatement(
      database,
      sql`select ${pick({ ...columns(department, 'id', 'name'), names: allTranslations(department.name) })} from ${department} where ${department.isActive} order by ${department.nameKey}, ${department.id}`,
    ),
    runStatement(
      database,
      sql`select ${pick({
        ...columns(
          specialization,
          'id',
          'code',
          'name',
          'departmentProfileId',
          'cycle',
          'language',
          'yearsOfStudy',
          'totalCredits',
        ),
        names: allTranslations(specialization.name),
      })}
       from ${specialization} join ${department} on ${department.id} = ${specialization.departmentProfileId}
       where ${specialization.isActive} and ${department.isActive} order by ${specialization.nameKey}, ${specialization.id}`,
    ),
  ])
  const intakes = orderSessions(settings)
  const [settingsRow] = settings
  if (!settingsRow) throw new Error('the settings record is missing')
  const offered = specializations.filter(({ cycle }) =>
    offersDegree(currentSessionFor(intakes, cycle), cycle),
  )
  const sessions = new Map(
    offered.map(({ id, cycle }) => [id, currentSessionFor(intakes, cycle).admissionSessionId]),
  )
  const [merit, dates, forms] = await Promise.all([
    readRankingFacts(database, texts, sessions),
    readAdmissionDates(
      database,
      intakes.flatMap(({ sessionId }) => sessionId ?? []),
    ),
    readPublishedForms(
      database,
      intakes.flatMap(({ sessionId }) => sessionId ?? []),
    ),
  ])
  const [current, ...additional] = intakes
  const intake: WireIntake = {
    universityName: settingsRow.universityName,
    logo: settingsRow.logo && fillPath(brandingEndpoints.logo.path, { id: settingsRow.logo }),
    language: settingsRow.language,
    admissionEmail: settingsRow.admissionEmail,
    admissionPhone: settingsRow.admissionPhone,
    website: settingsRow.website,
    officeHours: settingsRow.officeHours,
    hasUsualHours: hasDefaultOfficeHours(texts, settingsRow.officeHours),
    ...openStateOf(current, dates, now),
    concurrentAdmissions: additional.flatMap((one) =>
      one.degree === null ? [] : [{ degree: one.degree, ...openStateOf(one, dates, now) }],
    ),
    publicStatus: settingsRow.publicStatus,
    acceptsUpdates: !settingsRow.disableUpdates,
    retentionMonths: settingsRow.retentionMonths,
    now: now.toISOString(),
    formToken: createFormToken(keys, now, settingsRow.rush),
    departments: (offered.length === specializations.length
      ? departments
      : departments.filter(({ id }) => offered.some((one) => one.departmentProfileId === id))
    ).map(withNames),
    specializations: offered.map((one) => ({
      ...withNames(one),
      ...meritOf(merit.programmes.get(one.id)),
    })),
    ...merit.shared,
    ...(await formsOf(database, forms, intakes)),
  }
  return { intake, style: brandingStyle(settingsRow) }
}

function openStateOf(
  intake: CurrentSession,
  dates: ReadonlyMap<string, AdmissionDates>,
  now: Date,
) {
  const reason = closedReason(intake, now)
  const { sessionId, session, sessionNames } = intake
  return {
    ...{ isOpen: reason === null, closedReason: reason, session, sessionNames },
    ...((sessionId && dates.get(sessionId)) || noAdmissionDates),
  }
}

/**
 * The forms that applicants fill in: for each degree, that of the session that receives it. Drafts
 * may contain answers to what earlier versions asked.
 */
async function formsOf(
  queries: Queries,
  forms: Awaited<ReturnType<typeof readPublishedForms>>,
  intakes: ReturnType<typeof orderSessions>,
): Promise<Pick<WireIntake, 'forms'>> {
  const shown = forms.filter(
    ({ admissionSessionId, degree }) =>
      currentSessionFor(intakes, degree).sessionId === admissionSessionId,
  )
  if (shown.length === 0) return {}
  return {
    forms: await Promise.all(
      shown.map(async ({ id, degree, content }) => ({
        id,
        degree,
        content,
        removed: [...(await readRemovedParts(queries, id))],
      })),
    ),
  }
}

const meritOf = (merit: WireMerit | undefined) => (merit ? { merit } : {})

const withNames = <T extends { readonly names: TranslatedTexts | null }>(row: T): T => ({
  ...row,
  names: jsonOf(row.names),
})
