import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import type { loans } from '../resources/loans.ts'

/** Text: `issues.loans.bookIsLent` of the namespace `errors`. */
export const bookIsLent = 'loans.bookIsLent'

/** Refuses a loan of a book that is lent. Runs in the transaction of the write. */
export const loanHooks = (queries: Queries): Hooks<typeof loans> => ({
  validate: {
    fields: ['bookId', 'status'],
    async work(writes) {
      const candidates = writes.filter(({ record }) => record.status === 'lent')
      const lent = await queries.query<{ id: string; book: string }>(
        `SELECT loans.id, loans.book_id AS book FROM loans WHERE loans.status = 'lent' AND loans.book_id = ANY($1::uuid[])`,
        [candidates.map(({ record }) => record.bookId)],
      )
      return writes.map(({ before, record }): FieldIssues => {
        const isLent =
          record.status === 'lent' &&
          lent.some((loan) => loan.book === record.bookId && loan.id !== before?.id)
        return isLent ? { bookId: [{ code: bookIsLent }] } : {}
      })
    },
  },
})
