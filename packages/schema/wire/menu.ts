/** The wire format of `GET /api/menu`. */
import * as z from 'zod/mini'
import type { ResponseBody } from './call.ts'
import { count, namedSchema, text } from './shapes.ts'

/** Number of records; null if counting took too long. */
const countOrNull = z.nullable(count())

export const menuSchema = namedSchema(
  'Menu',
  z.strictObject({
    /** Keys of the entries with `usedWhen` that the university uses. */
    used: z.array(text()),
    /** Records that wait, by menu section. A section in which nothing waits is absent. */
    waits: z.record(
      z.string(),
      z.strictObject({
        count: countOrNull,
        tone: z.enum(['neutral', 'danger']),
        /** The counted lists; `entry` is the key of the entry that shows them in `view`. */
        parts: z.array(z.strictObject({ entry: text(), view: text(), count: countOrNull })),
      }),
    ),
  }),
)
export type WireMenu = ResponseBody<typeof menuSchema>
export type WireMenuWaits = WireMenu['waits'][string]
