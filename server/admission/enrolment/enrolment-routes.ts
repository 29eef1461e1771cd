import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { sessionLocationOf } from '@matricola/server/session/session-cookies.ts'
import type { FastifyInstance } from 'fastify'
import type { WireRegistration } from '#resources/admission/wire.ts'
import * as calls from '#resources/calls/review.ts'
import { revealNumbers } from '#server/admission/privacy/reveal.ts'
import { enrolRegistrations } from './enrol.ts'
import { revertEnrolment } from './revert-enrolment.ts'

/** Enrolment, its undo, and revealing masked values of an application. */
export function admissionEnrolmentRoutes(app: FastifyInstance, context: Context): void {
  const { texts } = context
  registerCall(app, calls.enrolApplicants, async ({ caller, input: { registrationIds } }) => {
    const answer = await enrolRegistrations(context, caller, registrationIds)
    return ok(answer, texts.text(caller.language, 'server:enrolmentDone', { count: answer.enrolled }))
  })
  registerCall(app, calls.undoEnrolment, async ({ caller, params: { id }, input: { reason } }) => {
    const record = await revertEnrolment(context, caller, { id, reason })
    // `revertEnrolment` returns the record with the details of a registration.
    return ok(record as WireRegistration, texts.text(caller.language, 'server:enrolmentUndone'))
  })
  registerCall(app, calls.revealIdentity, async ({ request, caller, params: { id } }) =>
    ok(await revealNumbers(context, caller, { id, address: sessionLocationOf(request).address })),
  )
}
