import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { highestMark, lowestMark, markResults, maxSheetRows } from '#model/academic/sheet.ts'
import { sheetEndpoints as calls } from '#model/endpoints.ts'
import { exams } from '#resources/exams.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import type { RouteAccess } from '#server/engine/http/route-access.ts'
import { routeAt } from '#server/engine/http/route-at.ts'
import { bodyOf, idIn } from '#server/engine/session/body.ts'
import { publishSheet } from '#server/university/sheets/publish-sheet.ts'
import { readSheet } from '#server/university/sheets/read-sheet.ts'
import { saveSheet } from '#server/university/sheets/save-sheet.ts'

const tag = exams.name
const readers: RouteAccess = { roles: ['admin', 'secretary', 'professor'] }
/** Who enters marks, and nobody else. */
const professors: RouteAccess = { roles: ['professor'] }

const count = z.int().check(z.gte(0), z.lte(100_000))
const saved = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        studentId: z.uuid(),
        result: z.nullable(z.enum(markResults)),
        value: z.optional(z.nullable(z.int().check(z.gte(lowestMark), z.lte(highestMark)))),
        version: z.optional(z.nullable(z.int().check(z.gte(1)))),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxSheetRows)),
  reason: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(300))),
})
const published = z.strictObject({ drafts: count, missing: count, missingAre: z.optional(z.enum(['absent'])) })

/** The sheet of marks of an exam: read, saved as it is typed, and published. */
export function sheetRoutes(app: FastifyInstance, context: Context): void {
  app.route({
    ...routeAt(calls.read),
    config: { access: readers, doc: { summary: 'The sheet of marks of an exam', tag } },
    async handler(request) {
      return ok(await readSheet(context.database, { caller: callerIn(request), examId: idIn(request), now: context.clock.now() }))
    },
  })

  app.route({
    ...routeAt(calls.save),
    config: { access: professors, doc: { summary: 'Saves rows of a sheet as drafts, or corrects published ones', tag, body: saved } },
    async handler(request) {
      const { rows, reason } = bodyOf(saved, request)
      return ok(await saveSheet(context, callerIn(request), { examId: idIn(request), entries: rows, reason }))
    },
  })

  app.route({
    ...routeAt(calls.publish),
    config: { access: professors, doc: { summary: 'Publishes every draft of a sheet and tells the students', tag, body: published } },
    async handler(request) {
      return ok(await publishSheet(context, callerIn(request), { examId: idIn(request), ...bodyOf(published, request) }))
    },
  })
}
