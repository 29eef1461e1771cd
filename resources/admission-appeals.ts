import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

const setByServer = { write: [], setByServer: true } as const
const staff = ['admin', 'secretary'] as const
const staffAccess = { read: true, create: true, act: true, history: true, export: true } as const

/**
 * Appeals of applicants against results of an admission (contestații): one per application and
 * round, up to the deadline of the round. Staff either correct a grade, after which new results are
 * computed, or uphold the results with an answer.
 */
export const admissionAppeals = defineProgramResource({
  name: 'admission-appeals',
  path: 'admission-appeals',
  icon: 'flag',
  title: ['registrationId', 'admissionRoundId'],
  fields: {
    registrationId: field.reference('registrations', { writeOnce: true }),
    /** The round whose results were released last. */
    admissionRoundId: field.reference('admission-rounds', setByServer),
    explanation: field.longText({ min: 10, max: 2000, writeOnce: true }),
    status: field.choice(
      {
        open: { color: 'blue', icon: 'tray' },
        changed: { color: 'green', icon: 'check' },
        upheld: { color: 'amber', icon: 'flag' },
      },
      { default: 'open' },
    ),
    appealedAt: field.dateTime({ ...setByServer, renamedFrom: 'contestedAt' }),
    /** The grade that the answer corrects. `newValue` is its new value. */
    grade: field.choice(
      {
        baccalaureateAverage: {},
        romanianGrade: {},
        profileGrade: {},
        degreeAverage: {},
        examGrade: {},
      },
      { write: [], optional: true },
    ),
    newValue: field.decimal({ write: [], min: 1, max: 10, scale: 2, optional: true }),
    answer: field.longText({ write: [], min: 3, max: 1000, optional: true }),
    answeredAt: field.dateTime({ write: [], optional: true }),
    answeredById: field.reference('users', { write: [], optional: true }),
  },
  sections: {
    general: ['registrationId', 'admissionRoundId', 'explanation', 'appealedAt'],
    answer: ['status', ['grade', 'newValue'], 'answer', ['answeredAt', 'answeredById']],
  },
  form: {
    grade: {
      visibleWhen: { status: { eq: 'changed' } },
      requiredWhen: { status: { eq: 'changed' } },
    },
    newValue: {
      visibleWhen: { status: { eq: 'changed' } },
      requiredWhen: { status: { eq: 'changed' } },
    },
    answer: { requiredWhen: { status: { in: ['changed', 'upheld'] } } },
  },
  list: {
    columns: ['registrationId', 'admissionRoundId', 'appealedAt', 'status', 'answeredAt'],
    sort: ['-appealedAt'],
    searchThrough: ['registrationId'],
    filters: ['registrationId', 'admissionRoundId', 'appealedAt', 'status'],
    facets: ['status'],
    views: { open: { where: { status: { eq: 'open' } } } },
  },
  unique: [['registrationId', 'admissionRoundId']],
  access: { admin: staffAccess, secretary: staffAccess },
  workflow: {
    field: 'status',
    initial: 'open',
    stamps: 'appealedAt',
    transitions: {
      uphold: {
        from: ['open'],
        to: 'upheld',
        roles: staff,
        on: ['row'],
        input: ['answer'],
        stamps: ['answeredAt', 'answeredById'],
      },
    },
  },
  actions: {
    /**
     * Corrects the grade in the same transaction, after which new results of the round must be
     * computed.
     */
    change: {
      on: ['row'],
      roles: staff,
      when: { status: { eq: 'open' } },
      set: { status: 'changed' },
      stamps: ['answeredAt', 'answeredById'],
      input: ['grade', 'newValue', 'answer'],
      hasServerCode: true,
      undo: false,
      tone: 'primary',
    },
  },
})
