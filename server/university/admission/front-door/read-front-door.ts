import type { FrontDoor, WireAdmission, WireDepartment, WireProgramme } from '#model/admission/front-door.ts'
import type { RecordOf } from '#model/resource.ts'
import type { Language } from '#model/vocabulary.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { departments } from '#resources/departments.ts'
import { specializations } from '#resources/specializations.ts'
import type { Context } from '#server/engine/context.ts'
import { columns, expr, inLanguage, isSaidIn, outer, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { isCurrent, isUnderWay, sessionFor } from '../submission/intake.ts'
import { publishedCodes } from './read-results.ts'

const a = table(admissionSessions, 'a')
const d = table(departments, 'd')
const z = table(specializations, 'z')
/** The programme in its admission under way, where its places go by merit there. */
const p = outer(admissionProgrammes, 'p')

/** Fields of a declaration that a public shape has as well. */
type Shared<Wire, Declaration> = readonly (keyof Wire & keyof Declaration)[]

/** Everything of the records that is public, beside names and descriptions. What stands here is read by anyone; what does not never leaves the database. */
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

/** The number of places in its admission under way. */
const places = {
  placesBudget: expr<number | null>`case when ${p.id} is null then ${z.placesBudget} else ${p.placesBudget} end`,
  placesFee: expr<number | null>`case when ${p.id} is null then ${z.placesFee} else ${p.placesFee} end`,
}

/** Name and description for a reader of a language. */
const saidOf = (row: typeof d | typeof z, language: Language | null) => ({
  name: inLanguage(row.name, language),
  description: inLanguage(row.description, language),
  isNameTranslated: isSaidIn(row.name, language),
  isDescriptionTranslated: isSaidIn(row.description, language),
})

/**
 * The admission under way and the next, and every programme that is offered with the department that teaches it, for a reader of a
 * language; null: as the university says it.
 */
export async function readFrontDoor(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  language: Language | null,
): Promise<FrontDoor> {
  const [departments, programmes, underWay, [next], results] = await Promise.all([
    run(
      database,
      sql`select ${pick({ ...columns(d, ...publicFields.departments), ...saidOf(d, language) })} from ${d}
       where ${d.isActive} and exists (select 1 from ${z} where ${z.departmentProfileId} = ${d.id} and ${z.isActive})
       order by ${inLanguage(d.nameKey, language)}, ${d.id}`,
    ),
    run(
      database,
      sql`select ${pick({ ...columns(z, ...publicFields.specializations), ...places, ...saidOf(z, language) })} from ${z}
       join ${d} on ${d.id} = ${z.departmentProfileId}
       left join ${p} on ${p.specializationId} = ${z.id} and ${p.admissionSessionId} = ${sessionFor(z.cycle)}
       where ${z.isActive} and ${d.isActive} order by ${inLanguage(z.nameKey, language)}, ${z.id}`,
    ),
    run(
      database,
      sql`select ${pick({ ...columns(a, ...publicFields.admissionSessions), isCurrent: isCurrent(a) })} from ${a} where ${isUnderWay(a)}
       order by ${a.closesAt}, ${a.id}`,
    ),
    run(
      database,
      sql`select ${pick(columns(a, ...publicFields.admissionSessions))} from ${a} where ${a.opensAt} > ${clock.now().toISOString()}
       order by ${a.opensAt}, ${a.id} fetch first row only`,
    ),
    publishedCodes({ database, clock }),
  ])
  const of = (wanted: boolean) => underWay.flatMap(({ isCurrent, ...one }) => (isCurrent === wanted ? [one] : []))
  return { departments, programmes, current: of(true)[0] ?? null, beside: of(false), next: next ?? null, results }
}
