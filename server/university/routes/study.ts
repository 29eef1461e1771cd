import type { FastifyInstance } from 'fastify'
import type { WireStudyRecord } from '#model/academic/study-record.ts'
import { studyEndpoints as calls } from '#model/endpoints.ts'
import { isId } from '#model/paths.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { appealsOf } from '../appeals/of-mark.ts'
import { readStudyRecord } from '../study/read-study-record.ts'

/** What a student has achieved: for the student and the office. */
export function studyRoutes(app: FastifyInstance, context: Context): void {
  const records = recordsOf(context)
  const students = resourceNamed('students')
  app.get<{ Params: { id: string } }>(
    calls.record.path,
    {
      config: {
        access: { roles: ['admin', 'secretary', 'student'] },
        doc: { summary: 'Final marks, averages and credits of a student, from what was published', tag: 'students' },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!isId(id)) return reply.callNotFound()
      const permit = authorize(request.caller, students, 'read')
      await records.find(permit, id)
      await records.reads.opened(permit, id)
      const { database, clock } = context
      const [record, appeals] = await Promise.all([
        readStudyRecord(database, id),
        appealsOf(database, { studentId: id, role: request.caller?.role, now: clock.now() }),
      ])
      return ok<WireStudyRecord>({ ...record, appeals })
    },
  )
}
