import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { consume } from '@matricola/server/session/rate-limits.ts'
import { createToken, hashToken, isToken, maskSubject } from '@matricola/server/session/tokens.ts'
import {
  bareColumns,
  columns,
  expr,
  into,
  isOneOfLiterals,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { users } from '#resources/users.ts'
import { universityRateLimits } from '#server/limits.ts'
import { calendarTokenTable } from '#server/tables/rows.ts'
import { calendarText } from './ical.ts'
import { readPeriods, readTimetableExams, readTimetableHours } from './read-timetable.ts'

const calendarToken = table(calendarTokenTable)
const excluded = table(calendarTokenTable, 'excluded')
const user = table(users)

/** Number of days before and after today that a calendar covers. */
const daysBack = 370
const daysAhead = 550

/**
 * Creates a secret calendar address for a user and invalidates the previous one. Only its hash is
 * stored.
 */
export async function replaceCalendarAddress(
  { database, clock, config }: Context,
  { id, language }: Caller,
): Promise<string> {
  const token = createToken()
  await runStatement(
    database,
    sql`insert into ${into(calendarToken, { user_id: id, hash: hashToken(token), created_at: clock.now().toISOString() })}
     on conflict (${bareColumns(calendarToken, 'user_id')}) do update ${setValues(calendarToken, { hash: expr`${excluded.hash}`, created_at: expr`${excluded.created_at}` })}`,
  )
  return `${config.publicOrigin}/api/calendar/${token}.ics?lng=${language}`
}

/**
 * Returns the calendar for a token; null if the token is unknown or its user has no timetable.
 * Throws `requests.tooMany`.
 */
export async function findCalendarText(
  context: Context,
  request: { token: string; language: Language; address: string },
): Promise<string | null> {
  const { database, clock, keys, config, texts } = context
  const now = clock.now()
  await consume(
    database,
    universityRateLimits.calendar,
    maskSubject(keys.pepper, request.address),
    now,
  )
  if (!isToken(request.token)) return null
  const [owner] = await runStatement(
    database,
    sql`select ${pick(columns(user, 'id', 'name', 'role'))} from ${calendarToken} join ${user} on ${user.id} = ${calendarToken.user_id}
     where ${calendarToken.hash} = ${hashToken(request.token)} and ${user.isActive} and ${isOneOfLiterals(user.role, ['student', 'professor'])}`,
  )
  if (!owner) return null
  const caller: Caller = {
    ...owner,
    personId: null,
    sessionId: '',
    reauthenticatedAt: now.toISOString(),
    language: request.language,
  }
  const [from, to] = [daysAfter(today(now), -daysBack), daysAfter(today(now), daysAhead)]
  return calendarText({
    name: texts.text(request.language, 'timetable:calendar.name', { name: owner.name }),
    host: new URL(config.publicOrigin).hostname,
    hours: await readTimetableHours(database, caller),
    exams: await readTimetableExams(database, caller, { from: new Date(from), to: new Date(to) }),
    periods: await readPeriods(database, from, to),
    examOf: (course) => texts.text(request.language, 'timetable:examOf', { course }),
    formText: (form) => texts.text(request.language, `resources:class-hours.choices.kind.${form}`),
  })
}
