import type { FastifyInstance } from 'fastify'
import { asAny } from '#model/registry.ts'
import { AppError } from '#model/wire/errors.ts'
import * as calls from '#resources/calls/exams.ts'
import { exams } from '#resources/exams.ts'
import { universityClasses } from '#resources/university-classes.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { conflictsOf } from '#server/university/exams/conflicts.ts'
import { ownExams } from '#server/university/exams/own-exams.ts'
import { examPlan } from '#server/university/exams/read-plan.ts'
import { possibleResits } from '#server/university/resits/possible.ts'

/** Exam planning, a student's own exams, and possible resits. */
export function examRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  serve(app, calls.conflicts, async ({ caller, input }) => {
    const { id = null, room = null, capacity = null, professorId = null, secondProfessorId = null, ...rest } = input
    // The caller must be allowed to read the class, and the exam that the plan replaces.
    if (id !== null) await recordsOf(context).find(authorize(caller, asAny(exams), 'read'), id)
    const universityClass = await recordsOf(context).find(authorize(caller, asAny(universityClasses), 'read'), rest.classId)
    const leader = typeof universityClass.leadProfessorId === 'string' ? universityClass.leadProfessorId : null
    const asked = { ...rest, id, room, capacity, professorId: professorId ?? leader, secondProfessorId }
    return ok(await conflictsOf(database, asked, caller.language))
  })

  serve(app, calls.planning, async ({ query, caller }) => ok(await examPlan(database, { ...query, language: caller.language })))
  serve(app, calls.own, async ({ caller }) =>
    ok(await ownExams(database, { studentId: studentOf(caller), language: caller.language }, clock.now())),
  )
  serve(app, calls.possibleResits, async ({ caller }) =>
    ok(await possibleResits(database, { studentId: studentOf(caller), language: caller.language }, clock.now())),
  )
}

/** Returns the id of the caller's student record. Throws `record.missing` if the account has none. */
function studentOf({ personId }: Caller): string {
  if (!personId) throw new AppError('record.missing')
  return personId
}
