import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { ownStudentGrant } from './own-record-grants.ts'

/**
 * Students in classes. In an academic year, a student can be in one class per course, up to the
 * capacity of the class.
 */
export const classEnrolments = defineProgramResource({
  name: 'class-enrolments',
  path: 'class-enrolments',
  icon: 'classes',
  title: ['studentId', 'classId'],
  fields: {
    classId: field.reference('university-classes', { writeOnce: true }),
    studentId: field.reference('students', { writeOnce: true }),
    /** The student's number, shown in the roster. */
    matriculationNumber: field.text({
      max: 20,
      computed: { value: 'studentId.matriculationNumber' },
    }),
    groupName: field.text({ max: 20, optional: true, computed: { value: 'studentId.groupName' } }),
    status: field.choice(
      { active: { color: 'green', icon: 'check' }, dropped: { color: 'neutral', icon: 'cross' } },
      { default: 'active' },
    ),
    /** How the student was added. Students who were added with a group are removed with it. */
    source: field.choice(
      { manual: {}, group: {}, enrolment: {} },
      { default: 'manual', write: [] },
    ),
  },
  sections: {
    general: ['classId', 'studentId', ['matriculationNumber', 'groupName'], 'status', 'source'],
  },
  list: {
    columns: ['studentId', 'classId', 'matriculationNumber', 'groupName', 'status', 'source'],
    sort: ['classId', 'studentId'],
    searchThrough: ['studentId', 'classId'],
    filters: ['classId', 'studentId', 'status', 'source'],
    facets: ['status', 'source'],
  },
  unique: [['classId', 'studentId']],
  access: {
    admin: fullAccess,
    secretary: fullAccess,
    professor: { read: { scope: 'recordsOfOwnClasses' }, export: true },
    student: { read: ownStudentGrant },
  },
  workflow: {
    field: 'status',
    initial: 'active',
    transitions: {
      drop: { from: ['active'], to: 'dropped', roles: ['admin', 'secretary'], tone: 'danger' },
      rejoin: { from: ['dropped'], to: 'active', roles: ['admin', 'secretary'] },
    },
  },
  import: { key: ['classId', 'studentId'] },
})
