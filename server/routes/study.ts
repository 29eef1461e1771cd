import type { FastifyInstance } from 'fastify'
import type { WireStudyRecord } from '#model/academic/study-record.ts'
import { studyEndpoints as calls } from '#model/endpoints.ts'
import { isId } from '#model/paths.ts'
import { resourceNamed } from '#resources/index.ts'
import { appealsOf } from '../academic/appeals/of-mark.ts'
import { readStudyRecord } from '../academic/study/read-study-record.ts'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { authorize } from '../policy/permit.ts'
import { recordsOf } from '../records/store.ts'

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
