import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { ownStudentGrant } from './own-record-grants.ts'

const committee = [
  { chairId: { eq: { user: 'personId' } } },
  { memberId: { eq: { user: 'personId' } } },
  { secondMemberId: { eq: { user: 'personId' } } },
] as const
const staffWrites = { write: ['admin', 'secretary'] } as const
const gradeOptions = {
  min: 1,
  max: 10,
  scale: 2,
  optional: true,
  write: ['admin', 'professor'],
  bulk: false,
  power: 'grades',
} as const

const examNotification = { type: 'degreeExam', to: 'studentId' } as const

/**
 * Final degree exams: two parts, a committee, a thesis. Limits: settings; defaults: domain rules,
 * section A.5.
 */
export const licenseExams = defineProgramResource({
  name: 'license-exams',
  path: 'license-exams',
  icon: 'cap',
  title: ['studentId', 'year'],
  fields: {
    studentId: field.reference('students', { ...staffWrites, writeOnce: true }),
    year: field.integer({ ...staffWrites, min: 2000, max: 2100, isYear: true, writeOnce: true }),
    session: field.choice(
      { february: {}, june: {}, july: {}, september: {} },
      { ...staffWrites, default: 'july', writeOnce: true },
    ),
    thesisTitle: field.text({ max: 240, optional: true, write: ['admin', 'secretary', 'student'] }),
    /** Deadline for changes of the title by the student. */
    thesisDueOn: field.date({ ...staffWrites, optional: true }),
    supervisorId: field.reference('professors', {
      ...staffWrites,
      optional: true,
      optionsWhere: { isActive: true },
    }),
    chairId: field.reference('professors', {
      ...staffWrites,
      optional: true,
      optionsWhere: { isActive: true },
    }),
    memberId: field.reference('professors', {
      ...staffWrites,
      optional: true,
      optionsWhere: { isActive: true },
    }),
    secondMemberId: field.reference('professors', {
      ...staffWrites,
      optional: true,
      optionsWhere: { isActive: true },
    }),
    scheduledAt: field.dateTime({ ...staffWrites, optional: true }),
    room: field.text({ ...staffWrites, max: 40, optional: true }),
    writtenGrade: field.decimal({ ...gradeOptions, renamedFrom: 'writtenMark' }),
    defenceGrade: field.decimal({ ...gradeOptions, renamedFrom: 'defenceMark' }),
    average: field.decimal({ min: 1, max: 10, scale: 2, optional: true, write: [] }),
    credits: field.integer({ min: 0, max: 30, default: 0, write: [] }),
    status: field.choice(
      {
        registered: { color: 'blue', icon: 'tray' },
        eligible: { color: 'violet', icon: 'check' },
        ineligible: { color: 'amber', icon: 'cross' },
        passed: { color: 'green', icon: 'cap' },
        failed: { color: 'red', icon: 'cross' },
        absent: { color: 'neutral', icon: 'ring' },
      },
      { default: 'registered' },
    ),
    /** Why the student was not admitted or the grades were reopened. */
    statusReason: field.text({ min: 3, max: 300, optional: true, write: [] }),
  },
  sections: {
    general: ['studentId', ['year', 'session'], 'thesisTitle', 'supervisorId', 'thesisDueOn'],
    committee: ['chairId', ['memberId', 'secondMemberId'], ['scheduledAt', 'room']],
    grades: [['writtenGrade', 'defenceGrade'], ['average', 'credits'], 'status', 'statusReason'],
  },
  list: {
    columns: ['studentId', 'year', 'session', 'thesisTitle', 'supervisorId', 'average', 'status'],
    sort: ['-year', 'session'],
    filters: [
      'studentId',
      'year',
      'session',
      'thesisTitle',
      'supervisorId',
      'chairId',
      'scheduledAt',
      'status',
    ],
    facets: ['status', 'session', 'year'],
    search: ['thesisTitle'],
    searchThrough: ['studentId'],
  },
  unique: [['studentId', 'year', 'session']],
  access: {
    admin: fullAccess,
    secretary: fullAccess,
    professor: {
      read: { where: { or: [{ supervisorId: { eq: { user: 'personId' } } }, ...committee] } },
      update: { where: { and: [{ or: committee }, { status: { eq: 'eligible' } }] } },
    },
    student: {
      read: ownStudentGrant,
      update: {
        where: {
          and: [
            { studentId: { eq: { user: 'personId' } } },
            { status: { in: ['registered', 'eligible'] } },
            {
              or: [{ thesisDueOn: { isNull: true } }, { thesisDueOn: { gte: { date: 'today' } } }],
            },
          ],
        },
      },
    },
  },
  workflow: {
    field: 'status',
    initial: 'registered',
    setByServer: ['passed', 'failed'],
    transitions: {
      /** Requires all credits of the programme. */
      admit: {
        from: ['registered', 'ineligible'],
        to: 'eligible',
        roles: ['admin', 'secretary'],
        tone: 'primary',
      },
      refuse: {
        from: ['registered', 'eligible'],
        to: 'ineligible',
        roles: ['admin', 'secretary'],
        input: ['statusReason'],
        tone: 'danger',
      },
      markAbsent: { from: ['eligible'], to: 'absent', roles: ['admin', 'secretary'] },
      /** Reopens the grades to correct mistakes. */
      reopen: {
        from: ['passed', 'failed', 'absent'],
        to: 'eligible',
        roles: ['admin'],
        on: ['row'],
        input: ['statusReason'],
        requires: ['statusReason'],
        tone: 'danger',
      },
    },
  },
  notifies: {
    create: examNotification,
    status: examNotification,
    scheduledAt: examNotification,
    room: examNotification,
  },
  import: { key: ['studentId', 'year', 'session'] },
})
