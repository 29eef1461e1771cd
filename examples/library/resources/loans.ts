import { fullAccessExceptImport } from '@matricola/schema/full-access.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { field } from './field.ts'

/** `server/loans.ts` refuses a loan of a book that is lent. */
export const loans = defineResource({
  name: 'loans',
  path: 'loans',
  icon: 'calendar',
  title: ['bookId', 'readerId'],
  fields: {
    bookId: field.reference('books', { writeOnce: true, optionsWhere: { isActive: true } }),
    readerId: field.reference('readers', { writeOnce: true, optionsWhere: { isActive: true } }),
    dueOn: field.date({ default: { add: [{ date: 'today' }, { days: 21 }] } }),
    status: field.choice(
      { lent: { color: 'blue' }, returned: { color: 'green' }, lost: { color: 'red' } },
      { default: 'lent' },
    ),
    returnedOn: field.date({ optional: true, write: [] }),
    /** Days after the due date; negative before it. */
    daysLate: field.integer({
      min: -10_000,
      max: 10_000,
      computed: { value: { subtract: [{ first: ['returnedOn', { date: 'today' }] }, 'dueOn'] } },
    }),
  },
  sections: {
    general: [
      ['bookId', 'readerId'],
      ['dueOn', 'daysLate'],
      ['status', 'returnedOn'],
    ],
  },
  list: {
    columns: ['bookId', 'readerId', 'dueOn', 'status', 'daysLate'],
    sort: ['dueOn'],
    filters: ['bookId', 'readerId', 'status', 'dueOn'],
    views: {
      lent: { where: { status: { eq: 'lent' } } },
      late: { where: { and: [{ status: { eq: 'lent' } }, { dueOn: { lt: { date: 'today' } } }] } },
    },
    defaultView: 'lent',
  },
  access: {
    librarian: fullAccessExceptImport,
    reader: { read: { where: { 'readerId.userId': { eq: { user: 'id' } } } } },
  },
  workflow: {
    field: 'status',
    initial: 'lent',
    transitions: {
      return: {
        from: ['lent', 'lost'],
        to: 'returned',
        roles: ['librarian'],
        stamps: 'returnedOn',
        tone: 'primary',
      },
      lose: { from: ['lent'], to: 'lost', roles: ['librarian'], tone: 'danger' },
    },
  },
  notifies: { create: { type: 'bookLent', to: 'readerId', subject: 'bookId' } },
  texts: {
    fields: { bookId: 'Book', readerId: 'Reader', dueOn: 'Due on', returnedOn: 'Returned on' },
    actions: { lose: 'Report as lost' },
    views: { lent: 'Lent now', late: 'Late' },
  },
})
