import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/grade-sheets.ts'
import { publishExamGrades } from './publish-grades.ts'
import { readGradeSheet } from './read-grade-sheet.ts'
import { saveExamGrades } from './save-grade-sheet.ts'

/** The grade sheet of an exam: reading it, saving rows, and publishing it. */
export function gradeSheetRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.getGradeSheet, async ({ caller, params: { id: examId } }) =>
    ok(await readGradeSheet(context.database, { caller, examId, now: context.clock.now() })),
  )
  registerCall(
    app,
    calls.save,
    async ({ caller, params: { id: examId }, input: { rows, reason } }) =>
      ok(await saveExamGrades(context, caller, { examId, entries: rows, reason })),
  )
  registerCall(app, calls.publish, async ({ caller, params: { id: examId }, input }) =>
    ok(await publishExamGrades(context, caller, { examId, ...input })),
  )
}
