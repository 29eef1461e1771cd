import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { field } from './field.ts'

export const books = defineResource({
  name: 'books',
  path: 'books',
  icon: 'book',
  title: ['title'],
  fields: {
    title: field.text({ max: 200 }),
    author: field.text({ max: 120 }),
    isbn: field.text({ max: 13, regex: '\\d{13}', example: '9780131103627', unique: true }),
    year: field.integer({ min: 1450, max: 2100, optional: true }),
    cover: field.image({ accept: ['jpeg', 'png'], optional: true }),
    isActive: field.boolean({ default: true }),
    loans: field.many('loans', 'bookId'),
    timesLent: field.integer({
      min: 0,
      max: 100_000,
      computed: { value: { count: 'loans' } },
      read: ['librarian'],
    }),
  },
  sections: { general: ['title', 'author', ['isbn', 'year'], 'cover', ['isActive', 'timesLent']] },
  list: {
    columns: ['title', 'author', 'isbn', 'year', 'isActive'],
    sort: ['title'],
    filters: ['title', 'author', 'year', 'isActive'],
    search: ['title', 'author', 'isbn'],
  },
  access: {
    librarian: fullAccess,
    reader: { read: { where: { isActive: { eq: true } } } },
  },
  import: { key: ['isbn'] },
  texts: { fields: { isbn: 'ISBN' }, shapes: { isbn: 'An ISBN has 13 digits, without hyphens.' } },
})
