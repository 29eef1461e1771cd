import { fullAccessExceptImport } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { ownStudentGrant } from './own-record-grants.ts'

const decisionNotification = { type: 'resitDecided', to: 'studentId', subject: 'courseId' } as const

/**
 * Requests to take an exam again: a resit after failing (restanță), or an improvement after passing
 * (mărire).
 */
export const examResits = defineProgramResource({
  name: 'exam-resits',
  path: 'exam-resits',
  icon: 'resits',
  title: ['studentId', 'courseId'],
  fields: {
    studentId: field.reference('students', {
      writeOnce: true,
      write: ['admin', 'secretary'],
      setByServer: true,
    }),
    courseId: field.reference('courses', { writeOnce: true }),
    academicYearId: field.reference('academic-years', { write: [], setByServer: true }),
    kind: field.choice(
      { resit: { color: 'amber' }, improvement: { color: 'blue' } },
      { writeOnce: true },
    ),
    /** The exam that the student will take. */
    examId: field.reference('exams', {
      optional: true,
      optionsWhere: { courseId: { value: 'courseId' } },
    }),
    explanation: field.text({ max: 500, optional: true }),
    status: field.choice(
      {
        requested: { color: 'blue', icon: 'tray' },
        approved: { color: 'green', icon: 'check' },
        rejected: { color: 'red', icon: 'cross' },
        held: { color: 'neutral', icon: 'flag' },
        cancelled: { color: 'neutral', icon: 'ring' },
      },
      { default: 'requested' },
    ),
    answer: field.text({ max: 500, optional: true, write: [] }),
    requestedAt: field.dateTime({ write: [] }),
    /** The charge for the resit; absent if it is free. */
    chargeId: field.reference('finances', {
      optional: true,
      write: [],
      read: ['admin', 'secretary', 'student'],
    }),
  },
  sections: {
    general: ['studentId', 'courseId', ['kind', 'examId'], 'explanation'],
    answer: ['status', 'answer', 'requestedAt', 'chargeId'],
  },
  list: {
    columns: ['studentId', 'courseId', 'kind', 'examId', 'requestedAt', 'status'],
    sort: ['-requestedAt'],
    searchThrough: ['studentId', 'courseId'],
    filters: ['studentId', 'courseId', 'academicYearId', 'kind', 'examId', 'requestedAt', 'status'],
    facets: ['status', 'kind'],
    views: { waiting: { where: { status: { eq: 'requested' } } } },
  },
  access: {
    admin: fullAccessExceptImport,
    secretary: fullAccessExceptImport,
    professor: { read: { scope: 'resitsOfOwnCourses' } },
    student: { read: ownStudentGrant, create: true, act: ownStudentGrant },
  },
  workflow: {
    field: 'status',
    initial: 'requested',
    stamps: 'requestedAt',
    transitions: {
      approve: {
        from: ['requested'],
        to: 'approved',
        roles: ['admin', 'secretary'],
        input: ['examId'],
        tone: 'primary',
      },
      reject: {
        from: ['requested'],
        to: 'rejected',
        roles: ['admin', 'secretary'],
        input: ['answer'],
        tone: 'danger',
      },
      cancel: {
        from: ['requested', 'approved'],
        to: 'cancelled',
        roles: ['admin', 'secretary', 'student'],
        tone: 'danger',
      },
      hold: { from: ['approved'], to: 'held', roles: ['admin', 'secretary'] },
    },
  },
  notifies: {
    status: {
      ...decisionNotification,
      when: { status: { in: ['approved', 'rejected', 'cancelled'] } },
    },
    /** The student is moved to another exam after approval. */
    examId: { ...decisionNotification, when: { status: { eq: 'approved' } } },
  },
})
