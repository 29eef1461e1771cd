import type { FastifyInstance } from 'fastify'
import { defaultLanguage, languages } from '#model/vocabulary.ts'
import { AppError } from '#model/wire/errors.ts'
import * as calls from '#resources/calls/timetable.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { addressOf, consume } from '#server/engine/session/limiter.ts'
import { limits } from '#server/university/limits.ts'
import { calendarOf, makeCalendarAddress } from '../timetable/calendar-address.ts'
import { readTimetable } from '../timetable/read.ts'

/** The timetable of a student or professor, and the calendar address for programs that cannot sign in. */
export function timetableRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.week, async ({ caller, query: { week } }) => ok(await readTimetable(context, caller, week ?? null)))
  serve(app, calls.makeAddress, async ({ reply, caller }) => {
    await consume(context.database, limits.calendarAddress, caller.id, context.clock.now())
    reply.header('cache-control', 'no-store')
    return ok({ address: await makeCalendarAddress(context, caller) })
  })
  serve(app, calls.calendar, async ({ request, reply, params: { file }, query: { lng } }) => {
    const language = languages.find((one) => one === lng) ?? defaultLanguage
    const text = await calendarOf(context, { token: file.replace(/\.ics$/, ''), language, address: addressOf(request.ip) })
    if (text === null) throw new AppError('record.missing')
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="timetable.ics"',
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      })
      .send(text)
  })
}
