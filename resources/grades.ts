import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

const professorsOnly = { write: ['professor'] } as const
const withoutExam = { examId: { isNull: true } } as const

/**
 * Grades: attempts of students at courses, entered only by the examiner. `absent` and `notEligible`
 * are results without a number. Rules: domain model, section 3.4.
 */
export const grades = defineProgramResource({
  name: 'grades',
  path: 'grades',
  icon: 'grades',
  power: 'grades',
  title: ['studentId', 'courseId'],
  fields: {
    studentId: field.reference('students', { ...professorsOnly, writeOnce: true }),
    /** Absent for a grade recognised from another university. */
    examId: field.reference('exams', { ...professorsOnly, optional: true, writeOnce: true }),
    courseId: field.reference('courses', { ...professorsOnly, writeOnce: true }),
    academicYearId: field.reference('academic-years', { write: [], setByServer: true }),
    kind: field.choice(
      { exam: {}, resit: {}, improvement: {}, recognised: {} },
      { default: 'exam', write: [] },
    ),
    attempt: field.integer({ min: 1, max: 50, default: 1, write: [] }),
    result: field.choice(
      { graded: {}, absent: { color: 'amber' }, notEligible: { color: 'red' } },
      { ...professorsOnly, default: 'graded' },
    ),
    value: field.integer({ ...professorsOnly, min: 1, max: 10, optional: true }),
    state: field.choice(
      {
        draft: { color: 'neutral', icon: 'pencil' },
        published: { color: 'green', icon: 'eye' },
        locked: { color: 'violet', icon: 'flag' },
      },
      { default: 'draft' },
    ),
    professorId: field.reference('professors', { write: [], setByServer: true }),
    publishedAt: field.dateTime({ optional: true, write: [] }),
    correctionReason: field.text({ min: 3, max: 300, optional: true, write: [] }),
  },
  sections: {
    general: ['studentId', 'examId', 'courseId', 'academicYearId', ['kind', 'attempt']],
    grade: [['result', 'value'], 'state', 'professorId', 'publishedAt', 'correctionReason'],
  },
  form: {
    value: {
      visibleWhen: { result: { eq: 'graded' } },
      requiredWhen: { result: { eq: 'graded' } },
    },
  },
  list: {
    columns: [
      'studentId',
      'courseId',
      'result',
      'value',
      'kind',
      'attempt',
      'state',
      'publishedAt',
    ],
    sort: ['-publishedAt'],
    searchThrough: ['studentId', 'courseId'],
    filters: [
      'studentId',
      'courseId',
      'examId',
      'academicYearId',
      'kind',
      'result',
      'value',
      'state',
      'professorId',
      'publishedAt',
    ],
    facets: ['state', 'kind', 'result'],
  },
  unique: [['studentId', 'examId']],
  access: {
    admin: { read: true, act: true, history: true, bulk: true, export: true },
    secretary: { read: true, history: true, export: true },
    professor: {
      // Grades that the professor entered, grades of exams with the professor as examiner, and
      // grades in classes that the professor leads.
      read: {
        where: {
          or: [
            { professorId: { eq: { user: 'personId' } } },
            { 'examId.professorId': { eq: { user: 'personId' } } },
            { 'examId.classId.leadProfessorId': { eq: { user: 'personId' } } },
          ],
        },
      },
      create: true,
      update: { where: { state: { eq: 'draft' } } },
      act: true,
      history: { where: { professorId: { eq: { user: 'personId' } } } },
      import: true,
      export: true,
    },
    student: {
      read: {
        where: { studentId: { eq: { user: 'personId' } }, state: { in: ['published', 'locked'] } },
      },
    },
  },
  workflow: {
    field: 'state',
    initial: 'draft',
    transitions: {
      /**
       * Only for grades without an exam. Grades of an exam are published, locked and unlocked
       * together, through its grade sheet.
       */
      publish: {
        from: ['draft'],
        to: 'published',
        roles: ['professor'],
        on: ['row'],
        when: withoutExam,
        stamps: 'publishedAt',
      },
      lock: { from: ['published'], to: 'locked', roles: ['admin'], on: ['row'], when: withoutExam },
      unlock: {
        from: ['locked'],
        to: 'published',
        roles: ['admin'],
        on: ['row'],
        when: withoutExam,
        input: ['correctionReason'],
        requires: ['correctionReason'],
        tone: 'danger',
      },
    },
  },
  actions: {
    /** Changes a published grade, which requires a reason. */
    correct: {
      on: ['row'],
      roles: ['professor'],
      when: { state: { eq: 'published' } },
      set: {},
      input: ['result', 'value', 'correctionReason'],
      requires: ['correctionReason'],
      undo: false,
    },
  },
  notifies: {
    publish: { type: 'gradePublished', to: 'studentId', subject: 'courseId' },
    correct: { type: 'gradeCorrected', to: 'studentId', subject: 'courseId' },
    unlock: { type: 'gradesUnlocked', to: 'professorId', subject: 'courseId' },
  },
  import: { key: ['studentId', 'examId'], fallbackKey: ['courseId'] },
})
