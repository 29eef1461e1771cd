import { daysAfter } from '@matricola/schema/values/dates.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { permitForSubtask } from '@matricola/server/policy/permit.ts'
import type { Records } from '@matricola/server/records/store.ts'
import {
  equalsLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { academicYears } from '#resources/academic-years.ts'
import { finances } from '#resources/finances.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import { isEffectiveEntry } from '#server/computed.ts'
import { readStudyRules } from '../study/rules.ts'
import { entryDescription } from './entry-description.ts'
import { tuitionOf } from './tuition-fee.ts'

const ledgerEntry = table(finances)
const student = table(students)
const specialization = table(specializations)
const academicYearRow = outerTable(academicYears)

/** Days from enrolment to the first instalment, and between instalments. */
const firstDueDays = 30
const instalmentIntervalDays = 120

interface TuitionBooking extends Pick<Context, 'texts'> {
  readonly records: Records
  readonly queries: Queries
  readonly caller: Caller
}

/**
 * Charges a fee-paying student the tuition of an academic year, in the number of instalments in the
 * settings. Does nothing if the programme has no tuition fee or the year is already charged.
 */
export async function bookTuition(
  { texts, records, queries, caller }: TuitionBooking,
  {
    studentId,
    academicYear,
    day,
  }: { readonly studentId: string; readonly academicYear: string; readonly day: string },
): Promise<void> {
  const [tuition] = await runStatement(
    queries,
    sql`select ${pick({
      fee: tuitionOf(specialization),
      yearId: academicYearRow.id,
      isBooked: expr<boolean>`exists (
       select from ${ledgerEntry} where ${ledgerEntry.studentId} = ${student.id} and ${equalsLiteral(ledgerEntry.kind, 'tuition')} and ${equalsLiteral(ledgerEntry.direction, 'charge')}
       and ${ledgerEntry.academicYearId} is not distinct from ${academicYearRow.id}
         and ${isEffectiveEntry(ledgerEntry)})`,
    })}
     from ${student} join ${specialization} on ${specialization.id} = ${student.specializationId} left join ${academicYearRow} on ${academicYearRow.name} = ${academicYear}
     where ${student.id} = ${studentId}::uuid and ${equalsLiteral(student.fundingType, 'fee')}`,
  )
  if (!tuition?.fee || tuition.isBooked) return
  const { tuitionInstalments: parts } = await readStudyRules(queries)
  for (const [part, amount] of instalments(tuition.fee, parts).entries())
    await records.insert(permitForSubtask(caller, finances, 'create'), {
      studentId,
      direction: 'charge',
      kind: 'tuition',
      amount,
      description: await entryDescription(texts, queries, 'tuition', {
        year: academicYear,
        part: part + 1,
      }),
      bookedOn: day,
      dueOn: daysAfter(day, firstDueDays + part * instalmentIntervalDays),
      academicYearId: tuition.yearId,
    })
}

/**
 * Splits an amount into parts of whole bani, the largest first: `instalments(100, 3)` is `[33.34,
 * 33.33, 33.33]`.
 */
export function instalments(amount: number, parts: number): number[] {
  const bani = Math.round(amount * 100)
  const instalment = Math.floor(bani / parts)
  return Array.from(
    { length: parts },
    (_, part) => (part === 0 ? bani - instalment * (parts - 1) : instalment) / 100,
  ).filter((share) => share > 0)
}
