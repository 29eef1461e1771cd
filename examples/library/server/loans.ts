import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { equalsLiteral, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { loans } from '../resources/loans.ts'

const loan = table(loans)

/** Text: `issues.loans.bookIsLent` of the namespace `errors`. */
export const bookIsLent = 'loans.bookIsLent'

/** Refuses a loan of a book that is lent. Runs in the transaction of the write. */
export const loanHooks = (queries: Queries): Hooks<typeof loans> => ({
  validate: {
    fields: ['bookId', 'status'],
    async work(writes) {
      const candidates = writes.filter(({ record }) => record.status === 'lent')
      const bookIds = candidates.map(({ record }) => record.bookId)
      const lent = await runStatement(
        queries,
        sql`select ${pick({ id: loan.id, bookId: loan.bookId })} from ${loan}
         where ${equalsLiteral(loan.status, 'lent')} and ${loan.bookId} = any(${bookIds}::uuid[])`,
      )
      return writes.map(({ before, record }): FieldIssues => {
        const isLent =
          record.status === 'lent' &&
          lent.some(({ id, bookId }) => bookId === record.bookId && id !== before?.id)
        return isLent ? { bookId: [{ code: bookIsLent }] } : {}
      })
    },
  },
})
