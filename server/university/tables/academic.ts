import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#server/engine/database/column-types.ts'

/** Meaning of its refusal: `server/university/refusals.ts`. */
export const openResitName = 'exam_resits_open_unique'

/** One open request of a student for a course and kind. */
export const oneOpenResit = uniqueIndex(openResitName)
  .on(sql.raw('student_id'), sql.raw('course_id'), sql.raw('kind'))
  .where(sql.raw("status in ('requested', 'approved')"))

/** Meaning of its refusal: `server/university/refusals.ts`. */
export const openChangeName = 'data_changes_open_unique'

/** One open request of a student for a field. */
export const oneOpenChange = uniqueIndex(openChangeName)
  .on(sql.raw('student_id'), sql.raw('subject'))
  .where(sql.raw("status = 'requested'"))

/** The secret address of a person's timetable for calendar programs, as a hash; one each, replaced on request. */
export const calendarToken = pgTable(
  'calendar_token',
  { user_id: uuid().primaryKey(), hash: text().notNull(), created_at: instant().notNull() },
  (t) => [index('calendar_token_hash_index').on(t.hash)],
)

/** Active students of a specialization are counted in the index alone. */
export const countedStudents = index('students_count_index').on(sql.raw('specialization_id'), sql.raw('status'))
