/** Imported bank payments: some are booked as fees, and a few have to be resolved manually. */
import { createHash } from 'node:crypto'
import { createRecordBase, type DemoRow, type DemoRowWith, type DemoTools } from '../rows.ts'
import { type DemoApplicationFee, type DemoConfirmationFee, receiptNumberOf } from './fees.ts'

type BankPayment = DemoRowWith<
  'bank-payments',
  'bookedOn' | 'amount' | 'details' | 'state' | 'finding'
>

type BankPaymentValues = Omit<
  BankPayment,
  'id' | 'createdAt' | 'bookedOn' | 'transactionId' | 'fingerprint'
>

const bookedCount = 12

/** Returns a function that creates numbered lines of today's file. */
function createPaymentMaker(tools: DemoTools) {
  const day = tools.calendar.today
  const at = Date.parse(`${day}T06:30:00Z`)
  return (
    number: number,
    values: BankPaymentValues,
    transactionId = `FT${day.replaceAll('-', '')}${String(number).padStart(4, '0')}`,
  ): BankPayment => {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([transactionId]))
      .digest('hex')
    return {
      ...createRecordBase(tools, at + number),
      bookedOn: day,
      transactionId,
      fingerprint,
      ...values,
    }
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export function makeBankPayments(
  fees: readonly DemoApplicationFee[],
  tools: DemoTools,
): readonly BankPayment[] {
  const line = createPaymentMaker(tools)
  const paidFees = fees.filter(({ end }) => end === 'transfer').slice(-bookedCount)
  const unpaidFee = fees.find(({ end }) => end === 'owed')
  const booked = paidFees.map((fee, index) => ({
    ...line(
      index,
      {
        amount: fee.amount,
        details: `Taxa inscriere ${fee.reference}`,
        state: 'booked',
        finding: 'matched',
      },
      receiptNumberOf(fee),
    ),
    ...{
      bookedOn: dayOf(fee.settledAt),
      registrationId: fee.id,
      fee: 'application' as const,
      receiptNumber: receiptNumberOf(fee),
    },
  }))
  return [
    ...booked,
    ...(unpaidFee
      ? [
          line(100, {
            ...{
              amount: unpaidFee.amount - 50,
              details: `taxa admitere ${unpaidFee.reference.toLowerCase()}`,
              payer: 'Popa Elena',
            },
            ...{ state: 'open', finding: 'differs', registrationId: unpaidFee.id },
          }),
        ]
      : []),
    line(101, {
      amount: 150,
      details: 'taxa inscriere master',
      payer: 'Ionescu Radu',
      state: 'open',
      finding: 'noReference',
    }),
    line(102, {
      ...{
        amount: 89.5,
        details: 'Restituire garantie chei camin',
        payer: 'Direcția cămine',
        state: 'set_aside',
        finding: 'noReference',
      },
      note: 'Nu privește admiterea: predată contabilității.',
    }),
  ]
}

interface Transfers {
  readonly fees: readonly DemoApplicationFee[]
  readonly confirmationFees: readonly DemoConfirmationFee[]
  readonly payers: ReadonlyMap<string, DemoRow<'registrations'>>
}

/**
 * Generates payments of the parallel session: transfers are booked, and the newest ones have to be
 * resolved manually.
 */
export function makeSecondSessionPayments(
  { fees, confirmationFees, payers }: Transfers,
  tools: DemoTools,
): readonly BankPayment[] {
  const line = createPaymentMaker(tools)
  const payerOf = (id: string) => {
    const { lastName = '', firstName = '' } = payers.get(id) ?? {}
    return `${lastName} ${firstName}`.toUpperCase()
  }
  const makeBooked = (
    number: number,
    source: DemoApplicationFee | DemoConfirmationFee,
    fee: 'application' | 'confirmation',
    at: number,
  ): BankPayment => {
    const { id, reference, amount } = source
    const receiptNumber = receiptNumberOf(source, fee)
    const details = `${fee === 'application' ? 'Taxa inscriere' : 'Taxa loc master'} ${reference}`
    return {
      ...line(
        number,
        { amount, details, payer: payerOf(id), state: 'booked', finding: 'matched' },
        receiptNumber,
      ),
      ...{
        ...createRecordBase(tools, at),
        bookedOn: dayOf(at),
        registrationId: id,
        fee,
        receiptNumber,
      },
    }
  }
  const [first, second, third] = fees.filter(({ end }) => end === 'owed')
  const alreadyPaid = fees.find(({ end }) => end === 'cash')
  if (!first || !second || !third || !alreadyPaid)
    throw new Error('no applicant of the demo owes a fee')
  const openState = { state: 'open' } as const
  return [
    ...fees
      .filter(({ end }) => end === 'transfer')
      .map((fee, index) => makeBooked(index, fee, 'application', fee.settledAt)),
    ...confirmationFees
      .filter(({ end }) => end === 'transfer')
      .map((fee, index) => makeBooked(index, fee, 'confirmation', fee.paidAt)),
    line(201, {
      ...{
        amount: first.amount - 20,
        details: `TAXA INSCRIERE ${first.reference}`,
        payer: payerOf(first.id),
      },
      ...{ ...openState, finding: 'differs', registrationId: first.id },
    }),
    line(202, {
      ...{
        amount: second.amount + third.amount,
        details: `Taxe inscriere ${second.reference} si ${third.reference}`,
      },
      ...{ ...openState, payer: payerOf(second.id), finding: 'several' },
    }),
    line(203, {
      ...{
        amount: alreadyPaid.amount,
        details: `taxa inscriere ${alreadyPaid.reference.toLowerCase()}`,
        payer: payerOf(alreadyPaid.id),
      },
      ...{ ...openState, finding: 'nothingDue', registrationId: alreadyPaid.id },
    }),
    line(204, {
      ...openState,
      amount: 400,
      details: 'taxa confirmare loc master',
      payer: 'MARIAN IOANA',
      finding: 'noReference',
    }),
  ]
}
