import { defineResource } from '@matricola/schema/resource.ts'
import { field } from '#resources/field.ts'

export const books = defineResource({
  name: 'books',
  path: 'books',
  icon: 'documents',
  title: ['name'],
  fields: {
    name: field.text({ min: 1, max: 120, unique: true }),
    shelf: field.text({ max: 20, optional: true }),
    copies: field.integer({ min: 1, max: 1000, input: 'stars', cell: 'stars' }),
    copiesLeft: field.integer({ min: 0, max: 1000, computed: 'copiesLeft' }),
    departmentId: field.reference('departments', { optional: true }),
    courses: field.links('courses', { optional: true, max: 3, optionsWhere: { isActive: true } }),
  },
  sections: { general: ['name', 'shelf', ['copies', 'copiesLeft'], 'departmentId', 'courses'] },
  list: {
    columns: ['name', 'shelf', 'copies', 'copiesLeft', 'departmentId'],
    sort: ['name'],
    filters: ['name', 'departmentId', 'courses'],
    search: ['name'],
  },
  access: {
    admin: { read: true, create: true, update: true, history: true },
    secretary: { read: true, create: true, update: true },
    professor: { read: true },
    student: { read: true },
  },
})
