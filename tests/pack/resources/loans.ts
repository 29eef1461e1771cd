import { defineResource } from '@matricola/schema/resource.ts'
import { field } from '#resources/field.ts'

export const loans = defineResource({
  name: 'loans',
  path: 'loans',
  icon: 'calendar',
  title: ['bookId', 'studentId'],
  fields: {
    bookId: field.reference('books', { writeOnce: true }),
    studentId: field.reference('students', { writeOnce: true }),
    dueOn: field.date({}),
    returnedOn: field.date({ optional: true }),
    shelf: field.text({ max: 20, optional: true, computed: { value: 'bookId.shelf' } }),
    /**
     * Number of days by which the book was returned late or is overdue. Negative if it is on time.
     */
    daysLate: field.integer({
      min: -10_000,
      max: 10_000,
      computed: { value: { subtract: [{ first: ['returnedOn', { date: 'today' }] }, 'dueOn'] } },
    }),
    reminderOn: field.date({ computed: { value: { add: ['dueOn', { months: 1 }] } } }),
  },
  sections: {
    general: [
      ['bookId', 'studentId'],
      ['dueOn', 'returnedOn'],
      ['daysLate', 'reminderOn'],
      'shelf',
    ],
  },
  rules: {
    returnedInYear: {
      check: {
        or: [
          { returnedOn: { isNull: true } },
          { returnedOn: { lte: { value: { add: ['dueOn', { years: 1 }] } } } },
        ],
      },
      field: 'returnedOn',
    },
    returnedLater: {
      check: { or: [{ returnedOn: { isNull: true } }, { returnedOn: { lte: { date: 'today' } } }] },
      field: 'returnedOn',
    },
  },
  notifies: { create: { type: 'bookLent', to: 'studentId', subject: 'bookId' } },
  texts: {
    rules: {
      returnedInYear: 'After a year the book counts as lost.',
      returnedLater: 'The return date of a book is not in the future.',
    },
    help: { dueOn: 'Usually three weeks.' },
  },
  list: {
    columns: ['bookId', 'studentId', 'dueOn', 'returnedOn', 'daysLate', 'shelf'],
    sort: ['dueOn'],
    filters: ['bookId', 'studentId', 'dueOn'],
  },
  access: {
    admin: { read: true, create: true, update: true, history: true },
    secretary: { read: true, create: true, update: true },
    professor: {},
    student: { read: { scope: 'ownLoans' } },
  },
})
