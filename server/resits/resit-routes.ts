import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import type { FastifyInstance } from 'fastify'
import { possibleResits } from '#resources/calls/exam-resits.ts'
import { getCallerStudentId } from '#server/study/caller-student.ts'
import { readPossibleResits } from './possible-resits.ts'

/** The resits that a student can request. */
export function resitRoutes(app: FastifyInstance, { database, clock }: Context): void {
  registerCall(app, possibleResits, async ({ caller }) =>
    ok(
      await readPossibleResits(
        database,
        { studentId: getCallerStudentId(caller), language: caller.language },
        clock.now(),
      ),
    ),
  )
}
