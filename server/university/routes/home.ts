import type { FastifyInstance } from 'fastify'
import { asAny } from '#model/registry.ts'
import { home, studentAccount, studentLedger } from '#resources/calls/dashboard.ts'
import { students } from '#resources/students.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { accountToPay, ledgerOf } from '../finances/account.ts'
import { professorHome } from '../home/professor-home.ts'
import { studentHome } from '../home/student-home.ts'

/** Start pages of students and professors, and the account of a student. */
export function homeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, home, async ({ caller }) =>
    ok(await (caller.role === 'student' ? studentHome(context, caller) : professorHome(context, caller))),
  )
  serve(app, studentAccount, async ({ caller, params: { id } }) => {
    // A caller who may read finances at all and this student may read the student's account.
    await recordsOf(context).find(authorize(caller, asAny(students), 'read'), id)
    return ok(await accountToPay(context.database, id))
  })
  serve(app, studentLedger, async ({ caller, params: { id } }) => {
    await recordsOf(context).find(authorize(caller, asAny(students), 'read'), id)
    return ok(await ledgerOf(context.database, id))
  })
}
