import type { FrontDoor, WireAdmission, WireDepartment, WireProgramme } from '#model/admission/front-door.ts'
import type { RecordOf } from '#model/resource.ts'
import type { admissionSessions } from '#resources/admission-sessions.ts'
import type { departments } from '#resources/departments.ts'
import type { specializations } from '#resources/specializations.ts'
import type { Context } from '#server/engine/context.ts'
import { columnNameOf } from '#server/engine/database/names.ts'

/** Fields of a declaration that a public shape has as well. */
type Shared<Wire, Declaration> = readonly (keyof Wire & keyof Declaration)[]

/** Everything of the records that is public. What stands here is read by anyone; what does not never leaves the database. */
const publicFields = {
  departments: ['id', 'name', 'description', 'email', 'phone', 'office', 'officeHours'] as const satisfies Shared<
    WireDepartment,
    RecordOf<typeof departments>
  >,
  specializations: [
    'code',
    'name',
    'description',
    'departmentProfileId',
    'cycle',
    'language',
    'yearsOfStudy',
    'totalCredits',
    'placesBudget',
    'placesFee',
    'tuitionFee',
  ] as const satisfies Shared<WireProgramme, RecordOf<typeof specializations>>,
  admissionSessions: ['name', 'academicYear', 'opensAt', 'closesAt', 'appealUntil'] as const satisfies Shared<
    WireAdmission,
    RecordOf<typeof admissionSessions>
  >,
}

const columns = (fields: readonly string[]) => fields.map((field) => `r.${columnNameOf(field)} as "${field}"`).join(', ')

/** The admission under way and the next, and every programme that is offered with the department that teaches it. */
export async function readFrontDoor({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<FrontDoor> {
  const admission = `select ${columns(publicFields.admissionSessions)} from admission_sessions r`
  const [departments, programmes, [current], [next]] = await Promise.all([
    database.query<WireDepartment>(
      `select ${columns(publicFields.departments)} from departments r
       where r.is_active and exists (select 1 from specializations s where s.department_profile_id = r.id and s.is_active)
       order by r.name_key, r.id`,
    ),
    database.query<WireProgramme>(
      `select ${columns(publicFields.specializations)} from specializations r
       join departments d on d.id = r.department_profile_id
       where r.is_active and d.is_active order by r.name_key, r.id`,
    ),
    database.query<WireAdmission>(`${admission} join settings s on s.admission_session_id = r.id`),
    database.query<WireAdmission>(`${admission} where r.opens_at > $1 order by r.opens_at, r.id fetch first row only`, [
      clock.now().toISOString(),
    ]),
  ])
  return { departments, programmes, current: current ?? null, next: next ?? null }
}
