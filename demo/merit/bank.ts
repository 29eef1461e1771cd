/** The last file of the bank: lines that paid a fee, and a few that a person still has to look at. */
import { createHash } from 'node:crypto'
import { born, type RowWith, type Tools } from '../rows.ts'
import type { Fee } from './fees.ts'

type Line = RowWith<'bank-payments', 'bookedOn' | 'amount' | 'details' | 'state' | 'finding'>

type Told = Omit<Line, 'id' | 'createdAt' | 'bookedOn' | 'transactionId' | 'fingerprint'>

const shown = 12

export function bankLines(fees: readonly Fee[], tools: Tools): readonly Line[] {
  const day = tools.calendar.today
  const at = Date.parse(`${day}T06:30:00Z`)
  const line = (number: number, values: Told, transactionId = `FT${day.replaceAll('-', '')}${String(number).padStart(4, '0')}`): Line => {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([transactionId]))
      .digest('hex')
    return { ...born(tools, at + number), bookedOn: day, transactionId, fingerprint, ...values }
  }
  const paid = fees.filter(({ end }) => end === 'paid').slice(-shown)
  const owing = fees.find(({ end }) => end === 'owed')
  const booked = paid.map(({ id, reference, amount, settledAt }, turn) => ({
    ...line(turn, { amount, details: `Taxa inscriere ${reference}`, state: 'booked', finding: 'matched' }, `OP-${reference}`),
    ...{
      bookedOn: new Date(settledAt).toISOString().slice(0, 10),
      registrationId: id,
      fee: 'application' as const,
      receiptNumber: `OP-${reference}`,
    },
  }))
  return [
    ...booked,
    ...(owing
      ? [
          line(100, {
            ...{ amount: owing.amount - 50, details: `taxa admitere ${owing.reference.toLowerCase()}`, payer: 'Popa Elena' },
            ...{ state: 'open', finding: 'differs', registrationId: owing.id },
          }),
        ]
      : []),
    line(101, { amount: 150, details: 'taxa inscriere master', payer: 'Ionescu Radu', state: 'open', finding: 'noReference' }),
    line(102, {
      ...{ amount: 89.5, details: 'Restituire garantie chei camin', payer: 'Direcția cămine', state: 'aside', finding: 'noReference' },
      note: 'Nu privește admiterea: predată contabilității.',
    }),
  ]
}
