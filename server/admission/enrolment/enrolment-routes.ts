import { AppError, isSingleRecordError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { translateError } from '@matricola/server/database/translate-error.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { FastifyInstance } from 'fastify'
import type { EnrolmentRefusal, WireEnrolment } from '#resources/admission/wire-enrolment.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as calls from '#resources/calls/review.ts'
import { EnrolmentError } from './enrol-checks.ts'
import { type EnrolmentOutcome, enrolInTransaction } from './enrol-in-transaction.ts'
import { revertEnrolment } from './revert-enrolment.ts'

/** Enrolment, and its undo. */
export function admissionEnrolmentRoutes(app: FastifyInstance, context: Context): void {
  const { texts } = context
  registerCall(app, calls.enrolApplicants, async ({ caller, input: { registrationIds } }) => {
    const answer = await enrolRegistrations(context, caller, registrationIds)
    return ok(
      answer,
      texts.text(caller.language, 'server:enrolmentDone', { count: answer.enrolled }),
    )
  })
  registerCall(app, calls.undoEnrolment, async ({ caller, params: { id }, input: { reason } }) => {
    const record = await revertEnrolment(context, caller, { id, reason })
    // `revertEnrolment` returns the record with the details of a registration.
    return ok(record as WireRegistration, texts.text(caller.language, 'server:enrolmentUndone'))
  })
}

type EnrolmentResult = WireEnrolment['results'][number]

/** Attempts per application when another transaction takes the same username or number first. */
const attempts = 6

/**
 * Enrols accepted applications in the order of `registrationIds`, each in its own transaction, so
 * that a failure does not undo earlier ones. An id that is listed twice is enrolled and reported
 * once.
 */
async function enrolRegistrations(
  context: Context,
  caller: Caller,
  registrationIds: readonly string[],
): Promise<WireEnrolment> {
  const results: EnrolmentResult[] = []
  for (const id of new Set(registrationIds.map((one) => one.toLowerCase())))
    results.push(await enrolWithRetries(context, caller, id))
  const count = (outcome: EnrolmentResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  return {
    enrolled: count('enrolled'),
    alreadyEnrolled: count('alreadyEnrolled'),
    refused: count('refused'),
    results,
  }
}

async function enrolWithRetries(
  context: Context,
  caller: Caller,
  registrationId: string,
): Promise<EnrolmentResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { registrationId, ...(await enrolOne(context, caller, registrationId)) }
    } catch (error) {
      if (error instanceof EnrolmentError) {
        const { code, courses } = error
        return {
          registrationId,
          outcome: 'refused',
          code,
          ...(courses !== undefined && { courses }),
        }
      }
      const translated = translateError(context.registry, error)
      const isTaken = translated instanceof AppError && translated.code === 'record.taken'
      if (isTaken && attempt < attempts) continue
      // A server error such as a lost database connection would fail the rest of the list as well,
      // so stop here.
      if (translated instanceof AppError && !isSingleRecordError(translated)) throw translated
      context.log.error(
        { err: error, registration: registrationId },
        'enrolling an application failed',
      )
      return {
        registrationId,
        outcome: 'refused',
        code: isTaken ? refusalOf(translated) : 'failed',
      }
    }
  }
}

/** Maps the value that is still taken after the last attempt to a refusal. */
const refusalOf = ({ details: { fields = {} } }: AppError): EnrolmentRefusal =>
  'email' in fields ? 'emailInUse' : 'cnp' in fields ? 'alreadyStudent' : 'failed'

/** Enrols one application in its own transaction. Throws as `enrolInTransaction` does. */
const enrolOne = (context: Context, caller: Caller, id: string): Promise<EnrolmentOutcome> =>
  recordsOf(context).inTransaction((records, queries) =>
    enrolInTransaction(
      { clock: context.clock, keys: context.keys, texts: context.texts, records, queries },
      caller,
      id,
    ),
  )
