import type { FastifyInstance } from 'fastify'
import { isRealDate } from '#model/dates.ts'
import { timetableEndpoints as calls } from '#model/endpoints.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import { defaultLanguage, languages } from '#model/vocabulary.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { addressOf, demand, limits } from '#server/engine/session/limiter.ts'
import { calendarOf, makeCalendarAddress } from '../timetable/calendar-address.ts'
import { readTimetable } from '../timetable/read.ts'

const tag = 'Timetable'

/** The week of who studies or teaches, and the calendar for programs that ask without signing in. */
export function timetableRoutes(app: FastifyInstance, context: Context): void {
  const access = { roles: ['student', 'professor'] } as const
  app.get<{ Querystring: { week?: unknown } }>(
    calls.week.path,
    { config: { access, doc: { summary: 'Classes and exams of a week', tag, query: { week: 'A day of the week, `YYYY-MM-DD`' } } } },
    async (request) => {
      const { week } = request.query
      if (week !== undefined && !(typeof week === 'string' && isRealDate(week))) throw invalidInput({ week: [{ code: 'date.unreal' }] })
      return ok(await readTimetable(context, callerIn(request), week ?? null))
    },
  )
  app.post(
    calls.makeAddress.path,
    { config: { access, doc: { summary: 'A new secret address of the own calendar; the one before is no longer valid', tag } } },
    async (request, reply) => {
      const caller = callerIn(request)
      await demand(context.database, limits.calendarAddress, caller.id, context.clock.now())
      reply.code(201).header('cache-control', 'no-store')
      return ok({ address: await makeCalendarAddress(context, caller) })
    },
  )
  app.get<{ Params: { file: string }; Querystring: { lng?: unknown } }>(
    calls.calendar.path,
    { config: { access: 'public', doc: { summary: 'A calendar by its secret address', tag, media: 'text/calendar' } } },
    async (request, reply) => {
      const language = languages.find((one) => one === request.query.lng) ?? defaultLanguage
      const token = request.params.file.replace(/\.ics$/, '')
      const text = await calendarOf(context, { token, language, address: addressOf(request.ip) })
      if (text === null) throw new AppError('record.missing')
      return reply
        .headers({
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="timetable.ics"',
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
        })
        .send(text)
    },
  )
}
