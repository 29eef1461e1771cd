import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { academicErrors } from './academic/errors.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Departments; on the wire they are called department profiles. The fields follow section 3 of the
 * specification, and the limits its domain model.
 */
export const departments = defineProgramResource({
  name: 'departments',
  path: 'department-profiles',
  icon: 'departments',
  title: ['name'],
  fields: {
    name: field.text({ min: 2, max: 120, unique: true, translated: true }),
    description: field.longText({ max: 2000, optional: true, translated: true }),
    headOfDepartmentId: field.reference('professors', {
      optional: true,
      optionsWhere: { isActive: true },
    }),
    email: field.email({ optional: true }),
    phone: field.phone({ optional: true }),
    office: field.text({ max: 60, optional: true }),
    officeHours: field.text({ max: 120, optional: true, inUniversityLanguage: true }),
    budget: field.money({
      min: 0,
      max: 999_999_999,
      optional: true,
      read: ['admin', 'secretary'],
      write: ['admin'],
    }),
    studentFacultyRatio: field.decimal({
      min: 0,
      max: 100_000,
      scale: 1,
      optional: true,
      computed: 'studentFacultyRatio',
      read: ['admin', 'secretary'],
    }),
    isActive: field.boolean({ default: true }),
    specializations: field.many('specializations', 'departmentProfileId'),
    professors: field.many('professors', 'departmentProfileId'),
  },
  sections: {
    general: ['name', 'description', 'headOfDepartmentId', 'isActive'],
    contact: [
      ['email', 'phone'],
      ['office', 'officeHours'],
    ],
    figures: [['budget', 'studentFacultyRatio']],
  },
  list: {
    columns: ['name', 'headOfDepartmentId', 'budget', 'studentFacultyRatio', 'phone', 'isActive'],
    sort: ['name'],
    filters: ['name', 'headOfDepartmentId', 'budget', 'isActive'],
    facets: ['isActive'],
    search: ['name', 'office', 'email'],
    editable: ['headOfDepartmentId', 'budget', 'phone'],
  },
  access: {
    admin: fullAccess,
    secretary: fullAccess,
    professor: { read: true },
    student: { read: { where: { isActive: { eq: true } } } },
  },
  dependants: {
    specializations: {
      field: 'departmentProfileId',
      where: { isActive: 'true' },
      restrict: academicErrors['department.inUse'],
    },
    professors: { field: 'departmentProfileId', where: { isActive: 'true' } },
  },
  actions: activationActions(['admin', 'secretary']),
  import: { key: ['name'] },
})
