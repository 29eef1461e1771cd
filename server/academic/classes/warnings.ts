import { today } from '#model/dates.ts'
import type { Issue } from '#model/wire.ts'
import type { Queries } from '#server/database/database.ts'
import { groupClasses } from './follow.ts'

/** What stands against a class without forbidding it: its room, professor or group is elsewhere at its hour, or its group is not all there. */
export async function classWarnings(queries: Queries, id: string): Promise<Issue[]> {
  const clashes = await queries.query<{ name: string; room: boolean; professor: boolean; group: boolean }>(
    `select o.name, lower(o.room) = lower(k.room) as room, o.lead_professor_id = k.lead_professor_id as professor,
       o.group_name = k.group_name and oc.specialization_id = c.specialization_id and oc.year = c.year as "group"
     from university_classes k join courses c on c.id = k.course_id
     join university_classes o on o.id <> k.id and o.academic_year_id = k.academic_year_id and o.semester = k.semester
       and o.weekday = k.weekday and o.starts_at < k.ends_at and k.starts_at < o.ends_at and o.status <> 'closed'
     join courses oc on oc.id = o.course_id
     where k.id = $1 and k.status <> 'closed' order by o.name_key, o.id`,
    [id],
  )
  const [absent] = await queries.query<{ number: number }>(
    `select count(*) as number from university_classes k join courses c on c.id = k.course_id
     join students s on s.specialization_id = c.specialization_id and s.group_name = k.group_name and s.study_year = c.year and s.status = 'active'
     where k.id = $1 and k.status <> 'closed' and c.type = 'compulsory' and not exists (
       select from class_enrolments m join university_classes o on o.id = m.class_id
       where m.student_id = s.id and m.status = 'active' and o.course_id = k.course_id and o.academic_year_id = k.academic_year_id)`,
    [id],
  )
  return [
    ...clashes.filter(({ room }) => room).map(({ name }) => ({ code: 'class.roomTaken', params: { name } })),
    ...clashes.filter(({ professor }) => professor).map(({ name }) => ({ code: 'class.professorBusy', params: { name } })),
    ...clashes.filter(({ group }) => group).map(({ name }) => ({ code: 'class.groupBusy', params: { name } })),
    ...(absent && absent.number > 0 ? [{ code: 'class.groupAbsent', params: { number: absent.number } }] : []),
  ]
}

/** The compulsory classes of a student's group that the student does not attend, nor another of their courses. */
export async function studentWarnings(queries: Queries, id: string, now: Date): Promise<Issue[]> {
  const classes = (await groupClasses(queries, [id], today(now))).filter(({ courseType }) => courseType === 'compulsory')
  if (classes.length === 0) return []
  const attended = await queries.query<{ courseId: string; academicYearId: string }>(
    `select k.course_id as "courseId", k.academic_year_id as "academicYearId" from class_enrolments m
     join university_classes k on k.id = m.class_id where m.student_id = $1 and m.status = 'active'`,
    [id],
  )
  const names = classes
    .filter((one) => !attended.some(({ courseId, academicYearId }) => courseId === one.courseId && academicYearId === one.academicYearId))
    .map(({ name }) => name)
  return names.length === 0 ? [] : [{ code: 'student.notInClasses', params: { names: names.join(', ') } }]
}
