import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/** Exams in which the user is the examiner. */
const ownRows = { where: { professorId: { eq: { user: 'personId' } } } } as const

/**
 * Exams of classes. Course and year are taken from the class. Source for dates and limits: domain
 * rules, sections 3.4 and A.5.
 */
export const exams = defineProgramResource({
  name: 'exams',
  path: 'exams',
  icon: 'exams',
  /** The course and not the class, because examiners may have no access to the class. */
  title: ['courseId', 'groupName', 'startsAt'],
  fields: {
    classId: field.reference('university-classes', { writeOnce: true }),
    courseId: field.reference('courses', { write: [], setByServer: true }),
    academicYearId: field.reference('academic-years', { write: [], setByServer: true }),
    groupName: field.text({ max: 20, computed: { value: 'classId.groupName' } }),
    session: field.choice({
      winter: { color: 'blue' },
      summer: { color: 'amber' },
      resit: { color: 'violet' },
      special: { color: 'neutral' },
    }),
    type: field.choice(
      { written: {}, oral: {}, practical: {}, project: {} },
      { default: 'written' },
    ),
    startsAt: field.dateTime({}),
    durationMinutes: field.integer({ min: 15, max: 600, default: 120 }),
    room: field.text({ max: 40, optional: true }),
    capacity: field.integer({ min: 1, max: 1000, optional: true }),
    /** The examiner, who enters the grades; by default the professor of the class. */
    professorId: field.reference('professors', {
      optional: true,
      optionsWhere: { isActive: true },
      write: ['admin', 'secretary'],
    }),
    /** The leader of the class, who can also enter grades. */
    leadProfessorId: field.reference('professors', {
      computed: { value: 'classId.leadProfessorId' },
    }),
    secondProfessorId: field.reference('professors', {
      optional: true,
      optionsWhere: { isActive: true },
    }),
    state: field.choice(
      {
        draft: { color: 'neutral', icon: 'pencil' },
        published: { color: 'blue', icon: 'eye' },
        held: { color: 'amber', icon: 'clock' },
        graded: { color: 'green', icon: 'check' },
        locked: { color: 'violet', icon: 'flag' },
        cancelled: { color: 'red', icon: 'cross' },
      },
      { default: 'draft' },
    ),
    /** Whether any grades are not published yet. */
    awaitsGrades: field.boolean({
      computed: 'awaitsGrades',
      read: ['admin', 'secretary', 'professor'],
    }),
    gradeDueAt: field.dateTime({
      optional: true,
      write: [],
      read: ['admin', 'secretary', 'professor'],
    }),
    lockedAt: field.dateTime({
      optional: true,
      write: [],
      read: ['admin', 'secretary', 'professor'],
    }),
    unlockReason: field.text({
      min: 3,
      max: 300,
      optional: true,
      write: [],
      read: ['admin', 'secretary', 'professor'],
    }),
    grades: field.many('grades', 'examId'),
    resits: field.many('exam-resits', 'examId'),
  },
  sections: {
    general: [
      'classId',
      ['session', 'type'],
      ['startsAt', 'durationMinutes'],
      ['room', 'capacity'],
      ['professorId', 'secondProfessorId'],
    ],
    grading: [['state', 'awaitsGrades'], ['gradeDueAt', 'lockedAt'], 'unlockReason'],
  },
  list: {
    columns: ['courseId', 'groupName', 'session', 'startsAt', 'room', 'professorId', 'state'],
    sort: ['-startsAt'],
    filters: [
      'classId',
      'courseId',
      'academicYearId',
      'session',
      'type',
      'startsAt',
      'room',
      'professorId',
      'state',
    ],
    facets: ['state', 'session', 'type'],
    searchThrough: ['classId', 'courseId'],
    editable: ['startsAt', 'room'],
    defaultView: 'coming',
    views: {
      coming: {
        where: {
          and: [
            { state: { in: ['draft', 'published'] } },
            { startsAt: { gte: { instant: 'now' } } },
          ],
        },
        sort: ['startsAt'],
      },
      past: { where: { startsAt: { lt: { instant: 'now' } } } },
      toGrade: {
        where: { and: [{ awaitsGrades: { eq: true } }, { startsAt: { lt: { instant: 'now' } } }] },
      },
      overdue: {
        where: {
          and: [{ awaitsGrades: { eq: true } }, { gradeDueAt: { lt: { instant: 'now' } } }],
        },
      },
    },
  },
  unique: [['classId', 'session', 'startsAt']],
  access: {
    admin: fullAccess,
    secretary: fullAccess,
    professor: {
      read: { scope: 'ownExams' },
      create: true,
      update: ownRows,
      history: ownRows,
      export: true,
    },
    student: { read: { scope: 'ownExams' } },
  },
  workflow: {
    field: 'state',
    initial: 'draft',
    transitions: {
      publish: {
        from: ['draft'],
        to: 'published',
        roles: ['admin', 'secretary', 'professor'],
        tone: 'primary',
      },
      withdraw: { from: ['published'], to: 'draft', roles: ['admin', 'secretary', 'professor'] },
      cancel: {
        from: ['draft', 'published'],
        to: 'cancelled',
        roles: ['admin', 'secretary', 'professor'],
        tone: 'danger',
      },
      hold: { from: ['published'], to: 'held', roles: ['admin', 'secretary', 'professor'] },
      /** The grade sheet makes this transition when grades are published. */
      grade: { from: ['held', 'published'], to: 'graded', roles: ['professor'], on: [] },
      lock: { from: ['graded'], to: 'locked', roles: ['admin'], stamps: 'lockedAt' },
      unlock: {
        from: ['locked'],
        to: 'graded',
        roles: ['admin'],
        input: ['unlockReason'],
        requires: ['unlockReason'],
        tone: 'danger',
      },
    },
  },
  notifies: {
    unlock: {
      type: 'gradesUnlocked',
      to: ['professorId', 'leadProfessorId'],
      subject: 'courseId',
      link: 'exams/:id/grade-sheet',
    },
  },
  import: { key: ['classId', 'session', 'startsAt'] },
})
