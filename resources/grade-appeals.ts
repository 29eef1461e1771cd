import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

const staffAccess = { read: true, history: true, export: true } as const
const ownRows = { where: { studentId: { eq: { user: 'personId' } } } } as const
const setByServer = { write: [], setByServer: true } as const

/**
 * Students' appeals against grades (contestații): one per grade, within a number of hours after it
 * was published. The examiner corrects the grade or upholds it with an answer. Rules: domain model,
 * sections 3.4, 4 and A.5.
 */
export const gradeAppeals = defineProgramResource({
  name: 'grade-appeals',
  path: 'grade-appeals',
  icon: 'flag',
  title: ['studentId', 'courseId'],
  fields: {
    gradeId: field.reference('grades', { writeOnce: true, unique: true }),
    studentId: field.reference('students', setByServer),
    courseId: field.reference('courses', setByServer),
    /** The professor who should answer; after the answer, the professor who did. */
    professorId: field.reference('professors', { write: [], optional: true }),
    /** The grade at the time of the appeal. */
    result: field.choice(
      { graded: {}, absent: { color: 'amber' }, notEligible: { color: 'red' } },
      setByServer,
    ),
    value: field.integer({ write: [], min: 1, max: 10, optional: true }),
    explanation: field.longText({ min: 10, max: 2000, writeOnce: true }),
    status: field.choice(
      {
        open: { color: 'blue', icon: 'tray' },
        changed: { color: 'green', icon: 'check' },
        upheld: { color: 'amber', icon: 'flag' },
        withdrawn: { color: 'neutral', icon: 'ring' },
      },
      { default: 'open' },
    ),
    appealedAt: field.dateTime({ ...setByServer, renamedFrom: 'contestedAt' }),
    dueAt: field.dateTime(setByServer),
    newResult: field.choice(
      { graded: {}, absent: { color: 'amber' }, notEligible: { color: 'red' } },
      { write: [], optional: true },
    ),
    newValue: field.integer({ write: [], min: 1, max: 10, optional: true }),
    answer: field.longText({ write: [], min: 3, max: 1000, optional: true }),
    answeredAt: field.dateTime({ write: [], optional: true }),
  },
  sections: {
    general: [
      'gradeId',
      ['studentId', 'courseId'],
      ['result', 'value'],
      'explanation',
      ['appealedAt', 'dueAt'],
    ],
    answer: ['status', 'professorId', ['newResult', 'newValue'], 'answer', 'answeredAt'],
  },
  form: {
    newResult: {
      visibleWhen: { status: { eq: 'changed' } },
      requiredWhen: { status: { eq: 'changed' } },
    },
    newValue: {
      visibleWhen: { newResult: { eq: 'graded' } },
      requiredWhen: { newResult: { eq: 'graded' } },
    },
    answer: { requiredWhen: { status: { in: ['changed', 'upheld'] } } },
  },
  list: {
    columns: ['studentId', 'courseId', 'result', 'value', 'appealedAt', 'dueAt', 'status'],
    sort: ['-appealedAt'],
    searchThrough: ['studentId', 'courseId'],
    filters: ['studentId', 'courseId', 'professorId', 'appealedAt', 'dueAt', 'status'],
    facets: ['status'],
    views: {
      open: { where: { status: { eq: 'open' } } },
      overdue: {
        where: { and: [{ status: { eq: 'open' } }, { dueAt: { lt: { instant: 'now' } } }] },
      },
    },
  },
  access: {
    admin: staffAccess,
    secretary: staffAccess,
    professor: {
      read: { scope: 'appealsOfOwnGrades' },
      act: true,
      history: { where: { professorId: { eq: { user: 'personId' } } } },
    },
    student: { read: ownRows, create: true, act: ownRows },
  },
  workflow: {
    field: 'status',
    initial: 'open',
    stamps: 'appealedAt',
    transitions: {
      uphold: {
        from: ['open'],
        to: 'upheld',
        roles: ['professor'],
        on: ['row'],
        input: ['answer'],
        stamps: ['answeredAt', 'professorId'],
      },
      withdraw: {
        from: ['open'],
        to: 'withdrawn',
        roles: ['student'],
        on: ['row'],
        tone: 'danger',
      },
    },
  },
  actions: {
    /**
     * Corrects the grade in the same transaction. The answer is stored as the reason for the
     * correction.
     */
    change: {
      on: ['row'],
      roles: ['professor'],
      when: { status: { eq: 'open' } },
      set: { status: 'changed' },
      stamps: ['answeredAt', 'professorId'],
      input: ['newResult', 'newValue', 'answer'],
      hasServerCode: true,
      undo: false,
      tone: 'primary',
    },
  },
  notifies: {
    status: {
      type: 'appealAnswered',
      to: 'studentId',
      subject: 'courseId',
      when: { status: { in: ['changed', 'upheld'] } },
    },
  },
})
