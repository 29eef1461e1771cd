import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  differsFromLiteral,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { academicYears } from '#resources/academic-years.ts'
import type { EnrolmentRefusal } from '#resources/admission/wire-enrolment.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { courses } from '#resources/courses.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { EnrolmentError } from './enrol-checks.ts'

const specialization = table(specializations)
const admissionSession = table(admissionSessions)
const settingsRow = table(settings)
const student = table(students)
const classEnrolment = table(classEnrolments)
const universityClass = table(universityClasses)
const course = table(courses)
const academicYearRow = table(academicYears)
const placeKind = table(placeKinds)

type Funding = 'budget' | 'fee'

interface Programme {
  readonly code: string
  readonly placesBudget: number | null
  readonly placesFee: number | null
  readonly academicYear: string
}

export interface EnrolmentPlace {
  readonly programme: Programme
  readonly fundingType: Funding
  readonly groupName: string | null
}

/**
 * Returns a free place in the programme that matches the applicant's funding preference, and a
 * group of the first year. Locks the programme's row until the transaction ends, so that concurrent
 * enrolments cannot take the same place. Throws `EnrolmentError`.
 */
export async function assignPlace(
  queries: Queries,
  registration: Values,
  language: Language,
): Promise<EnrolmentPlace> {
  const { specializationId, admissionSessionId, fundingPreference } = registration
  const [programme] = await runStatement(
    queries,
    sql`select ${pick({ ...columns(specialization, 'code', 'placesBudget', 'placesFee'), academicYear: admissionSession.academicYear })}
     from ${specialization}
     join ${admissionSession} on ${admissionSession.id} = coalesce(${admissionSessionId}::uuid, (select ${settingsRow.admissionSessionId} from ${settingsRow} limit 1))
     where ${specialization.id} = ${specializationId} for no key update of specializations`,
  )
  if (!programme) throw new Error('the application has no programme and no admission session')
  const { placesBudget, placesFee, academicYear } = programme
  const group = () =>
    findEmptiestGroup(queries, {
      specializationId: String(specializationId),
      academicYear,
      language,
    })
  const won = await findWonFunding(queries, registration)
  if (won) return { programme, fundingType: won, groupName: await group() }
  // A separate statement, so that its snapshot includes what earlier holders of the row lock
  // committed.
  const [takenPlaces] = await runStatement(
    queries,
    sql`select ${pick({
      budget: expr<number>`count(*) filter (where ${equalsLiteral(student.fundingType, 'budget')})`,
      fee: expr<number>`count(*) filter (where ${equalsLiteral(student.fundingType, 'fee')})`,
    })} from ${student}
     where ${student.specializationId} = ${specializationId} and ${student.academicYearOfEntry} = ${academicYear} and ${equalsLiteral(student.status, 'active')}`,
  )
  if (!takenPlaces) throw new Error('counting the places returned no row')
  const isLimited = placesBudget !== null || placesFee !== null
  const isFree = (kind: Funding) =>
    !isLimited || takenPlaces[kind] < ((kind === 'budget' ? placesBudget : placesFee) ?? 0)
  const { kinds, without } =
    fundingOrder[(fundingPreference ?? 'budget_then_fee') as keyof typeof fundingOrder]
  const fundingType = kinds.find(isFree)
  if (!fundingType) throw new EnrolmentError(without)
  return { programme, fundingType, groupName: await group() }
}

/**
 * Returns the funding of the place that the application won in a ranking, which has already counted
 * it; null if there is none.
 */
async function findWonFunding(
  queries: Queries,
  { wonSpecializationId, wonFunding, wonPlaceKindId }: Values,
): Promise<Funding | null> {
  if (wonSpecializationId === null) return null
  // The field `wonFunding` is a choice of these values.
  if (wonFunding !== null) return wonFunding as Funding
  const [special] = await runStatement(
    queries,
    sql`select ${pick(columns(placeKind, 'funding'))} from ${placeKind} where ${placeKind.id} = ${wonPlaceKindId}`,
  )
  return special?.funding ?? null
}

/**
 * For each preference, the types of funding to try in order, and the refusal if none of them has a
 * free place.
 */
const fundingOrder = {
  budget_then_fee: { kinds: ['budget', 'fee'], without: 'noPlaces' },
  budget: { kinds: ['budget'], without: 'noBudgetPlace' },
  fee: { kinds: ['fee'], without: 'noFeePlace' },
} as const satisfies Record<
  string,
  { readonly kinds: readonly Funding[]; readonly without: EnrolmentRefusal }
>

/**
 * Returns the least filled group of the programme's first-year classes that has room in every
 * compulsory class; null if no class is planned yet. Throws `EnrolmentError` with the full courses,
 * named in the reader's language.
 */
async function findEmptiestGroup(
  queries: Queries,
  {
    specializationId,
    academicYear,
    language,
  }: {
    readonly specializationId: string
    readonly academicYear: string
    readonly language: Language
  },
): Promise<string | null> {
  const groups = await runStatement(
    queries,
    sql`select ${pick({
      name: universityClass.groupName,
      fullCourses: expr<
        string | null
      >`string_agg(${inLanguage(course.name, language)}, ', ' order by ${inLanguage(course.nameKey, language)}) filter (where ${equalsLiteral(course.type, 'compulsory')} and university_classes.members >= university_classes.most)`,
    })}
     from (select university_classes.*, least(${universityClass.capacity}, (select ${settingsRow.maxStudentsPerCourse} from ${settingsRow} limit 1)) as most,
             (select count(*) from ${classEnrolment} where ${classEnrolment.classId} = ${universityClass.id} and ${equalsLiteral(classEnrolment.status, 'active')}) as members
           from ${universityClass}) university_classes
     join ${course} on ${course.id} = ${universityClass.courseId} join ${academicYearRow} on ${academicYearRow.id} = ${universityClass.academicYearId}
     where ${course.specializationId} = ${specializationId} and ${course.year} = 1 and ${academicYearRow.name} = ${academicYear} and ${differsFromLiteral(universityClass.status, 'closed')}
     group by ${universityClass.groupName}
     order by greatest(max(university_classes.members), (select count(*) from ${student}
       where ${student.specializationId} = ${specializationId} and ${student.groupName} = ${universityClass.groupName} and ${student.studyYear} = 1
       and ${equalsLiteral(student.status, 'active')})), ${universityClass.groupName}`,
  )
  const [first] = groups
  if (!first) return null
  const group = groups.find(({ fullCourses }) => fullCourses === null)
  if (!group) throw new EnrolmentError('classFull', first.fullCourses ?? '')
  return group.name
}

/**
 * Returns the next number of a programme and year, such as `INFRO26-007`. The caller must hold the
 * lock on the programme's row.
 */
export async function nextMatriculationNumber(
  queries: Queries,
  { code, academicYear }: Programme,
): Promise<string> {
  const series = `${code.replaceAll('-', '')}${academicYear.slice(2, 4)}`
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ next: expr<number>`coalesce(max(split_part(${student.matriculationNumber}, '-', 2)::bigint), 0) + 1` })} from ${student}
     where ${student.matriculationNumber} ~ ('^' || ${series}::text || '-[0-9]{1,6}$')`,
  )
  return `${series}-${String(row?.next ?? 1).padStart(3, '0')}`
}
