import { daysAfter, today } from '#model/dates.ts'
import type { Language, Role } from '#model/vocabulary.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { demand, limits } from '#server/engine/session/limiter.ts'
import { hashToken, isToken, maskSubject, newToken } from '#server/engine/session/tokens.ts'
import { calendarText } from './ical.ts'
import { ownExams, ownHours, periodsFrom } from './read.ts'

/** How far back and ahead a calendar reaches, in days. */
const daysBack = 370
const daysAhead = 550

/** Makes the secret address of a person's calendar, in place of the one before, which answers nothing any more. Only its hash is kept. */
export async function makeCalendarAddress({ database, clock, config }: Context, { id, language }: Caller): Promise<string> {
  const token = newToken()
  await database.query(
    `insert into calendar_token (user_id, hash, created_at) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, created_at = excluded.created_at`,
    [id, hashToken(token), clock.now().toISOString()],
  )
  return `${config.publicOrigin}/api/calendar/${token}.ics?lng=${language}`
}

/** Whom a calendar is of. */
interface Owner {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** The calendar behind a token, or null for one that opens nothing, whatever the reason. Throws `requests.tooMany`. */
export async function calendarOf(context: Context, asked: { token: string; language: Language; address: string }): Promise<string | null> {
  const { database, clock, keys, config, texts } = context
  const now = clock.now()
  await demand(database, limits.calendar, maskSubject(keys.pepper, asked.address), now)
  if (!isToken(asked.token)) return null
  const [owner] = await database.query<Owner>(
    `select u.id, u.name, u.role from calendar_token t join users u on u.id = t.user_id
     where t.hash = $1 and u.is_active and u.role in ('student', 'professor')`,
    [hashToken(asked.token)],
  )
  if (!owner) return null
  const caller: Caller = { ...owner, personId: null, sessionId: '', reauthenticatedAt: now.toISOString(), language: asked.language }
  const [from, to] = [daysAfter(today(now), -daysBack), daysAfter(today(now), daysAhead)]
  return calendarText({
    name: texts.text(asked.language, 'timetable:calendar.name', { name: owner.name }),
    host: new URL(config.publicOrigin).hostname,
    hours: await ownHours(database, caller),
    exams: await ownExams(database, caller, { from: new Date(from), to: new Date(to) }),
    periods: await periodsFrom(database, from, to),
    examOf: (course) => texts.text(asked.language, 'timetable:examOf', { course }),
    formText: (form) => texts.text(asked.language, `resources:class-hours.choices.kind.${form}`),
  })
}
