import { weekdays } from '#model/academic/hours.ts'
import type { UniversityComputation } from '#resources/names.ts'
import type { ComputedSql } from '#server/engine/database/meanings.ts'

/** An hour as `model/academic/hours.ts` spells it; null while it is not planned. */
const timeOf = (row: string) =>
  `(array_position(ARRAY[${weekdays.map((day) => `'${day}'`).join(', ')}]::text[], ${row}.weekday) || ' ' || ${row}.starts_at || '-' || ${row}.ends_at
    || CASE WHEN ${row}.weeks = 'every' THEN '' ELSE ' ' || ${row}.weeks END)`

/** SQL of every computed value of the university. */
export const computed: { readonly [C in UniversityComputation]: ComputedSql } = {
  recordId: (row) => `${row}.id::text`,
  /** Active students of the department's specializations per active professor; null without professors. */
  studentFacultyRatio: (row) =>
    `(SELECT round(count(*)::numeric / nullif((SELECT count(*) FROM professors p WHERE p.department_profile_id = ${row}.id AND p.is_active), 0), 1)
      FROM students s JOIN specializations z ON z.id = s.specialization_id WHERE z.department_profile_id = ${row}.id AND s.status = 'active')`,
  /** Who leads the class of an exam. */
  examLeader: (row) => `(SELECT k.lead_professor_id FROM university_classes k WHERE k.id = ${row}.class_id)`,
  /** Marks of the exam are still to come out: none did, or somebody typed one that was not published. */
  awaitsMarks: (row) =>
    `(${row}.state IN ('published', 'held') OR (${row}.state = 'graded' AND EXISTS (SELECT FROM grades g WHERE g.exam_id = ${row}.id AND g.state = 'draft')))`,
  /** Students who attend the class. */
  classMembers: (row) => `(SELECT count(*) FROM class_enrolments m WHERE m.class_id = ${row}.id AND m.status = 'active')`,
  /** The planned hours of the class as `model/academic/hours.ts` spells them, in the order of the week. */
  classHours: (row) =>
    `(SELECT string_agg(${timeOf('h')}, '; ' ORDER BY ${timeOf('h')}) FROM class_hours h WHERE h.class_id = ${row}.id AND h.is_active)`,
  classRooms: (row) =>
    `(SELECT string_agg(DISTINCT h.room, ', ') FROM class_hours h WHERE h.class_id = ${row}.id AND h.is_active AND h.room IS NOT NULL)`,
  hourTime: timeOf,
  /** Matriculation number and group of the student of a membership. */
  memberNumber: (row) => `(SELECT s.matriculation_number FROM students s WHERE s.id = ${row}.student_id)`,
  memberGroup: (row) => `(SELECT s.group_name FROM students s WHERE s.id = ${row}.student_id)`,
  /** What the student owes, in RON: entries that raise it less those that lower it. */
  studentBalance: (row) => `coalesce((SELECT sum(${effectSql('f')}) FROM finances f WHERE f.student_id = ${row}.id), 0)`,
  isReversed: (row) => `EXISTS (SELECT FROM finances v WHERE v.reversal_of_id = ${row}.id)`,
}

/** What an entry adds to what is owed: charges and refunds raise it, payments and reductions lower it, a reversal does the opposite of what it reverses. */
export const effectSql = (row: string) =>
  `(${row}.amount * CASE WHEN ${row}.direction IN ('charge', 'refund') THEN 1 ELSE -1 END * CASE WHEN ${row}.reversal_of_id IS NULL THEN 1 ELSE -1 END)`

/** Whether an entry stands: it is no reversal, and was not reversed. */
export const standsSql = (row: string) => `(${row}.reversal_of_id IS NULL AND NOT ${computed.isReversed(row)})`

/** What was paid less what was paid back, in RON, over the rows called `f`; a reversal takes back what it reverses. */
export const revenueSql = `coalesce(sum(-${effectSql('f')}) FILTER (WHERE f.direction IN ('payment', 'refund')), 0)::float8`
