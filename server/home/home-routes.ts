import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import type { FastifyInstance } from 'fastify'
import { home } from '#resources/calls/dashboard.ts'
import { readProfessorHome } from './professor-home.ts'
import { readStudentHome } from './student-home.ts'

/** Home pages of students and professors. */
export function homeRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, home, async ({ caller }) =>
    ok(
      await (caller.role === 'student'
        ? readStudentHome(context, caller)
        : readProfessorHome(context, caller)),
    ),
  )
}
