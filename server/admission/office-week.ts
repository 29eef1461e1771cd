/** The hours of the admission office, and how long it usually takes to answer. */

import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  equalsLiteral,
  isoInstant,
  notNull,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import {
  hasOfficeHours,
  type OfficeWeek,
  officeWeekFields,
  openDaysBetween,
  parseClosedDays,
  parseOpeningHours,
} from '#resources/admission/office-week.ts'
import type { WireOfficeAnswers } from '#resources/admission/wire-messages.ts'
import { applicationMessages } from '#resources/application-messages.ts'
import { settings } from '#resources/settings.ts'

const settingsRow = table(settings)
const question = table(applicationMessages, 'question')
const answer = table(applicationMessages, 'answer')

/**
 * Returns changed hours and closed days in the form in which they are stored. Throws `input.invalid`
 * for text that is neither.
 */
export function normalizedOfficeWeek(changed: Values): Values {
  const fields = officeWeekFields.filter((field) => typeof changed[field] === 'string')
  const parsed = fields.map((field) => {
    const text = String(changed[field])
    const value = field === 'closedDays' ? parseClosedDays(text) : parseOpeningHours(text)
    return { field, value }
  })
  const wrong = parsed.filter(({ value }) => value === null)
  if (wrong.length > 0)
    throw invalidInput(
      Object.fromEntries(
        wrong.map(({ field }) => [
          field,
          [{ code: field === 'closedDays' ? 'officeWeek.days' : 'officeWeek.hours' }],
        ]),
      ),
    )
  return Object.fromEntries(parsed.map(({ field, value }) => [field, value]))
}

/** Returns the hours of the office; null if the university has not set them. */
export async function findOfficeWeek(queries: Queries): Promise<OfficeWeek | null> {
  const [week] = await runStatement(
    queries,
    sql`select ${pick(columns(settingsRow, ...officeWeekFields))} from ${settingsRow}`,
  )
  return week && hasOfficeHours(week) ? week : null
}

const dayMs = 86_400_000
/** The usual time is known from this number of answers within these days. */
const [measuredDays, fewestAnswers] = [30, 20]
/** Enough for a median, and few enough to compute it on each request. */
const mostAnswers = 500

/**
 * Returns the hours of the office, and the median of the working days until an answer; null if the
 * university has not set its hours. Messages that need no answer do not count.
 */
export async function readOfficeAnswers(
  queries: Queries,
  now: Date,
): Promise<WireOfficeAnswers | null> {
  const week = await findOfficeWeek(queries)
  if (!week) return null
  const since = new Date(now.getTime() - measuredDays * dayMs).toISOString()
  const answered = await runStatement(
    queries,
    sql`select ${pick({ sentAt: isoInstant(question.sentAt), answeredAt: notNull(isoInstant(question.answeredAt)) })} from ${question}
     where ${equalsLiteral(question.author, 'applicant')} and ${question.answeredAt} > ${since}::timestamptz and ${question.answeredAt} <= ${now.toISOString()}::timestamptz
       and exists (select from ${answer} where ${answer.registrationId} = ${question.registrationId} and ${equalsLiteral(answer.author, 'office')}
         and ${answer.sentAt} = ${question.answeredAt})
     order by ${question.answeredAt} desc limit ${mostAnswers}`,
  )
  const days = answered
    .map(({ sentAt, answeredAt }) => openDaysBetween(week, new Date(sentAt), new Date(answeredAt)))
    .sort((one, other) => one - other)
  const median = days[Math.floor(days.length / 2)] ?? 0
  return { week, days: days.length < fewestAnswers ? null : Math.max(1, median) }
}
