import type { FastifyInstance } from 'fastify'
import { asAny } from '#model/registry.ts'
import * as calls from '#resources/calls/study.ts'
import { students } from '#resources/students.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { appealsOf } from '../appeals/of-grade.ts'
import { readStudyRecord } from '../study/read-study-record.ts'

/** The study record of a student, for the student and for staff. */
export function studyRoutes(app: FastifyInstance, context: Context): void {
  const records = recordsOf(context)
  serve(app, calls.record, async ({ caller, params: { id } }) => {
    const permit = authorize(caller, asAny(students), 'read')
    await records.find(permit, id)
    await records.reads.opened(permit, id)
    const { database, clock } = context
    const [record, appeals] = await Promise.all([
      readStudyRecord(database, id, caller.language),
      appealsOf(database, { studentId: id, role: caller.role, now: clock.now() }),
    ])
    return ok({ ...record, appeals })
  })
}
