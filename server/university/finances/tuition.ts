import { daysAfter } from '#model/dates.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { permitForPart } from '#server/engine/policy/permit.ts'
import type { Records } from '#server/engine/records/store.ts'
import { standsSql } from '#server/university/computed.ts'
import { studyRules } from '../study/rules.ts'
import { chargeText } from './charge-text.ts'

const finances = resourceNamed('finances')

/** Days from the enrolment to the first instalment, and from each to the next. */
const firstDueDays = 30
const betweenDays = 120

interface Booking extends Pick<Context, 'texts'> {
  readonly records: Records
  readonly queries: Queries
  readonly caller: Caller
}

/**
 * Charges a student who pays for the studies with the tuition of an academic year, in as many parts as the settings say;
 * what does not divide evenly is in the first. Nothing where the programme names no fee, or the year is charged already.
 */
export async function bookTuition(
  { texts, records, queries, caller }: Booking,
  { studentId, academicYear, day }: { readonly studentId: string; readonly academicYear: string; readonly day: string },
): Promise<void> {
  const [owed] = await queries.query<{ fee: number | null; yearId: string | null; isBooked: boolean }>(
    `select z.tuition_fee::float8 as fee, y.id as "yearId", exists (
       select from finances f where f.student_id = s.id and f.kind = 'tuition' and f.direction = 'charge' and f.academic_year_id is not distinct from y.id
         and ${standsSql('f')}) as "isBooked"
     from students s join specializations z on z.id = s.specialization_id left join academic_years y on y.name = $2
     where s.id = $1::uuid and s.funding_type = 'fee'`,
    [studentId, academicYear],
  )
  if (!owed?.fee || owed.isBooked) return
  const { tuitionInstalments: parts } = await studyRules(queries)
  for (const [part, amount] of instalments(owed.fee, parts).entries())
    await records.insert(permitForPart(caller, finances, 'create'), {
      studentId,
      direction: 'charge',
      kind: 'tuition',
      amount,
      description: await chargeText(texts, queries, 'tuition', { year: academicYear, part: part + 1 }),
      bookedOn: day,
      dueOn: daysAfter(day, firstDueDays + part * betweenDays),
      academicYearId: owed.yearId,
    })
}

/** An amount in so many parts of whole bani, the first the largest: `instalments(100, 3)` is `[33.34, 33.33, 33.33]`. */
export function instalments(amount: number, parts: number): number[] {
  const bani = Math.round(amount * 100)
  const each = Math.floor(bani / parts)
  return Array.from({ length: parts }, (_, part) => (part === 0 ? bani - each * (parts - 1) : each) / 100).filter((one) => one > 0)
}
