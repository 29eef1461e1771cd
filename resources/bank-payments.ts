import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/** Set at import and never changed, because it is the bank's data. */
const once = { writeOnce: true } as const
const setByProgram = { optional: true, write: [] } as const
const staff = ['admin', 'secretary'] as const
const open = { state: { eq: 'open' } } as const

/**
 * Incoming payments on the university's bank account, one per line of a bank statement. A payment
 * is recorded automatically if the details of its line name exactly one application and the amount
 * equals a fee that is owed. Staff decide about all others.
 */
export const bankPayments = defineProgramResource({
  name: 'bank-payments',
  path: 'bank-payments',
  icon: 'finances',
  power: 'money',
  title: ['details'],
  fields: {
    bookedOn: field.date({ ...once, max: 'today' }),
    amount: field.money({ ...once, min: 0.01, max: 1_000_000 }),
    payer: field.text({ ...once, max: 140, optional: true }),
    details: field.text({ ...once, max: 500 }),
    /**
     * The bank's transaction number. Lines without one are distinguished by date, amount and
     * details.
     */
    transactionId: field.text({ ...once, max: 35, optional: true, unique: true }),
    /** Hash of the identifying values of a line. Prevents importing a line twice. */
    fingerprint: field.text({ ...setByProgram, max: 64, unique: true }),
    state: field.choice(
      {
        open: { color: 'amber', icon: 'flag' },
        booked: { color: 'green', icon: 'check' },
        set_aside: { color: 'neutral', icon: 'ring' },
      },
      { default: 'open', renamed: { aside: 'set_aside' } },
    ),
    /** Result of matching at import. */
    finding: field.choice(
      { matched: {}, noReference: {}, several: {}, nothingDue: {}, differs: {}, bookedBefore: {} },
      { ...setByProgram, renamed: { nothingOwed: 'nothingDue' } },
    ),
    registrationId: field.reference('registrations', setByProgram),
    fee: field.choice({ application: {}, confirmation: {} }, setByProgram),
    /** Receipt number of the ledger entry for this payment. */
    receiptNumber: field.text({ ...setByProgram, max: 40 }),
    note: field.text({ ...setByProgram, min: 3, max: 300 }),
  },
  sections: {
    general: [['bookedOn', 'amount'], 'payer', 'details', 'transactionId'],
    booking: ['state', 'finding', ['registrationId', 'fee'], 'receiptNumber', 'note'],
  },
  form: {
    registrationId: { requiredWhen: { state: { eq: 'booked' } } },
    fee: { requiredWhen: { state: { eq: 'booked' } } },
    note: { requiredWhen: { state: { eq: 'set_aside' } } },
  },
  list: {
    columns: ['bookedOn', 'amount', 'payer', 'details', 'state', 'registrationId'],
    sort: ['-bookedOn'],
    filters: [
      'state',
      'finding',
      'registrationId',
      'bookedOn',
      'amount',
      'details',
      'transactionId',
    ],
    facets: ['state'],
    search: ['details', 'payer', 'transactionId'],
    views: {
      open: {
        where: open,
        columns: ['bookedOn', 'amount', 'payer', 'details', 'finding', 'registrationId'],
      },
      booked: { where: { state: { eq: 'booked' } } },
    },
  },
  access: { admin: fullAccess, secretary: fullAccess },
  workflow: {
    field: 'state',
    initial: 'open',
    transitions: {
      book: {
        from: ['open'],
        to: 'booked',
        roles: staff,
        on: ['row'],
        input: ['registrationId', 'fee'],
        tone: 'primary',
      },
      setAside: { from: ['open'], to: 'set_aside', roles: staff, input: ['note'] },
      takeUp: { from: ['set_aside'], to: 'open', roles: staff },
    },
  },
  import: {
    key: ['transactionId'],
    fallbackKey: ['bookedOn', 'amount', 'details'],
    previewColumns: ['state', 'finding', 'registrationId'],
    statement: {
      bookedOn: 'bookedOn',
      amount: 'amount',
      payer: 'payer',
      details: 'details',
      reference: 'transactionId',
    },
  },
})
