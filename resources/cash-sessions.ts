import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

const setByProgram = { optional: true, write: [] } as const
const staff = ['admin', 'secretary'] as const
const access = { read: true, create: true, history: true, export: true } as const

/**
 * Sessions of a cash desk, from opening to sign-off. A series and a cashier have at most one open
 * session.
 */
export const cashSessions = defineProgramResource({
  name: 'cash-sessions',
  path: 'cash-sessions',
  icon: 'finances',
  power: 'money',
  title: ['seriesId', 'openedAt'],
  fields: {
    seriesId: field.reference('receipt-series', {
      writeOnce: true,
      optionsWhere: { isActive: true },
    }),
    cashierId: field.reference('users', setByProgram),
    openedAt: field.dateTime({ write: [] }),
    /** Cash in the desk before the first receipt. */
    openingCash: field.money({ min: 0, max: 1_000_000, default: 0, writeOnce: true }),
    state: field.choice(
      {
        open: { color: 'blue', icon: 'tray' },
        counted: { color: 'amber', icon: 'flag' },
        signed: { color: 'green', icon: 'check' },
      },
      { default: 'open' },
    ),
    receiptCount: field.integer({ min: 0, max: 999_999, computed: 'sessionReceipts' }),
    expected: field.money({ min: -1_000_000, max: 1_000_000_000, computed: 'sessionCash' }),
    counted: field.money({ ...setByProgram, min: 0, max: 10_000_000 }),
    difference: field.money({
      min: -1_000_000_000,
      max: 1_000_000_000,
      optional: true,
      computed: 'sessionDifference',
    }),
    note: field.text({ ...setByProgram, min: 3, max: 300 }),
    closedAt: field.dateTime(setByProgram),
    signedById: field.reference('users', setByProgram),
    signedAt: field.dateTime(setByProgram),
    reopenReason: field.text({ ...setByProgram, min: 3, max: 300 }),
    needsSecond: field.boolean({ computed: 'cashNeedsSecond', hideFalse: true }),
  },
  sections: {
    general: [['seriesId', 'cashierId'], ['openedAt', 'openingCash'], 'state'],
    closing: [
      ['receiptCount', 'expected'],
      ['counted', 'difference'],
      'note',
      ['closedAt', 'reopenReason'],
      ['signedById', 'signedAt'],
      'needsSecond',
    ],
  },
  list: {
    columns: [
      'seriesId',
      'cashierId',
      'openedAt',
      'receiptCount',
      'expected',
      'counted',
      'difference',
      'state',
    ],
    sort: ['-openedAt'],
    filters: ['seriesId', 'cashierId', 'openedAt', 'state'],
    facets: ['state'],
    searchThrough: ['seriesId', 'cashierId'],
    views: { notSigned: { where: { state: { ne: 'signed' } } } },
  },
  access: {
    admin: { ...access, act: true },
    secretary: { ...access, act: { where: { cashierId: { eq: { user: 'id' } } } } },
  },
  workflow: {
    field: 'state',
    initial: 'open',
    stamps: ['cashierId', 'openedAt'],
    transitions: {
      close: {
        from: ['open'],
        to: 'counted',
        roles: staff,
        on: ['row'],
        input: ['counted', 'note'],
        requires: ['counted'],
        stamps: 'closedAt',
        tone: 'primary',
      },
      /** By an administrator other than the cashier, unless the settings allow the same one. */
      sign: {
        from: ['counted'],
        to: 'signed',
        roles: ['admin'],
        when: {
          or: [{ needsSecond: { eq: false } }, { cashierId: { ne: { user: 'id' } } }],
        },
        on: ['row'],
        stamps: ['signedById', 'signedAt'],
        requiresReauthentication: true,
        tone: 'primary',
      },
      reopen: {
        from: ['counted'],
        to: 'open',
        roles: ['admin'],
        on: ['row'],
        input: ['reopenReason'],
        requires: ['reopenReason'],
        tone: 'danger',
      },
    },
  },
})
