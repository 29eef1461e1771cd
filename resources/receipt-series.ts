import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Series of receipt numbers, one for each cash desk. Numbers are taken in the transaction that
 * books the payment, so they have no gaps and are never given twice.
 */
export const receiptSeries = defineProgramResource({
  name: 'receipt-series',
  path: 'receipt-series',
  icon: 'finances',
  power: 'money',
  title: ['code', 'desk'],
  fields: {
    code: field.text({ max: 6, pattern: 'seriesCode', unique: true, writeOnce: true }),
    /** Name of the cash desk. */
    desk: field.text({ min: 2, max: 60, inUniversityLanguage: true }),
    nextNumber: field.integer({ min: 1, max: 1_000_000, default: 1, writeOnce: true }),
    /** The restore of a backup after which an administrator entered the last printed number. */
    confirmedRestore: field.text({ max: 40, optional: true, read: [], write: [] }),
    /** A backup was restored, so numbers may have been printed that the records do not contain. */
    isClosed: field.boolean({ computed: 'seriesIsClosed', hideFalse: true }),
    isActive: field.boolean({ default: true }),
  },
  sections: { general: [['code', 'desk'], 'nextNumber', ['isActive', 'isClosed']] },
  list: {
    columns: ['code', 'desk', 'nextNumber', 'isClosed', 'isActive'],
    sort: ['code'],
    filters: ['code', 'desk', 'isActive'],
    search: ['code', 'desk'],
  },
  access: {
    admin: { read: true, create: true, update: true, act: true, history: true },
    secretary: { read: true },
  },
  actions: {
    /** Opens a series after a restore. Records the numbers that are missing in the backup. */
    reopen: {
      on: ['row'],
      roles: ['admin'],
      when: { isClosed: { eq: true } },
      set: {},
      extraFields: { lastNumber: field.integer({ min: 0, max: 999_999 }) },
      hasServerCode: true,
      requiresReauthentication: true,
      undo: false,
      tone: 'primary',
    },
  },
})
