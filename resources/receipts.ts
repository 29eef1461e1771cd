import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { ownStudentGrant } from './own-record-grants.ts'

const staff = ['admin', 'secretary'] as const
const setByProgram = { optional: true, write: [] } as const
const forStaff = { ...setByProgram, read: staff } as const
const staffAccess = { read: true, act: true, history: true, export: true } as const

/**
 * Receipts for payments and refunds, each with one ledger entry or more. Receipts are never
 * changed: wrong ones are voided while their cash session is open, later ones are refunded.
 */
export const receipts = defineProgramResource({
  name: 'receipts',
  path: 'receipts',
  icon: 'documents',
  power: 'money',
  title: ['label'],
  fields: {
    /** Series and number, such as `CJ 001483`, or the number of a paper from elsewhere. */
    label: field.text({ max: 40, unique: true, write: [] }),
    /** Absent if the number comes from elsewhere, such as a bank. */
    seriesId: field.reference('receipt-series', forStaff),
    number: field.integer({ ...setByProgram, min: 1, max: 999_999 }),
    direction: field.choice(
      { payment: { color: 'green' }, refund: { color: 'blue' } },
      setByProgram,
    ),
    studentId: field.reference('students', setByProgram),
    registrationId: field.reference('registrations', forStaff),
    /** Set if someone else paid. */
    payer: field.text({ ...setByProgram, max: 140 }),
    amount: field.money({ ...setByProgram, min: 0.01, max: 1_000_000 }),
    method: field.choice({ cash: {}, card: {}, transfer: {} }, setByProgram),
    /** Number of the payment order, of the card slip, or of the decision on a refund. */
    document: field.text({ ...setByProgram, max: 25 }),
    bookedOn: field.date({ write: [] }),
    bookedById: field.reference('users', forStaff),
    /** Absent for transfers and numbers from elsewhere, which do not pass a cash desk. */
    cashSessionId: field.reference('cash-sessions', forStaff),
    inOpenSession: field.boolean({
      computed: 'receiptInOpenSession',
      read: staff,
      hideFalse: true,
    }),
    refundOfId: field.reference('receipts', setByProgram),
    refundReason: field.text({ ...setByProgram, min: 3, max: 300 }),
    state: field.choice(
      {
        valid: { color: 'green', icon: 'check' },
        voided: { color: 'red', icon: 'cross' },
        afterBackup: { color: 'neutral', icon: 'ring' },
      },
      { default: 'valid' },
    ),
    voidReason: field.text({ ...setByProgram, min: 3, max: 300 }),
  },
  sections: {
    general: [
      'label',
      ['direction', 'amount'],
      ['studentId', 'registrationId'],
      'payer',
      ['method', 'document'],
      ['refundOfId', 'refundReason'],
    ],
    booking: [
      ['bookedOn', 'bookedById'],
      ['seriesId', 'number'],
      ['cashSessionId', 'inOpenSession'],
      ['state', 'voidReason'],
    ],
  },
  list: {
    columns: [
      'label',
      'studentId',
      'amount',
      'direction',
      'method',
      'bookedOn',
      'bookedById',
      'state',
    ],
    sort: ['-bookedOn'],
    filters: [
      'label',
      'seriesId',
      'number',
      'studentId',
      'registrationId',
      'direction',
      'amount',
      'method',
      'bookedOn',
      'bookedById',
      'cashSessionId',
      'refundOfId',
      'state',
    ],
    facets: ['direction', 'method', 'state'],
    search: ['label', 'document'],
    searchThrough: ['studentId', 'registrationId'],
  },
  access: {
    admin: staffAccess,
    secretary: staffAccess,
    student: { read: ownStudentGrant },
  },
  workflow: {
    field: 'state',
    initial: 'valid',
    setByServer: ['afterBackup'],
    transitions: {
      /** Reverses all entries of the receipt. Its number stays taken. */
      void: {
        from: ['valid'],
        to: 'voided',
        roles: staff,
        when: {
          or: [
            { cashSessionId: { isNull: true } },
            { and: [{ inOpenSession: { eq: true } }, { bookedById: { eq: { user: 'id' } } }] },
          ],
        },
        on: ['row'],
        input: ['voidReason'],
        requires: ['voidReason'],
        tone: 'danger',
      },
    },
  },
  actions: {
    /** Returns all or part of a payment, with a receipt of its own. */
    refund: {
      on: ['row'],
      roles: staff,
      when: { and: [{ state: { eq: 'valid' } }, { direction: { eq: 'payment' } }] },
      set: {},
      extraFields: {
        refundAmount: field.money({ min: 0.01, max: 1_000_000 }),
        refundMethod: field.choice({ cash: {}, card: {}, transfer: {} }),
        refundFor: field.text({ min: 3, max: 300 }),
        decision: field.text({ max: 25 }),
      },
      hasServerCode: true,
      undo: false,
    },
  },
})
