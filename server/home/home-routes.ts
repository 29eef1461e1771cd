import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { FastifyInstance } from 'fastify'
import { home, studentAccount, studentLedger } from '#resources/calls/dashboard.ts'
import { students } from '#resources/students.ts'
import { readAccountToPay, readLedger } from '#server/finances/account.ts'
import { readProfessorHome } from './professor-home.ts'
import { readStudentHome } from './student-home.ts'

/** Home pages of students and professors, and the account of a student. */
export function homeRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, home, async ({ caller }) =>
    ok(await (caller.role === 'student' ? readStudentHome(context, caller) : readProfessorHome(context, caller))),
  )
  registerCall(app, studentAccount, async ({ caller, params: { id } }) => {
    // A caller may read the account if they may read finances, and this student.
    await recordsOf(context).get(authorize(caller, asAnyResource(students), 'read'), id)
    return ok(await readAccountToPay(context.database, id))
  })
  registerCall(app, studentLedger, async ({ caller, params: { id } }) => {
    await recordsOf(context).get(authorize(caller, asAnyResource(students), 'read'), id)
    return ok(await readLedger(context.database, id))
  })
}
