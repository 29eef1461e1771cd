import { asAnyResource } from '@matricola/schema/registry.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/exams.ts'
import { exams } from '#resources/exams.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { getCallerStudentId } from '#server/study/caller-student.ts'
import { readConflicts } from './conflicts.ts'
import { readExamPlan } from './read-plan.ts'
import { readStudentExams } from './student-exams.ts'

/** Exam planning, and a student's own exams. */
export function examRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  registerCall(app, calls.examConflicts, async ({ caller, input }) => {
    const {
      id = null,
      room = null,
      capacity = null,
      professorId = null,
      secondProfessorId = null,
      ...rest
    } = input
    // The caller must be allowed to read the class and the exam that the plan replaces.
    if (id !== null)
      await recordsOf(context).get(authorize(caller, asAnyResource(exams), 'read'), id)
    const universityClass = await recordsOf(context).get(
      authorize(caller, asAnyResource(universityClasses), 'read'),
      rest.classId,
    )
    const leader =
      typeof universityClass.leadProfessorId === 'string' ? universityClass.leadProfessorId : null
    const plan = {
      ...rest,
      id,
      room,
      capacity,
      professorId: professorId ?? leader,
      secondProfessorId,
    }
    return ok(await readConflicts(database, plan, caller.language))
  })

  registerCall(app, calls.examPlanning, async ({ query, caller }) =>
    ok(await readExamPlan(database, { ...query, language: caller.language })),
  )
  registerCall(app, calls.listOwnExams, async ({ caller }) =>
    ok(
      await readStudentExams(
        database,
        { studentId: getCallerStudentId(caller), language: caller.language },
        clock.now(),
      ),
    ),
  )
}
