/** Calls for the user's timetable, and for the user's calendar at a secret URL. */

import { isRealDate } from '@matricola/schema/values/dates.ts'
import { defineCall, type ResponseBody } from '@matricola/schema/wire/call.ts'
import { describedSchema, text } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { timetableSchema } from '#resources/academic/timetable.ts'

const tag = 'Timetable'
const access = { roles: ['student', 'professor'] } as const

export const timetableWeek = defineCall({
  method: 'GET',
  path: '/api/timetable',
  summary: 'Returns the classes and exams of a week',
  tag,
  access,
  query: z.object({
    week: describedSchema(
      'A day of the week, `YYYY-MM-DD`. Today by default.',
      z.optional(z.string().check(z.refine(isRealDate, { params: { code: 'date.unreal' } }))),
    ),
  }),
  output: timetableSchema,
})

/** The secret URL of the user's calendar. The server returns it only when creating it. */
const calendarAddress = z.strictObject({ address: text() })
export type WireCalendarAddress = ResponseBody<typeof calendarAddress>

export const createCalendarAddress = defineCall({
  method: 'POST',
  path: '/api/timetable/calendar-address',
  summary: "Creates a new secret URL for the caller's calendar. The previous one stops working",
  tag,
  access,
  output: calendarAddress,
  status: 201,
})

/** `:file` is the secret token, followed by `.ics`. */
export const downloadCalendar = defineCall({
  method: 'GET',
  path: '/api/calendar/:file',
  summary: 'Returns a calendar by its secret URL',
  tag,
  access: 'public',
  query: z.object({ lng: describedSchema('Language of the texts.', z.optional(text())) }),
  media: 'text/calendar',
})
