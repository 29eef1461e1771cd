import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Courses of a programme. The fields follow section 3 of the specification, except code, type,
 * assessment, lead and hours, which follow its domain model.
 */
export const courses = defineProgramResource({
  name: 'courses',
  path: 'courses',
  icon: 'courses',
  title: ['name'],
  fields: {
    name: field.text({ min: 2, max: 160, translated: true }),
    code: field.text({ min: 2, max: 16, pattern: 'code', derivedFrom: 'name' }),
    description: field.longText({ max: 4000, optional: true, translated: true }),
    specializationId: field.reference('specializations', { optionsWhere: { isActive: true } }),
    module: field.text({ max: 80, optional: true, translated: true }),
    year: field.integer({ min: 1, max: 6 }),
    semester: field.integer({ min: 1, max: 2 }),
    credits: field.integer({ min: 1, max: 30 }),
    type: field.choice(
      {
        compulsory: { color: 'blue' },
        optional: { color: 'amber' },
        facultative: { color: 'neutral' },
      },
      { default: 'compulsory' },
    ),
    assessment: field.choice({ exam: {}, colloquium: {}, project: {} }, { default: 'exam' }),
    hours: field.integer({ min: 1, max: 400, optional: true }),
    professorId: field.reference('professors', {
      optional: true,
      optionsWhere: { isActive: true },
    }),
    isActive: field.boolean({ default: true }),
    classes: field.many('university-classes', 'courseId'),
  },
  sections: {
    general: ['name', 'code', 'specializationId', 'description', 'isActive'],
    curriculum: [
      'module',
      ['year', 'semester'],
      ['credits', 'hours'],
      ['type', 'assessment'],
      'professorId',
    ],
  },
  list: {
    loadedMessage: true,
    columns: [
      'name',
      'code',
      'module',
      'semester',
      'year',
      'credits',
      'specializationId',
      'isActive',
    ],
    sort: ['name'],
    filters: [
      'name',
      'specializationId',
      'professorId',
      'year',
      'semester',
      'credits',
      'type',
      'assessment',
      'isActive',
    ],
    facets: ['type', 'year', 'semester'],
    search: ['name', 'code', 'module'],
    editable: ['module', 'semester', 'year', 'credits'],
  },
  unique: [['specializationId', 'code']],
  access: {
    admin: fullAccess,
    secretary: fullAccess,
    professor: { read: true },
    student: { read: { where: { isActive: { eq: true } } } },
  },
  actions: activationActions(['admin', 'secretary']),
  import: { key: ['specializationId', 'code'] },
})
