import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Study programmes of a department. Fields: specification, section 3; code, cycle, language and
 * places: domain model.
 */
export const specializations = defineProgramResource({
  name: 'specializations',
  path: 'specializations',
  icon: 'specializations',
  title: ['name'],
  fields: {
    name: field.text({ min: 2, max: 160, translated: true }),
    code: field.text({ min: 2, max: 12, pattern: 'code', derivedFrom: 'name', unique: true }),
    description: field.longText({ max: 2000, optional: true, translated: true }),
    departmentProfileId: field.reference('departments', { optionsWhere: { isActive: true } }),
    cycle: field.choice(
      { bachelor: { color: 'blue' }, master: { color: 'violet' } },
      { default: 'bachelor' },
    ),
    language: field.choice({ ro: {}, en: {}, fr: {}, de: {}, hu: {} }, { default: 'ro' }),
    yearsOfStudy: field.integer({ min: 1, max: 6 }),
    creditsPerYear: field.integer({ min: 1, max: 90, default: 60 }),
    totalCredits: field.integer({ min: 1, max: 540 }),
    creditsNote: field.text({ max: 200, optional: true, translated: true }),
    placesBudget: field.integer({ min: 0, max: 10_000, optional: true }),
    placesFee: field.integer({ min: 0, max: 10_000, optional: true }),
    /** Tuition per year for fee-paying students, in RON. */
    tuitionFee: field.money({ min: 0, max: 1_000_000, optional: true }),
    isActive: field.boolean({ default: true }),
    courses: field.many('courses', 'specializationId'),
    students: field.many('students', 'specializationId'),
  },
  sections: {
    general: [
      'name',
      'code',
      'departmentProfileId',
      'description',
      ['cycle', 'language'],
      'isActive',
    ],
    credits: ['yearsOfStudy', ['creditsPerYear', 'totalCredits'], 'creditsNote'],
    places: [['placesBudget', 'placesFee'], 'tuitionFee'],
  },
  form: {
    creditsNote: { visibleWhen: { creditsPerYear: { ne: 60 } } },
  },
  rules: {
    creditsAddUp: {
      check: { totalCredits: { eq: { value: { multiply: ['yearsOfStudy', 'creditsPerYear'] } } } },
      field: 'totalCredits',
    },
  },
  list: {
    columns: [
      'name',
      'code',
      'departmentProfileId',
      'yearsOfStudy',
      'totalCredits',
      'creditsPerYear',
      'isActive',
    ],
    sort: ['name'],
    filters: ['name', 'departmentProfileId', 'cycle', 'language', 'yearsOfStudy', 'isActive'],
    facets: ['cycle', 'isActive'],
    search: ['name', 'code'],
  },
  unique: [['departmentProfileId', 'name']],
  access: {
    admin: fullAccess,
    secretary: fullAccess,
    professor: { read: true },
    student: { read: { where: { isActive: { eq: true } } } },
  },
  dependants: {
    registrations: { field: 'specializationId', matchesSetting: 'admissionSessionId' },
    students: { field: 'specializationId', where: { status: 'active' } },
    courses: { field: 'specializationId', where: { isActive: 'true' } },
  },
  actions: activationActions(['admin', 'secretary']),
  import: { key: ['code'] },
})
