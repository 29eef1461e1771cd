import { invalidInput } from '@matricola/schema/wire/errors.ts'
import { createApp } from '@matricola/server/app/create-app.ts'
import { programRoot } from '@matricola/server/app/program.ts'
import { registry } from '../resources/index.ts'
import { productName } from '../resources/product-name.ts'
import { bookIsLent, loanHooks } from './loans.ts'
import { openLoanIndex, openLoanIndexName } from './tables.ts'

export const app = createApp({
  name: productName,
  root: programRoot(import.meta.url),
  registry,
  packs: [
    {
      name: 'library',
      migrations: 'migrations',
      locales: 'locales',
      issues: [bookIsLent],
      indexes: { loans: [openLoanIndex] },
      constraintErrors: {
        [openLoanIndexName]: () => invalidInput({ bookId: [{ code: bookIsLent }] }),
      },
      hooks: ({ database }) => ({ loans: loanHooks(database) }),
    },
  ],
  icons: ['book', 'card'],
  apiDocument: 'openapi.json',
})
