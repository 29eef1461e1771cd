import type { RecordOf } from '@matricola/schema/resource.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  allTranslations,
  inLanguage,
  isTranslatedIn,
} from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type {
  AdmissionOverview,
  WireAdmission,
  WireDepartment,
  WireProgramme,
} from '#resources/admission/admission-overview.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { departments } from '#resources/departments.ts'
import { specializations } from '#resources/specializations.ts'
import { datesOfSession } from '../admission-dates.ts'
import {
  isCurrentSession,
  receivesApplications,
  sessionIdFor,
} from '../submission/current-sessions.ts'
import { readPublishedCodes } from './read-results.ts'

const admissionSession = table(admissionSessions)
const department = table(departments)
const specialization = table(specializations)
/** The programme in the current admission session, if its places are given by merit. */
const admissionProgramme = outerTable(admissionProgrammes)

/** Fields that both a public shape and a declaration have. */
type Shared<Wire, Declaration> = readonly (keyof Wire & keyof Declaration)[]

/**
 * The only fields that anonymous visitors may read, apart from names and descriptions. No other
 * field is selected.
 */
const publicFields = {
  departments: ['id', 'email', 'phone', 'office', 'officeHours'] as const satisfies Shared<
    WireDepartment,
    RecordOf<typeof departments>
  >,
  specializations: [
    'code',
    'departmentProfileId',
    'cycle',
    'language',
    'yearsOfStudy',
    'totalCredits',
    'placesBudget',
    'placesFee',
    'tuitionFee',
  ] as const satisfies Shared<WireProgramme, RecordOf<typeof specializations>>,
}

/**
 * Number of places in the current admission session; the programme's own number if that session
 * does not rank it.
 */
const places = {
  placesBudget: expr<
    number | null
  >`case when ${admissionProgramme.id} is null then ${specialization.placesBudget} else ${admissionProgramme.placesBudget} end`,
  placesFee: expr<
    number | null
  >`case when ${admissionProgramme.id} is null then ${specialization.placesFee} else ${admissionProgramme.placesFee} end`,
}

/** SQL for a session with its dates. */
const sessionOf = {
  ...columns(admissionSession, 'id', 'version', 'name', 'academicYear', 'degree'),
  names: allTranslations(admissionSession.name),
  ...datesOfSession,
}

/** SQL for the name and description in a language. */
const namesOf = (row: typeof department | typeof specialization, language: Language | null) => ({
  name: inLanguage(row.name, language),
  description: inLanguage(row.description, language),
  isNameTranslated: isTranslatedIn(row.name, language),
  isDescriptionTranslated: isTranslatedIn(row.description, language),
})

/**
 * Returns the current and the next admission session, and the active programmes with their
 * departments. Texts are in the given language, or as the university entered them if it is null.
 */
export async function readAdmissionOverview(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  language: Language | null,
): Promise<AdmissionOverview> {
  const [departments, programmes, openSessions, [next], results] = await Promise.all([
    runStatement(
      database,
      sql`select ${pick({ ...columns(department, ...publicFields.departments), ...namesOf(department, language) })} from ${department}
       where ${department.isActive} and exists (select 1 from ${specialization} where ${specialization.departmentProfileId} = ${department.id} and ${specialization.isActive})
       order by ${inLanguage(department.nameKey, language)}, ${department.id}`,
    ),
    runStatement(
      database,
      sql`select ${pick({ ...columns(specialization, ...publicFields.specializations), ...places, isRanked: expr<boolean>`${admissionProgramme.id} is not null`, ...namesOf(specialization, language) })} from ${specialization}
       join ${department} on ${department.id} = ${specialization.departmentProfileId}
       left join ${admissionProgramme} on ${admissionProgramme.specializationId} = ${specialization.id} and ${admissionProgramme.admissionSessionId} = ${sessionIdFor(specialization.cycle)}
       where ${specialization.isActive} and ${department.isActive} order by ${inLanguage(specialization.nameKey, language)}, ${specialization.id}`,
    ),
    runStatement(
      database,
      sql`select ${pick({ ...sessionOf, isCurrent: isCurrentSession(admissionSession) })} from ${admissionSession} where ${receivesApplications(admissionSession)}
       order by ${admissionSession.closesAt}, ${admissionSession.id}`,
    ),
    runStatement(
      database,
      sql`select ${pick(sessionOf)} from ${admissionSession} where ${admissionSession.opensAt} > ${clock.now().toISOString()}
       order by ${admissionSession.opensAt}, ${admissionSession.id} fetch first row only`,
    ),
    readPublishedCodes({ database, clock }),
  ])
  const selectSessions = (mustBeCurrent: boolean) =>
    openSessions.flatMap(({ isCurrent, ...one }) => (isCurrent === mustBeCurrent ? [one] : []))
  return {
    departments,
    programmes,
    current: selectSessions(true)[0] ?? null,
    concurrent: selectSessions(false),
    next: next ?? null,
    results,
  }
}

/** Returns an admission session by id; null if there is none. */
export async function findAdmission(queries: Queries, id: string): Promise<WireAdmission | null> {
  const [admission] = await runStatement(
    queries,
    sql`select ${pick(sessionOf)} from ${admissionSession} where ${admissionSession.id}::text = ${id}`,
  )
  return admission ?? null
}
