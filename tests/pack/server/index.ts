import { asAnyResource } from '@matricola/schema/registry.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import type { Pack } from '@matricola/server/pack.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { composeAccountMail } from '@matricola/server/services/compose-mail.ts'
import { overdue } from '../resources/calls/library.ts'
import { customErrors, customIssues } from '../resources/errors.ts'
import { loans } from '../resources/loans.ts'

const open = (book: string) =>
  `SELECT FROM loans l WHERE l.book_id = ${book} AND l.returned_on IS NULL`

declare module '@matricola/server/mail/mail-kinds.ts' {
  interface MailKinds {
    readonly bookReady: true
  }
}

/** A book can be lent while a copy of it is left. The library opened in 2010. */
const loanHooks = (database: Queries): Hooks<typeof loans> => ({
  validate: {
    fields: ['bookId', 'dueOn'],
    async work(writes) {
      if (writes.some(({ record }) => (record.dueOn ?? '') < '2010'))
        throw new AppError(customErrors['loans.stopped'])
      const rows = await database.query<{ id: string; left: number }>(
        `SELECT b.id, b.copies - (${open('b.id').replace('SELECT', 'SELECT count(*)')})::int AS left FROM books b WHERE b.id = ANY($1::uuid[])`,
        [writes.map(({ record }) => record.bookId)],
      )
      const availableCopies = new Map(rows.map((row) => [row.id, row.left]))
      return writes.map(
        ({ record }): FieldIssues =>
          (availableCopies.get(record.bookId) ?? 0) < 1
            ? { bookId: [{ code: 'loans.noCopyLeft' }] }
            : {},
      )
    },
  },
})

export const customPack: Pack = {
  name: 'library',
  migrations: 'tests/pack/migrations',
  locales: 'tests/pack/locales',
  errors: customErrors,
  issues: customIssues,
  scopes: {
    ownLoans: {
      student: (row, me) =>
        `EXISTS (SELECT FROM students s WHERE s.id = ${row}.student_id AND s.user_id = ${me})`,
    },
  },
  computed: {
    copiesLeft: (row) =>
      `(${row}.copies - (${open(`${row}.id`).replace('SELECT', 'SELECT count(*)')}))::int`,
  },
  hooks: ({ database }) => ({ loans: loanHooks(database) }),
  mails: { bookReady: composeAccountMail },
  mailRecipient: (loan) =>
    `SELECT s.email AS address, b.name AS reference FROM loans l JOIN students s ON s.id = l.student_id JOIN books b ON b.id = l.book_id
    WHERE l.id = ${loan}`,
  mailSecrets: /(?<=lock )\d{4}\b/g,
  routes(app, { database }) {
    registerCall(app, overdue, async ({ caller }) => {
      authorize(caller, asAnyResource(loans), 'read')
      const [row] = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM loans WHERE returned_on IS NULL AND due_on < current_date`,
      )
      return ok({ count: row?.count ?? 0 })
    })
  },
}
