import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { ownStudentGrant } from './own-record-grants.ts'

const staffAccess = { read: true, act: true, history: true, bulk: true, export: true } as const

/** Requests from students to change those fields of their record that only staff may change. */
export const dataChanges = defineProgramResource({
  name: 'data-changes',
  path: 'data-changes',
  icon: 'pencil',
  title: ['studentId', 'subject'],
  fields: {
    studentId: field.reference('students', { write: [], setByServer: true }),
    subject: field.choice({ lastName: {}, firstName: {}, birthDate: {}, sex: {}, email: {} }),
    wanted: field.text({
      min: 1,
      max: 200,
      valueForField: { resource: 'students', field: 'subject' },
    }),
    explanation: field.longText({ min: 3, max: 1000 }),
    status: field.choice(
      {
        requested: { color: 'blue', icon: 'tray' },
        applied: { color: 'green', icon: 'check' },
        refused: { color: 'red', icon: 'cross' },
        withdrawn: { color: 'neutral', icon: 'ring' },
      },
      { default: 'requested' },
    ),
    answer: field.text({ min: 3, max: 500, optional: true, write: [] }),
    requestedAt: field.dateTime({ write: [] }),
  },
  sections: {
    general: ['studentId', ['subject', 'wanted'], 'explanation'],
    answer: ['status', 'answer', 'requestedAt'],
  },
  list: {
    columns: ['studentId', 'subject', 'wanted', 'requestedAt', 'status'],
    sort: ['-requestedAt'],
    searchThrough: ['studentId'],
    filters: ['studentId', 'subject', 'requestedAt', 'status'],
    facets: ['status', 'subject'],
    views: { waiting: { where: { status: { eq: 'requested' } } } },
  },
  access: {
    admin: staffAccess,
    secretary: staffAccess,
    student: { read: ownStudentGrant, create: true, act: ownStudentGrant },
  },
  workflow: {
    field: 'status',
    initial: 'requested',
    stamps: 'requestedAt',
    setByServer: ['applied'],
    transitions: {
      refuse: {
        from: ['requested'],
        to: 'refused',
        roles: ['admin', 'secretary'],
        input: ['answer'],
        requires: ['answer'],
        tone: 'danger',
      },
      withdraw: { from: ['requested'], to: 'withdrawn', roles: ['student'] },
    },
  },
  actions: {
    /** Writes the requested value to the student's record. */
    apply: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary'],
      when: { status: { eq: 'requested' } },
      set: {},
      hasServerCode: true,
      undo: false,
      tone: 'primary',
    },
  },
  notifies: {
    create: { type: 'dataChangeRequested', to: { role: 'secretary' } },
    status: {
      type: 'dataChangeDecided',
      to: 'studentId',
      link: 'account',
      when: { status: { ne: 'withdrawn' } },
    },
  },
})
