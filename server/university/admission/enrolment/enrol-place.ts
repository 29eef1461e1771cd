import type { EnrolmentRefusal } from '#model/admission/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { Refused } from './enrol-checks.ts'

type Funding = 'budget' | 'fee'

interface Programme {
  readonly code: string
  readonly placesBudget: number | null
  readonly placesFee: number | null
  readonly academicYear: string
}

/** Where somebody who is enrolled studies. */
export interface Place {
  readonly programme: Programme
  readonly fundingType: Funding
  readonly groupName: string | null
}

/**
 * A free place in the programme and in a group of its first year. Whoever enrols for the same programme waits at its row
 * until this transaction ends, so that no place is given twice (S-19.4). Its kind is one that the applicant wants. Throws
 * `Refused`.
 */
export async function takePlace(queries: Queries, registration: Values): Promise<Place> {
  const { specializationId, admissionSessionId, fundingPreference } = registration
  const [programme] = await queries.query<Programme>(
    `select z.code, z.places_budget as "placesBudget", z.places_fee as "placesFee", a.academic_year as "academicYear"
     from specializations z
     join admission_sessions a on a.id = coalesce($2::uuid, (select admission_session_id from settings limit 1))
     where z.id = $1 for no key update of z`,
    [specializationId, admissionSessionId],
  )
  if (!programme) throw new Error('the registration has neither a programme nor an admission')
  const { placesBudget, placesFee, academicYear } = programme
  // In a statement of its own: it sees what those who held the row before have stored.
  const [taken] = await queries.query<Record<Funding, number>>(
    `select count(*) filter (where funding_type = 'budget') as budget, count(*) filter (where funding_type = 'fee') as fee from students
     where specialization_id = $1 and academic_year_of_entry = $2 and status = 'active'`,
    [specializationId, academicYear],
  )
  if (!taken) throw new Error('a count has no row')
  const isLimited = placesBudget !== null || placesFee !== null
  const isFree = (kind: Funding) => !isLimited || taken[kind] < ((kind === 'budget' ? placesBudget : placesFee) ?? 0)
  const { kinds, without } = wishes[(fundingPreference ?? 'budget_then_fee') as keyof typeof wishes]
  const fundingType = kinds.find(isFree)
  if (!fundingType) throw new Refused(without)
  const groupName = await emptiestGroup(queries, String(specializationId), academicYear)
  return { programme, fundingType, groupName }
}

/** Kinds of places that an applicant wants, the best first, and what it means that none of them is free. */
const wishes = {
  budget_then_fee: { kinds: ['budget', 'fee'], without: 'noPlaces' },
  budget: { kinds: ['budget'], without: 'noBudgetPlace' },
  fee: { kinds: ['fee'], without: 'noFeePlace' },
} as const satisfies Record<string, { readonly kinds: readonly Funding[]; readonly without: EnrolmentRefusal }>

/**
 * The least filled group among those that the programme's first-year classes are planned for, with a place in each of its
 * compulsory classes; null where no class is planned yet. Throws `Refused` with the courses that are full.
 */
async function emptiestGroup(queries: Queries, specializationId: string, academicYear: string): Promise<string | null> {
  const groups = await queries.query<{ name: string; full: string | null }>(
    `select k.group_name as name, string_agg(c.name, ', ' order by c.name_key) filter (where c.type = 'compulsory' and k.members >= k.most) as full
     from (select k.*, least(k.capacity, (select max_students_per_course from settings limit 1)) as most,
             (select count(*) from class_enrolments m where m.class_id = k.id and m.status = 'active') as members
           from university_classes k) k
     join courses c on c.id = k.course_id join academic_years y on y.id = k.academic_year_id
     where c.specialization_id = $1 and c.year = 1 and y.name = $2 and k.status <> 'closed'
     group by k.group_name
     order by greatest(max(k.members), (select count(*) from students s
       where s.specialization_id = $1 and s.group_name = k.group_name and s.study_year = 1 and s.status = 'active')), k.group_name`,
    [specializationId, academicYear],
  )
  const [first] = groups
  if (!first) return null
  const group = groups.find(({ full }) => full === null)
  if (!group) throw new Refused('classFull', first.full ?? '')
  return group.name
}

/** The next number of a programme and year, such as `INFRO26-007`. To be asked for while the programme's row is held. */
export async function nextMatriculationNumber(queries: Queries, { code, academicYear }: Programme): Promise<string> {
  const series = `${code.replaceAll('-', '')}${academicYear.slice(2, 4)}`
  const [row] = await queries.query<{ next: number }>(
    `select coalesce(max(split_part(matriculation_number, '-', 2)::bigint), 0) + 1 as next from students
     where matriculation_number ~ ('^' || $1::text || '-[0-9]{1,6}$')`,
    [series],
  )
  return `${series}-${String(row?.next ?? 1).padStart(3, '0')}`
}
