import { instantColumn } from '@matricola/server/database/column-types.ts'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** A violation is translated in `server/refusals.ts`. */
export const openResitIndexName = 'exam_resits_open_unique'

/** Allows one open request per student, course and type. */
export const openResitIndex = uniqueIndex(openResitIndexName)
  .on(sql.raw('student_id'), sql.raw('course_id'), sql.raw('kind'))
  .where(sql.raw("status in ('requested', 'approved')"))

/** A violation is translated in `server/refusals.ts`. */
export const openDataChangeIndexName = 'data_changes_open_unique'

/** Allows one open request per student and field. */
export const openDataChangeIndex = uniqueIndex(openDataChangeIndexName)
  .on(sql.raw('student_id'), sql.raw('subject'))
  .where(sql.raw("status = 'requested'"))

/**
 * Hash of the secret in a user's calendar address. There is one per user; requesting another
 * replaces it.
 */
export const calendarTokenDefinition = pgTable(
  'calendar_token',
  { user_id: uuid().primaryKey(), hash: text().notNull(), created_at: instantColumn().notNull() },
  (t) => [index('calendar_token_hash_index').on(t.hash)],
)

/** Lets an index-only scan count the active students of a programme. */
export const studentCountIndex = index('students_count_index').on(
  sql.raw('specialization_id'),
  sql.raw('status'),
)

/** Violations are translated in `server/refusals.ts`. */
export const openSessionIndexNames = {
  series: 'cash_sessions_open_series_unique',
  cashier: 'cash_sessions_open_cashier_unique',
} as const

const openSession = sql.raw("state = 'open'")

/** Allow one open session per series and per cashier. */
export const openSeriesIndex = uniqueIndex(openSessionIndexNames.series)
  .on(sql.raw('series_id'))
  .where(openSession)
export const openCashierIndex = uniqueIndex(openSessionIndexNames.cashier)
  .on(sql.raw('cashier_id'))
  .where(openSession)
