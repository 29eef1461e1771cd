import { fullAccessExceptImport } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { ownStudentGrant } from './own-record-grants.ts'

/** Entries never change. Mistakes are reversed. */
const once = { writeOnce: true } as const

/** A payment or refund that is not a reversal. */
const isPaymentOrRefund = {
  direction: { in: ['payment', 'refund'] },
  reversalOfId: { isNull: true },
} as const

const isReversal = { reversalOfId: { isNull: false } } as const
const bookingNotification = { to: 'studentId', subject: 'description' } as const

/**
 * The ledger: charges and payments of students and applicants. Entries are never changed or
 * deleted, only reversed.
 */
export const finances = defineProgramResource({
  name: 'finances',
  path: 'finances',
  icon: 'finances',
  power: 'money',
  title: ['studentId', 'registrationId', 'description'],
  fields: {
    studentId: field.reference('students', { ...once, optional: true }),
    registrationId: field.reference('registrations', {
      ...once,
      optional: true,
      read: ['admin', 'secretary'],
    }),
    direction: field.choice(
      {
        charge: { color: 'amber' },
        payment: { color: 'green' },
        refund: { color: 'blue' },
        adjustment: { color: 'violet' },
      },
      once,
    ),
    kind: field.choice(
      { tuition: {}, resit: {}, matriculation: {}, application: {}, other: {} },
      { ...once, default: 'tuition' },
    ),
    amount: field.money({ ...once, min: 0.01, max: 1_000_000, bulk: false }),
    description: field.text({ ...once, min: 2, max: 160, inUniversityLanguage: true }),
    bookedOn: field.date(once),
    dueOn: field.date({ ...once, optional: true }),
    method: field.choice({ cash: {}, card: {}, transfer: {} }, { ...once, optional: true }),
    /** Number of the receipt, or of a paper from elsewhere, which can be used once. */
    receiptNumber: field.text({ ...once, max: 40, optional: true }),
    receiptId: field.reference('receipts', { optional: true, write: [] }),
    /** The charge that the entry settles. Without one, it settles those that are due first. */
    chargeId: field.reference('finances', { optional: true, write: [] }),
    bookedById: field.reference('users', {
      optional: true,
      write: [],
      read: ['admin', 'secretary'],
    }),
    academicYearId: field.reference('academic-years', { ...once, optional: true }),
    reversalOfId: field.reference('finances', { optional: true, unique: true, write: [] }),
    reversalReason: field.text({ max: 300, optional: true, write: [] }),
    isReversed: field.boolean({ computed: 'isReversed', hideFalse: true }),
  },
  sections: {
    general: ['studentId', 'registrationId', ['direction', 'kind'], 'amount', 'description'],
    booking: [
      ['bookedOn', 'dueOn'],
      ['method', 'receiptNumber'],
      ['receiptId', 'chargeId'],
      ['academicYearId', 'bookedById'],
      'reversalOfId',
      'reversalReason',
      'isReversed',
    ],
  },
  form: {
    dueOn: { visibleWhen: { direction: { eq: 'charge' } } },
    method: {
      visibleWhen: { direction: { in: ['payment', 'refund'] } },
      requiredWhen: isPaymentOrRefund,
    },
    receiptNumber: {
      visibleWhen: { direction: { in: ['payment', 'refund'] } },
      requiredWhen: isPaymentOrRefund,
    },
  },
  rules: {
    ofSomebody: {
      check: { or: [{ studentId: { isNull: false } }, { registrationId: { isNull: false } }] },
      field: 'studentId',
    },
  },
  list: {
    columns: [
      'studentId',
      'registrationId',
      'description',
      'direction',
      'amount',
      'bookedOn',
      'dueOn',
      'kind',
      'isReversed',
    ],
    sort: ['-bookedOn'],
    filters: [
      'studentId',
      'registrationId',
      'direction',
      'kind',
      'description',
      'amount',
      'bookedOn',
      'dueOn',
      'receiptNumber',
      'receiptId',
      'bookedById',
      'academicYearId',
    ],
    facets: ['direction', 'kind'],
    search: ['description', 'receiptNumber'],
    searchThrough: ['studentId', 'registrationId'],
    views: {
      payments: { where: { direction: { eq: 'payment' } } },
      charges: { where: { direction: { eq: 'charge' } } },
    },
  },
  access: {
    admin: fullAccessExceptImport,
    secretary: fullAccessExceptImport,
    student: { read: ownStudentGrant },
  },
  actions: {
    /**
     * Adds the opposite entry, with a reason. Each entry can be reversed once; reversals cannot be
     * reversed.
     */
    reverse: {
      on: ['row', 'bulk'],
      roles: ['admin', 'secretary'],
      when: { and: [{ reversalOfId: { isNull: true } }, { not: { isReversed: { eq: true } } }] },
      set: {},
      extraFields: { why: field.text({ min: 3, max: 300 }) },
      hasServerCode: true,
      undo: false,
      tone: 'danger',
    },
  },
  notifies: {
    create: [
      { ...bookingNotification, type: 'entryReversed', when: isReversal },
      {
        ...bookingNotification,
        type: 'chargeBooked',
        when: { and: [{ not: isReversal }, { direction: { eq: 'charge' } }] },
      },
      {
        ...bookingNotification,
        type: 'paymentBooked',
        when: { and: [{ not: isReversal }, { direction: { ne: 'charge' } }] },
      },
    ],
  },
})
