import type { FastifyInstance } from 'fastify'
import { sessionEndpoints as calls } from '#model/endpoints.ts'
import { isId } from '#model/paths.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { routeAt } from '#server/engine/http/route-at.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { accountOf } from '../finances/account.ts'
import { professorHome } from '../home/professor-home.ts'
import { studentHome } from '../home/student-home.ts'

/** What the homes of students and professors show, and what a student owes. */
export function homeRoutes(app: FastifyInstance, context: Context): void {
  app.route({
    ...routeAt(calls.home),
    config: {
      access: { roles: ['professor', 'student'] },
      doc: { summary: 'What concerns the student or professor who asks: exams, marks, what is due', tag: 'Own data' },
    },
    async handler(request) {
      const caller = callerIn(request)
      return ok(await (caller.role === 'student' ? studentHome(context, caller) : professorHome(context, caller)))
    },
  })

  const finances = resourceNamed('finances')
  app.get<{ Params: { id: string } }>(
    calls.studentAccount.path,
    {
      config: {
        access: { resource: finances, grant: 'read' },
        doc: { summary: 'What a student owes, and which charges are open', tag: 'finances' },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!isId(id)) return reply.callNotFound()
      // Who reads the student and finances at all reads the student's.
      await recordsOf(context).find(authorize(request.caller, resourceNamed('students'), 'read'), id)
      return ok(await accountOf(context.database, id))
    },
  )
}
