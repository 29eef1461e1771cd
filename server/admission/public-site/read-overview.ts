import type { RecordOf } from '@matricola/schema/resource.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import { columns, expr, inLanguage, isTranslatedIn, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { AdmissionOverview, WireAdmission, WireDepartment, WireProgramme } from '#resources/admission/admission-overview.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { departments } from '#resources/departments.ts'
import { specializations } from '#resources/specializations.ts'
import { isCurrentSession, receivesApplications, sessionIdFor } from '../submission/current-sessions.ts'
import { readPublishedCodes } from './read-results.ts'

const a = table(admissionSessions, 'a')
const d = table(departments, 'd')
const z = table(specializations, 'z')
/** The programme in the current admission session, if its places are given by merit. */
const p = outerTable(admissionProgrammes, 'p')

/** Fields that both a public shape and a declaration have. */
type Shared<Wire, Declaration> = readonly (keyof Wire & keyof Declaration)[]

/** The only fields that anonymous visitors may read, apart from names and descriptions. No other field is selected. */
const publicFields = {
  departments: ['id', 'email', 'phone', 'office', 'officeHours'] as const satisfies Shared<WireDepartment, RecordOf<typeof departments>>,
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
  admissionSessions: ['name', 'academicYear', 'opensAt', 'closesAt', 'appealUntil', 'degree'] as const satisfies Shared<
    WireAdmission,
    RecordOf<typeof admissionSessions>
  >,
}

/** Number of places in the current admission session; the programme's own number if that session does not rank it. */
const places = {
  placesBudget: expr<number | null>`case when ${p.id} is null then ${z.placesBudget} else ${p.placesBudget} end`,
  placesFee: expr<number | null>`case when ${p.id} is null then ${z.placesFee} else ${p.placesFee} end`,
}

/** SQL for the name and description in a language. */
const namesOf = (row: typeof d | typeof z, language: Language | null) => ({
  name: inLanguage(row.name, language),
  description: inLanguage(row.description, language),
  isNameTranslated: isTranslatedIn(row.name, language),
  isDescriptionTranslated: isTranslatedIn(row.description, language),
})

/**
 * Returns the current and the next admission session, and the active programmes with their departments. Texts are in the
 * given language, or as the university entered them if it is null.
 */
export async function readAdmissionOverview(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  language: Language | null,
): Promise<AdmissionOverview> {
  const [departments, programmes, openSessions, [next], results] = await Promise.all([
    runStatement(
      database,
      sql`select ${pick({ ...columns(d, ...publicFields.departments), ...namesOf(d, language) })} from ${d}
       where ${d.isActive} and exists (select 1 from ${z} where ${z.departmentProfileId} = ${d.id} and ${z.isActive})
       order by ${inLanguage(d.nameKey, language)}, ${d.id}`,
    ),
    runStatement(
      database,
      sql`select ${pick({ ...columns(z, ...publicFields.specializations), ...places, ...namesOf(z, language) })} from ${z}
       join ${d} on ${d.id} = ${z.departmentProfileId}
       left join ${p} on ${p.specializationId} = ${z.id} and ${p.admissionSessionId} = ${sessionIdFor(z.cycle)}
       where ${z.isActive} and ${d.isActive} order by ${inLanguage(z.nameKey, language)}, ${z.id}`,
    ),
    runStatement(
      database,
      sql`select ${pick({ ...columns(a, ...publicFields.admissionSessions), isCurrent: isCurrentSession(a) })} from ${a} where ${receivesApplications(a)}
       order by ${a.closesAt}, ${a.id}`,
    ),
    runStatement(
      database,
      sql`select ${pick(columns(a, ...publicFields.admissionSessions))} from ${a} where ${a.opensAt} > ${clock.now().toISOString()}
       order by ${a.opensAt}, ${a.id} fetch first row only`,
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
