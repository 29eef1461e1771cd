import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { emailTextFields } from './email-text-fields.ts'
import { field } from './field.ts'
import { ownAccountGrant } from './own-record-grants.ts'

/**
 * Only staff and the student see personal fields. Professors see only the name, number, group and
 * programme.
 */
const personal = { read: ['admin', 'secretary', 'student'] } as const

/** Roles that may change contact data. */
const selfAndStaff = ['admin', 'secretary', 'student'] as const

/**
 * The fields follow the domain model in the specification. The matriculation number never changes.
 */
export const students = defineProgramResource({
  name: 'students',
  path: 'students',
  icon: 'students',
  logsReads: true,
  title: ['lastName', 'firstName'],
  fields: {
    lastName: field.text({ max: 80, pattern: 'personName', write: ['admin'] }),
    firstName: field.text({ max: 80, pattern: 'personName', write: ['admin'] }),
    matriculationNumber: field.text({
      min: 3,
      max: 20,
      pattern: 'code',
      unique: true,
      writeOnce: true,
      write: ['admin'],
    }),
    cnp: field.nationalId({ ...personal, optional: true, unique: true, write: ['admin'] }),
    birthDate: field.date({ ...personal, max: 'today', optional: true, write: ['admin'] }),
    sex: field.choice({ F: {}, M: {} }, { ...personal, optional: true, write: ['admin'] }),
    specializationId: field.reference('specializations', { write: ['admin'] }),
    studyYear: field.integer({ min: 1, max: 6, default: 1, write: ['admin'] }),
    groupName: field.text({ max: 20, optional: true, write: ['admin', 'secretary'] }),
    academicYearOfEntry: field.text({ max: 9, pattern: 'academicYear', write: ['admin'] }),
    fundingType: field.choice(
      { budget: { color: 'green' }, fee: { color: 'amber' } },
      { ...personal, default: 'budget', write: ['admin'] },
    ),
    status: field.choice(
      {
        active: { color: 'green', icon: 'check' },
        suspended: { color: 'amber', icon: 'pause' },
        withdrawn: { color: 'neutral', icon: 'ring' },
        expelled: { color: 'red', icon: 'cross' },
        graduated: { color: 'violet', icon: 'cap' },
      },
      { default: 'active' },
    ),
    statusReason: field.text({ min: 3, max: 300, optional: true, ...personal, write: [] }),
    statusSince: field.date({ optional: true, ...personal, write: [] }),
    email: field.email({ ...personal, unique: true, write: ['admin'] }),
    personalEmail: field.email({ ...personal, optional: true, write: selfAndStaff }),
    phone: field.phone({ ...personal, optional: true, write: selfAndStaff }),
    address: field.text({ min: 5, max: 200, ...personal, optional: true, write: selfAndStaff }),
    city: field.text({ min: 2, max: 80, ...personal, optional: true, write: selfAndStaff }),
    emergencyContact: field.text({ max: 200, ...personal, optional: true, write: selfAndStaff }),
    enrolledAt: field.date({ max: 'today', optional: true, ...personal, write: ['admin'] }),
    /**
     * The application from which the student was enrolled. Each application creates at most one
     * student.
     */
    registrationId: field.reference('registrations', {
      optional: true,
      unique: true,
      read: ['admin', 'secretary'],
      write: [],
    }),
    userId: field.reference('users', {
      optional: true,
      unique: true,
      optionsWhere: { role: 'student' },
      ...personal,
      write: ['admin'],
    }),
    /** Amount that the student owes, in RON. Negative after an overpayment. */
    balance: field.money({
      ...personal,
      min: -1_000_000,
      max: 1_000_000,
      computed: 'studentBalance',
    }),
    enrolments: field.many('class-enrolments', 'studentId'),
    grades: field.many('grades', 'studentId'),
    resits: field.many('exam-resits', 'studentId'),
    licenseExams: field.many('license-exams', 'studentId'),
    finances: field.many('finances', 'studentId'),
    certificates: field.many('certificates', 'studentId'),
  },
  sections: {
    identity: [['lastName', 'firstName'], 'cnp', ['birthDate', 'sex']],
    study: [
      'matriculationNumber',
      'specializationId',
      ['studyYear', 'groupName'],
      'academicYearOfEntry',
      'fundingType',
      'enrolledAt',
      'balance',
    ],
    status: ['status', 'statusReason', 'statusSince'],
    contact: [['email', 'personalEmail'], 'phone', 'address', 'city', 'emergencyContact', 'userId'],
  },
  summary: [
    'matriculationNumber',
    'specializationId',
    'studyYear',
    'groupName',
    'fundingType',
    'balance',
  ],
  list: {
    columns: [
      'lastName',
      'firstName',
      'matriculationNumber',
      'specializationId',
      'studyYear',
      'groupName',
      'email',
      'status',
    ],
    sort: ['lastName', 'firstName'],
    filters: [
      'lastName',
      'firstName',
      'specializationId',
      'studyYear',
      'groupName',
      'fundingType',
      'status',
      'cnp',
      'enrolledAt',
    ],
    facets: ['status', 'studyYear', 'fundingType'],
    search: ['lastName', 'firstName', 'matriculationNumber', 'email'],
    editable: ['studyYear', 'groupName'],
    headings: ['matriculationNumber', 'studyYear', 'groupName', 'email'],
  },
  access: {
    admin: fullAccess,
    secretary: { read: true, update: true, history: true, bulk: true, import: true, export: true },
    professor: { read: { scope: 'studentsOfOwnClasses' } },
    student: { read: ownAccountGrant, update: ownAccountGrant },
  },
  workflow: {
    field: 'status',
    initial: 'active',
    transitions: {
      suspend: {
        from: ['active'],
        to: 'suspended',
        roles: ['admin', 'secretary'],
        input: ['statusReason', 'statusSince'],
      },
      resume: {
        from: ['suspended', 'withdrawn'],
        to: 'active',
        roles: ['admin', 'secretary'],
        input: ['statusReason', 'statusSince'],
        tone: 'primary',
      },
      withdraw: {
        from: ['active', 'suspended'],
        to: 'withdrawn',
        roles: ['admin', 'secretary'],
        input: ['statusReason', 'statusSince'],
        tone: 'danger',
      },
      expel: {
        from: ['active', 'suspended'],
        to: 'expelled',
        roles: ['admin', 'secretary'],
        input: ['statusReason', 'statusSince'],
        tone: 'danger',
      },
      graduate: {
        from: ['active'],
        to: 'graduated',
        roles: ['admin', 'secretary'],
        input: ['statusReason', 'statusSince'],
      },
    },
  },
  actions: {
    /** Moves active students to the next year of study, up to the last year of the programme. */
    promote: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary'],
      when: { status: { eq: 'active' } },
      set: {},
      hasServerCode: true,
      tone: 'primary',
    },
    charge: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary'],
      set: {},
      extraFields: {
        chargeKind: field.choice({ tuition: {}, resit: {}, matriculation: {}, other: {} }),
        chargeAmount: field.money({ min: 0.01, max: 1_000_000 }),
        chargeDescription: field.text({ min: 2, max: 160 }),
        chargeDueOn: field.date({}),
      },
      hasServerCode: true,
      undo: false,
    },
    message: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary'],
      set: {},
      extraFields: emailTextFields,
      hasServerCode: true,
      undo: false,
    },
  },
  notifies: { status: { type: 'studentStatus', to: 'userId', link: 'account' } },
  import: { key: ['matriculationNumber'] },
})
