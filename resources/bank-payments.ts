import { field } from '#model/field.ts'
import { defineResource } from './define.ts'
import { everything } from './everything.ts'

/** Written when the line comes and never again: it says what the bank says. */
const once = { writeOnce: true } as const
const byServer = { optional: true, write: [] } as const
const staff = ['admin', 'secretary'] as const
const open = { state: { eq: 'open' } } as const

/**
 * Money that came to the university's account, a line of the bank's file each. A line that names one application in its
 * details and is what a fee of it comes to is booked at once; of any other a person decides.
 */
export const bankPayments = defineResource({
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
    /** Number of the bank's for the transaction; a line without one is told from others by day, amount and details. */
    transactionId: field.text({ ...once, max: 35, optional: true, unique: true }),
    /** Digest of what tells one line from another: no line comes twice. */
    fingerprint: field.text({ ...byServer, max: 64, unique: true }),
    state: field.choice(
      {
        open: { color: 'amber', icon: 'flag' },
        booked: { color: 'green', icon: 'check' },
        aside: { color: 'neutral', icon: 'ring' },
      },
      { default: 'open' },
    ),
    /** Finding as the line came. */
    finding: field.choice({ matched: {}, noReference: {}, several: {}, nothingOwed: {}, differs: {}, bookedBefore: {} }, byServer),
    registrationId: field.reference('registrations', byServer),
    fee: field.choice({ application: {}, confirmation: {} }, byServer),
    /** Under which the payment stands in the books. */
    receiptNumber: field.text({ ...byServer, max: 40 }),
    note: field.text({ ...byServer, min: 3, max: 300 }),
  },
  sections: {
    general: [['bookedOn', 'amount'], 'payer', 'details', 'transactionId'],
    booking: ['state', 'finding', ['registrationId', 'fee'], 'receiptNumber', 'note'],
  },
  form: {
    registrationId: { requiredWhen: { state: { eq: 'booked' } } },
    fee: { requiredWhen: { state: { eq: 'booked' } } },
    note: { requiredWhen: { state: { eq: 'aside' } } },
  },
  list: {
    columns: ['bookedOn', 'amount', 'payer', 'details', 'state', 'registrationId'],
    sort: ['-bookedOn'],
    filters: ['state', 'finding', 'registrationId', 'bookedOn', 'amount', 'details', 'transactionId'],
    facets: ['state'],
    search: ['details', 'payer', 'transactionId'],
    views: {
      open: { where: open, columns: ['bookedOn', 'amount', 'payer', 'details', 'finding', 'registrationId'] },
      booked: { where: { state: { eq: 'booked' } } },
    },
  },
  access: { admin: everything, secretary: everything },
  workflow: {
    field: 'state',
    initial: 'open',
    transitions: {
      book: { from: ['open'], to: 'booked', roles: staff, on: ['row'], input: ['registrationId', 'fee'], tone: 'primary' },
      setAside: { from: ['open'], to: 'aside', roles: staff, input: ['note'] },
      takeUp: { from: ['aside'], to: 'open', roles: staff },
    },
  },
  import: {
    key: ['transactionId'],
    beside: ['bookedOn', 'amount', 'details'],
    shows: ['state', 'finding', 'registrationId'],
    statement: { bookedOn: 'bookedOn', amount: 'amount', payer: 'payer', details: 'details', reference: 'transactionId' },
  },
})
