import { field } from '#model/field.ts'
import { defineResource } from '#model/resource.ts'

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
  },
  sections: {
    general: [
      ['bookId', 'studentId'],
      ['dueOn', 'returnedOn'],
    ],
  },
  rules: {
    returnedLater: { check: { or: [{ returnedOn: { isNull: true } }, { returnedOn: { lte: { date: 'today' } } }] }, field: 'returnedOn' },
  },
  texts: { rules: { returnedLater: 'A book that is back came back today or before.' }, help: { dueOn: 'Three weeks, as a rule.' } },
  list: { columns: ['bookId', 'studentId', 'dueOn', 'returnedOn'], sort: ['dueOn'], filters: ['bookId', 'studentId', 'dueOn'] },
  access: {
    admin: { read: true, create: true, update: true, history: true },
    secretary: { read: true, create: true, update: true },
    professor: {},
    student: { read: { scope: 'ownLoans' } },
  },
})
