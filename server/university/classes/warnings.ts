import { spellHour, type Weekday, type Weeks } from '#model/academic/hours.ts'
import { today } from '#model/dates.ts'
import type { Issue } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { groupClasses } from './follow.ts'

interface Clash {
  readonly name: string
  readonly weekday: Weekday
  readonly startsAt: string
  readonly endsAt: string
  readonly weeks: Weeks
  readonly own: boolean
  readonly room: boolean
  readonly professor: boolean
  readonly group: boolean
}

/**
 * What stands against hours of a class without forbidding them: the room, the professor or the group is elsewhere then, or
 * another hour of the class is at the same time. `hourId`: of this one alone.
 */
export async function hourWarnings(queries: Queries, { classId, hourId }: { classId: string; hourId?: string }): Promise<Issue[]> {
  const clashes = await queries.query<Clash>(
    `select o.name, h.weekday, h.starts_at as "startsAt", h.ends_at as "endsAt", h.weeks, o.id = k.id as own, lower(g.room) = lower(h.room) as room,
       o.lead_professor_id = k.lead_professor_id as professor,
       o.group_name = k.group_name and oc.specialization_id = c.specialization_id and oc.year = c.year as "group"
     from class_hours h join university_classes k on k.id = h.class_id join courses c on c.id = k.course_id
     join class_hours g on g.id <> h.id and g.is_active and g.weekday = h.weekday and g.starts_at < h.ends_at and h.starts_at < g.ends_at
       and ('every' in (g.weeks, h.weeks) or g.weeks = h.weeks)
     join university_classes o on o.id = g.class_id and o.academic_year_id = k.academic_year_id and o.semester = k.semester and o.status <> 'closed'
     join courses oc on oc.id = o.course_id
     where k.id = $1 and ($2::uuid is null or h.id = $2) and h.is_active and k.status <> 'closed'
     order by h.weekday, h.starts_at, o.name_key, o.id, g.id`,
    [classId, hourId ?? null],
  )
  const told = (code: string, isTold: (clash: Clash) => boolean) =>
    clashes.filter(isTold).map((clash) => ({ code, params: { name: clash.name, hour: spellHour(clash) } }))
  return [
    ...told('class.hoursOverlap', ({ own }) => own),
    ...told('class.roomTaken', ({ own, room }) => !own && room),
    ...told('class.professorBusy', ({ own, professor }) => !own && professor),
    ...told('class.groupBusy', ({ own, group }) => !own && group),
  ]
}

/** What stands against a class without forbidding it: against its hours, and that its group is not all there. */
export async function classWarnings(queries: Queries, id: string): Promise<Issue[]> {
  const [absent] = await queries.query<{ number: number }>(
    `select count(*) as number from university_classes k join courses c on c.id = k.course_id
     join students s on s.specialization_id = c.specialization_id and s.group_name = k.group_name and s.study_year = c.year and s.status = 'active'
     where k.id = $1 and k.status <> 'closed' and c.type = 'compulsory' and not exists (
       select from class_enrolments m join university_classes o on o.id = m.class_id
       where m.student_id = s.id and m.status = 'active' and o.course_id = k.course_id and o.academic_year_id = k.academic_year_id)`,
    [id],
  )
  return [
    ...(await hourWarnings(queries, { classId: id })),
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
