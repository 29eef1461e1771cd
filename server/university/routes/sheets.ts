import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/sheets.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { publishSheet } from '#server/university/sheets/publish-marks.ts'
import { readSheet } from '#server/university/sheets/read-sheet.ts'
import { saveSheet } from '#server/university/sheets/save-sheet.ts'

/** The sheet of marks of an exam: read, saved as it is typed, and published. */
export function sheetRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.read, async ({ caller, params: { id: examId } }) =>
    ok(await readSheet(context.database, { caller, examId, now: context.clock.now() })),
  )
  serve(app, calls.save, async ({ caller, params: { id: examId }, input: { rows, reason } }) =>
    ok(await saveSheet(context, caller, { examId, entries: rows, reason })),
  )
  serve(app, calls.publish, async ({ caller, params: { id: examId }, input }) =>
    ok(await publishSheet(context, caller, { examId, ...input })),
  )
}
