import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { examEndpoints as calls } from '#model/endpoints.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import { check } from '#model/validation.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { routeAt } from '#server/engine/http/route-at.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { bodyOf } from '#server/engine/session/body.ts'
import { conflictsOf } from '#server/university/exams/conflicts.ts'
import { ownExams } from '#server/university/exams/own.ts'
import { examPlan } from '#server/university/exams/planning.ts'
import { possibleResits } from '#server/university/resits/possible.ts'

const session = z.enum(['winter', 'summer', 'resit', 'special'])
const person = z.optional(z.nullable(z.uuid()))
const plan = z.strictObject({
  id: person,
  classId: z.uuid(),
  session,
  startsAt: z.iso.datetime(),
  durationMinutes: z.int().check(z.minimum(15), z.maximum(600)),
  room: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  capacity: z.optional(z.nullable(z.int())),
  professorId: person,
  secondProfessorId: person,
})
const planned = z.strictObject({ academicYearId: z.uuid(), session })

/** Planning exams, the student's own exams, and what he or she may ask for. */
export function examRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const exams = resourceNamed('exams')
  const students = { roles: ['student'] } as const

  app.route({
    ...routeAt(calls.conflicts),
    config: {
      access: { resource: exams, grant: 'create' },
      repeats: 'never',
      doc: { summary: 'What would stand against an exam at a time and place', tag: 'exams', body: plan },
    },
    async handler(request) {
      const { id = null, room = null, capacity = null, professorId = null, secondProfessorId = null, ...rest } = bodyOf(plan, request)
      const caller = callerIn(request)
      // Only of a class, and in place of an exam, that the caller may read.
      if (id !== null) await recordsOf(context).find(authorize(caller, exams, 'read'), id)
      const klass = await recordsOf(context).find(authorize(caller, resourceNamed('university-classes'), 'read'), rest.classId)
      const leader = typeof klass.leadProfessorId === 'string' ? klass.leadProfessorId : null
      const asked = { ...rest, id, room, capacity, professorId: professorId ?? leader, secondProfessorId }
      return ok(await conflictsOf(database, asked))
    },
  })

  app.route({
    ...routeAt(calls.planning),
    config: {
      access: { roles: ['admin', 'secretary'] },
      doc: {
        summary: 'The exams of a session with what stands against each',
        tag: 'exams',
        query: { academicYearId: 'Academic year', session: 'winter, summer, resit or special' },
      },
    },
    async handler(request) {
      const result = check(planned, request.query ?? {})
      if (!result.ok) throw invalidInput(result.fields)
      return ok(await examPlan(database, result.value))
    },
  })

  app.route({
    ...routeAt(calls.own),
    config: { access: students, doc: { summary: 'The exams that the student sits and sat', tag: 'exams' } },
    async handler(request) {
      return ok(await ownExams(database, studentOf(callerIn(request)), clock.now()))
    },
  })

  app.route({
    ...routeAt(calls.possibleResits),
    config: { access: students, doc: { summary: 'What the student may ask for in each course, and why not', tag: 'exam-resits' } },
    async handler(request) {
      return ok(await possibleResits(database, studentOf(callerIn(request)), clock.now()))
    },
  })
}

/** The student's own record. Throws `record.missing` for an account without one. */
function studentOf({ personId }: Caller): string {
  if (!personId) throw new AppError('record.missing')
  return personId
}
