import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Academic years, to which classes, exams, grades and charges belong. The fields follow the domain
 * model in the specification.
 */
export const academicYears = defineProgramResource({
  name: 'academic-years',
  path: 'academic-years',
  icon: 'calendar',
  title: ['name'],
  fields: {
    name: field.text({ max: 9, pattern: 'academicYear', unique: true }),
    startsOn: field.date({}),
    endsOn: field.date({}),
    isActive: field.boolean({ default: true }),
    periods: field.many('academic-periods', 'academicYearId', { inForm: { max: 40 } }),
    classes: field.many('university-classes', 'academicYearId'),
  },
  sections: { general: ['name', ['startsOn', 'endsOn'], 'isActive'], periods: ['periods'] },
  rules: { endsAfterStart: { check: { endsOn: { gt: { value: 'startsOn' } } }, field: 'endsOn' } },
  list: {
    columns: ['name', 'startsOn', 'endsOn', 'isActive'],
    sort: ['-name'],
    filters: ['name', 'isActive'],
  },
  access: {
    admin: fullAccess,
    secretary: fullAccess,
    professor: { read: true },
    student: { read: true },
  },
  actions: activationActions(['admin', 'secretary']),
  import: { key: ['name'] },
})
