import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { consume, rateLimitAddress } from '@matricola/server/session/rate-limits.ts'
import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/timetable.ts'
import { languages } from '#resources/languages.ts'
import { universityRateLimits } from '#server/limits.ts'
import { findCalendarText, replaceCalendarAddress } from './calendar-address.ts'
import { readTimetable } from './read-timetable.ts'

/**
 * The timetable of a student or professor, and the calendar URL for programs that cannot sign in.
 */
export function timetableRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.timetableWeek, async ({ caller, query: { week } }) =>
    ok(await readTimetable(context, caller, week ?? null)),
  )
  registerCall(app, calls.createCalendarAddress, async ({ reply, caller }) => {
    await consume(
      context.database,
      universityRateLimits.calendarAddress,
      caller.id,
      context.clock.now(),
    )
    reply.header('cache-control', 'no-store')
    return ok({ address: await replaceCalendarAddress(context, caller) })
  })
  registerCall(
    app,
    calls.downloadCalendar,
    async ({ request, reply, params: { file }, query: { lng } }) => {
      const language = languages.find((one) => one === lng) ?? languages[0]
      const text = await findCalendarText(context, {
        token: file.replace(/\.ics$/, ''),
        language,
        address: rateLimitAddress(request.ip),
      })
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
