import { sql } from 'drizzle-orm'
import { uniqueIndex } from 'drizzle-orm/pg-core'

/** A violation is translated in `app.ts`. */
export const openLoanIndexName = 'loans_open_unique'

/** Allows one open loan per book, also if two librarians lend it at the same time. */
export const openLoanIndex = uniqueIndex(openLoanIndexName)
  .on(sql.raw('book_id'))
  .where(sql.raw("status = 'lent'"))
