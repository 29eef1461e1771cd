import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { emailTextFields } from './email-text-fields.ts'
import { field } from './field.ts'
import { ownAccountGrant } from './own-record-grants.ts'

/**
 * The fields follow the domain model in the specification. Professors can change only their own
 * office, phone and specialities.
 */
export const professors = defineProgramResource({
  name: 'professors',
  path: 'professors',
  icon: 'professors',
  exportRequiresReauthentication: true,
  title: ['lastName', 'firstName'],
  fields: {
    lastName: field.text({ max: 80, pattern: 'personName', write: ['admin'] }),
    firstName: field.text({ max: 80, pattern: 'personName', write: ['admin'] }),
    academicTitle: field.choice(
      { assistant: {}, lecturer: {}, associate: {}, full: {} },
      { default: 'lecturer', write: ['admin'] },
    ),
    departmentProfileId: field.reference('departments', {
      optionsWhere: { isActive: true },
      write: ['admin'],
    }),
    email: field.email({
      unique: true,
      read: ['admin', 'secretary', 'professor'],
      write: ['admin'],
    }),
    phone: field.phone({ optional: true, read: ['admin', 'secretary', 'professor'] }),
    office: field.text({ max: 60, optional: true }),
    specialities: field.longText({ max: 1000, optional: true }),
    hiredAt: field.date({
      max: 'today',
      optional: true,
      read: ['admin', 'secretary', 'professor'],
      write: ['admin'],
    }),
    userId: field.reference('users', {
      optional: true,
      unique: true,
      optionsWhere: { role: 'professor' },
      read: ['admin', 'secretary', 'professor'],
      write: ['admin'],
    }),
    isActive: field.boolean({ default: true, write: ['admin'] }),
    courses: field.many('courses', 'professorId'),
    classes: field.many('university-classes', 'leadProfessorId'),
  },
  sections: {
    identity: [['lastName', 'firstName'], 'academicTitle', 'departmentProfileId', 'isActive'],
    contact: [['email', 'phone'], 'office'],
    work: ['specialities', 'hiredAt', 'userId'],
  },
  list: {
    columns: [
      'lastName',
      'firstName',
      'academicTitle',
      'departmentProfileId',
      'email',
      'phone',
      'isActive',
    ],
    sort: ['lastName', 'firstName'],
    filters: [
      'lastName',
      'firstName',
      'departmentProfileId',
      'academicTitle',
      'hiredAt',
      'isActive',
    ],
    facets: ['academicTitle', 'isActive'],
    search: ['lastName', 'firstName', 'email'],
    editable: ['academicTitle', 'phone'],
  },
  access: {
    admin: fullAccess,
    secretary: { read: true, act: true, bulk: true, export: true },
    /**
     * Exams and theses show the names of colleagues. Professors may not read anything else about
     * them.
     */
    professor: { read: ownAccountGrant, name: true, update: ownAccountGrant },
    student: { read: { where: { isActive: { eq: true } } } },
  },
  actions: {
    ...activationActions(['admin']),
    message: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary'],
      set: {},
      extraFields: emailTextFields,
      hasServerCode: true,
      undo: false,
    },
  },
  import: { key: ['email'] },
})
