import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Periods of an academic year: teaching weeks, exam sessions, holidays. An exam must be in a period
 * of its session.
 */
export const academicPeriods = defineProgramResource({
  name: 'academic-periods',
  path: 'academic-periods',
  icon: 'calendar',
  title: ['name'],
  fields: {
    name: field.text({ min: 2, max: 80, inUniversityLanguage: true }),
    academicYearId: field.reference('academic-years', { optionsWhere: { isActive: true } }),
    kind: field.choice({
      teaching: { color: 'blue' },
      winter: { color: 'violet' },
      summer: { color: 'violet' },
      resit: { color: 'amber' },
      degree: { color: 'green' },
      holiday: { color: 'neutral' },
    }),
    semester: field.integer({ min: 1, max: 2, optional: true }),
    startsOn: field.date({}),
    endsOn: field.date({}),
  },
  sections: { general: ['name', 'academicYearId', ['kind', 'semester'], ['startsOn', 'endsOn']] },
  form: { semester: { requiredWhen: { kind: { eq: 'teaching' } } } },
  rules: { endsAfterStart: { check: { endsOn: { gte: { value: 'startsOn' } } }, field: 'endsOn' } },
  list: {
    columns: ['name', 'kind', 'startsOn', 'endsOn', 'academicYearId', 'semester'],
    sort: ['-startsOn'],
    filters: ['name', 'academicYearId', 'kind', 'semester', 'startsOn'],
    facets: ['kind'],
  },
  unique: [['academicYearId', 'name']],
  access: {
    admin: fullAccess,
    secretary: fullAccess,
    professor: { read: true },
    student: { read: true },
  },
  import: { key: ['academicYearId', 'name'] },
})
