import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { emailTextFields } from './email-text-fields.ts'
import { field } from './field.ts'

/**
 * Classes: teaching groups of a course in an academic year. The fields follow the domain model in
 * the specification. Their page is `/classes`, as in the specification.
 */
export const universityClasses = defineProgramResource({
  name: 'university-classes',
  path: 'university-classes',
  page: 'classes',
  icon: 'classes',
  title: ['name'],
  fields: {
    name: field.text({ min: 2, max: 120, inUniversityLanguage: true }),
    courseId: field.reference('courses', { writeOnce: true, optionsWhere: { isActive: true } }),
    academicYearId: field.reference('academic-years', {
      writeOnce: true,
      optionsWhere: { isActive: true },
    }),
    semester: field.integer({ min: 1, max: 2 }),
    groupName: field.text({ max: 20 }),
    leadProfessorId: field.reference('professors', { optionsWhere: { isActive: true } }),
    /** Weekly hours in one line. */
    hours: field.text({ max: 2000, optional: true, computed: 'classHours', displayAs: 'hours' }),
    rooms: field.text({ max: 2000, optional: true, computed: 'classRooms' }),
    capacity: field.integer({ min: 1, max: 1000, default: 30 }),
    /** Number of participants. */
    members: field.integer({ min: 0, max: 1000, computed: 'classMembers' }),
    status: field.choice(
      {
        planned: { color: 'blue', icon: 'clock' },
        active: { color: 'green', icon: 'check' },
        closed: { color: 'neutral', icon: 'ring' },
      },
      { default: 'planned' },
    ),
    schedule: field.many('class-hours', 'classId', { inForm: { max: 20, missing: 'deactivate' } }),
    enrolments: field.many('class-enrolments', 'classId'),
    assistants: field.many('class-assistants', 'classId'),
    exams: field.many('exams', 'classId'),
  },
  sections: {
    general: [
      'name',
      'courseId',
      ['academicYearId', 'semester'],
      ['groupName', 'capacity'],
      'members',
      'leadProfessorId',
      'status',
    ],
    schedule: ['hours', 'rooms', 'schedule'],
  },
  list: {
    columns: ['name', 'leadProfessorId', 'hours', 'rooms', 'groupName', 'members', 'status'],
    sort: ['name'],
    filters: [
      'name',
      'courseId',
      'leadProfessorId',
      'academicYearId',
      'semester',
      'groupName',
      'status',
    ],
    facets: ['status', 'semester'],
    search: ['name', 'groupName'],
    editable: ['groupName', 'leadProfessorId'],
    headings: ['groupName'],
  },
  unique: [['courseId', 'academicYearId', 'groupName']],
  access: {
    admin: fullAccess,
    secretary: { read: true, act: true, bulk: true, export: true },
    professor: {
      read: { scope: 'ownClasses' },
      act: { where: { leadProfessorId: { eq: { user: 'personId' } } } },
      export: true,
    },
    student: { read: { scope: 'ownClasses' } },
  },
  actions: {
    /** Adds the students of the group, up to the capacity of the class. */
    enrolGroup: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary'],
      when: { status: { in: ['planned', 'active'] } },
      set: {},
      hasServerCode: true,
      undo: false,
    },
    message: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary', 'professor'],
      set: {},
      extraFields: emailTextFields,
      hasServerCode: true,
      undo: false,
    },
  },
  import: { key: ['courseId', 'academicYearId', 'groupName'] },
})
