/** Tuition charges and payments, and the matriculation fee that all students pay. */
import { daysAfter } from '@matricola/schema/values/dates.ts'
import type { Specialization } from '../departments.ts'
import { createRecordBase, type DemoRowWith, type DemoTools } from '../rows.ts'
import type { Student } from '../students.ts'
import type { DemoAcademicYear } from './academic-years.ts'

type Entry = DemoRowWith<'finances', 'direction' | 'amount' | 'description' | 'bookedOn'>

interface Ledger {
  readonly tools: DemoTools
  readonly entries: Entry[]
  receipts: number
}

const matriculationFee = 50

/**
 * Generates two academic years. Most students pay on time, some late, a few not at all. A few
 * payments are reversed.
 */
export function makeLedgerEntries(
  students: readonly Student[],
  specializations: readonly Specialization[],
  years: { readonly current: DemoAcademicYear; readonly last: DemoAcademicYear },
  tools: DemoTools,
): Entry[] {
  const fees = new Map(specializations.map(({ id, tuitionFee }) => [id, tuitionFee ?? 0]))
  const ledger: Ledger = { tools, entries: [], receipts: 0 }
  for (const student of students) {
    const entryYear = student.academicYearOfEntry ?? ''
    const studyYears = [years.last, years.current].filter(
      (year) =>
        year.name >= entryYear &&
        (year === years.last
          ? student.studyYear > 1 || student.status === 'graduated'
          : student.status === 'active'),
    )
    for (const year of studyYears) {
      if (year.name === entryYear)
        addCharge(ledger, student, year, {
          kind: 'matriculation',
          amount: matriculationFee,
          due: `${year.start}-09-30`,
          description: 'Taxă de înmatriculare',
        })
      if (student.fundingType !== 'fee') continue
      const instalment = (fees.get(student.specializationId) ?? 0) / 2
      for (const [part, due] of [`${year.start}-10-31`, `${year.start + 1}-02-28`].entries())
        addCharge(ledger, student, year, {
          kind: 'tuition',
          amount: instalment,
          due,
          description: `Taxă de studii ${year.name}, rata ${part + 1}`,
        })
    }
  }
  return ledger.entries
}

interface Charge {
  readonly kind: 'tuition' | 'matriculation'
  readonly amount: number
  readonly due: string
  readonly description: string
}

/** Adds a charge and its payment. Leaves out entries whose date is in the future. */
function addCharge(
  ledger: Ledger,
  student: Student,
  year: DemoAcademicYear,
  { kind, amount, due, description }: Charge,
): void {
  const { tools, entries } = ledger
  const { random, calendar } = tools
  const bookedOn = daysAfter(due, -30)
  if (bookedOn > calendar.today || amount === 0) return
  const base = { studentId: student.id, kind, amount, academicYearId: year.id }
  const at = (day: string) =>
    createRecordBase(tools, Date.parse(`${day}T09:00:00Z`) + random.between(0, 28_000) * 1000)
  entries.push({
    ...at(bookedOn),
    ...base,
    direction: 'charge',
    description: description,
    bookedOn,
    dueOn: due,
  })
  const share = random.fraction()
  const paidOn = daysAfter(due, share < 0.82 ? -random.between(0, 25) : random.between(1, 60))
  if (share > 0.95 || paidOn > calendar.today) return
  const makePayment = (day: string): Entry => {
    ledger.receipts += 1
    const receiptNumber = `CH-${day.slice(0, 4)}-${String(ledger.receipts).padStart(5, '0')}`
    const method = random.pick(['transfer', 'card', 'cash'] as const)
    return {
      ...at(day),
      ...base,
      direction: 'payment',
      description: description,
      bookedOn: day,
      method,
      receiptNumber,
    }
  }
  const payment = makePayment(paidOn)
  entries.push(payment)
  if (share > 0.006) return
  // Booked for the wrong student and reversed on the same day.
  entries.push({
    ...payment,
    ...at(paidOn),
    receiptNumber: null,
    reversalOfId: payment.id,
    reversalReason: 'Înregistrată la alt student',
  })
}
