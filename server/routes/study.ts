import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/study-record.ts'
import { students } from '#resources/students.ts'
import { readGradeAppeals } from '../appeals/read-grade-appeal.ts'
import { readStudyRecord } from '../study/read-study-record.ts'

/** The study record of a student, for the student and for staff. */
export function studyRoutes(app: FastifyInstance, context: Context): void {
  const records = recordsOf(context)
  registerCall(app, calls.getStudyRecord, async ({ caller, params: { id } }) => {
    const permit = authorize(caller, asAnyResource(students), 'read')
    await records.get(permit, id)
    await records.accessLogger.logOpened(permit, id)
    const { database, clock } = context
    const [record, appeals] = await Promise.all([
      readStudyRecord(database, id, caller.language),
      readGradeAppeals(database, { studentId: id, role: caller.role, now: clock.now() }),
    ])
    return ok({ ...record, appeals })
  })
}
