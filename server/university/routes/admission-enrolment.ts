import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { enrolmentRefusals } from '#model/admission/wire.ts'
import { reviewEndpoints as calls } from '#model/console-endpoints.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { routeAt } from '#server/engine/http/route-at.ts'
import { bodyOf, idIn } from '#server/engine/session/body.ts'
import { originOf } from '#server/engine/session/session-cookies.ts'
import { enrolRegistrations } from '#server/university/admission/enrolment/enrol.ts'
import { undoEnrolment } from '#server/university/admission/enrolment/enrol-undo.ts'
import { revealNumbers } from '#server/university/admission/privacy/reveal.ts'

const tag = 'registrations'
const staff = { roles: ['admin', 'secretary'] } as const
const admins = { roles: ['admin'] } as const

/** How many applications one call may name (S-16.3). */
const most = 500

const enrolment = z.strictObject({ registrationIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(most)) })
const undoing = z.strictObject({ reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)) })

const count = { type: 'integer' }
const text = { type: 'string' }
const number = { type: ['string', 'null'] }
const result = {
  type: 'object',
  properties: {
    registrationId: text,
    outcome: { enum: ['enrolled', 'alreadyEnrolled', 'refused'] },
    code: { enum: enrolmentRefusals },
    studentId: text,
  },
  required: ['registrationId', 'outcome'],
}
const enrolmentAnswer = {
  type: 'object',
  properties: { enrolled: count, alreadyEnrolled: count, refused: count, results: { type: 'array', items: result } },
  required: ['enrolled', 'alreadyEnrolled', 'refused', 'results'],
}
const revealAnswer = {
  type: 'object',
  properties: { cnp: number, foreignIdNumber: number, serialNumber: number },
  required: ['cnp', 'foreignIdNumber', 'serialNumber'],
}
/** From accepted to enrolled and back, and who sees what of an application. */
export function admissionEnrolmentRoutes(app: FastifyInstance, context: Context): void {
  app.route({
    ...routeAt(calls.enrol),
    config: {
      access: staff,
      repeats: 'inParts',
      doc: {
        summary: 'Makes students of accepted registrations, each on its own',
        tag,
        body: enrolment,
        answer: enrolmentAnswer,
      },
    },
    async handler(request) {
      const caller = callerIn(request)
      const { registrationIds } = bodyOf(enrolment, request)
      const answer = await enrolRegistrations(context, caller, registrationIds)
      return ok(answer, context.texts.text(caller.language, 'server:enrolmentDone', { count: answer.enrolled }))
    },
  })

  app.route({
    ...routeAt(calls.undoEnrolment),
    config: { access: admins, doc: { summary: 'Takes an enrolment back, while nothing came of it', tag, body: undoing } },
    async handler(request) {
      const caller = callerIn(request)
      const id = idIn(request)
      const { reason } = bodyOf(undoing, request)
      return ok(await undoEnrolment(context, caller, { id, reason }), context.texts.text(caller.language, 'server:enrolmentUndone'))
    },
  })

  app.route({
    ...routeAt(calls.reveal),
    config: {
      access: staff,
      repeats: 'never',
      doc: { summary: 'The numbers of identity documents in clear; it is noted who asked', tag, answer: revealAnswer },
    },
    async handler(request) {
      return ok(await revealNumbers(context, callerIn(request), { id: idIn(request), address: originOf(request).address }))
    },
  })
}
