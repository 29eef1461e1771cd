import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#server/engine/database/column-types.ts'

/** A violation is translated in `server/university/refusals.ts`. */
export const openResitName = 'exam_resits_open_unique'

/** Allows one open request per student, course and type. */
export const oneOpenResit = uniqueIndex(openResitName)
  .on(sql.raw('student_id'), sql.raw('course_id'), sql.raw('kind'))
  .where(sql.raw("status in ('requested', 'approved')"))

/** A violation is translated in `server/university/refusals.ts`. */
export const openChangeName = 'data_changes_open_unique'

/** Allows one open request per student and field. */
export const oneOpenChange = uniqueIndex(openChangeName)
  .on(sql.raw('student_id'), sql.raw('subject'))
  .where(sql.raw("status = 'requested'"))

/** Hash of the secret in a user's calendar address. There is one per user; requesting another replaces it. */
export const calendarToken = pgTable(
  'calendar_token',
  { user_id: uuid().primaryKey(), hash: text().notNull(), created_at: instant().notNull() },
  (t) => [index('calendar_token_hash_index').on(t.hash)],
)

/** Lets an index-only scan count the active students of a programme. */
export const countedStudents = index('students_count_index').on(sql.raw('specialization_id'), sql.raw('status'))
