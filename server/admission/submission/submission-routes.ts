/** The calls that send an application and its documents. */

import multipart from '@fastify/multipart'
import { isGranted } from '@matricola/schema/access.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { arrivalOf } from '@matricola/server/http/arrival-time.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { toAppError } from '@matricola/server/http/error-handler.ts'
import {
  idempotencyKeyOf,
  keyWithRights,
  runOnceByKey,
} from '@matricola/server/http/idempotency.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { addExpectContinue, continueRequest } from '@matricola/server/http/server-limits.ts'
import {
  contentIdentity,
  multipartLimits,
  receiveUpload,
} from '@matricola/server/images/receive-upload.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { objectBodyOf as objectOf } from '@matricola/server/routes/resource-routes.ts'
import { pausePreparation } from '@matricola/server/services/prepare-files.ts'
import { stageDocument } from '@matricola/server/services/stage-document.ts'
import { readCookie } from '@matricola/server/session/cookies.ts'
import { languageOf } from '@matricola/server/session/language.ts'
import {
  consume,
  type RateLimit,
  rateLimitAddress,
  refundAttempt,
} from '@matricola/server/session/rate-limits.ts'
import { isKnownKey } from '@matricola/server/session/repeated-call.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { documentNames } from '#resources/application-documents.ts'
import * as calls from '#resources/calls/admission.ts'
import { registrations as declared } from '#resources/registrations.ts'
import {
  applicantCookie,
  findSessionApplication,
} from '#server/admission/applicant/applicant-session.ts'
import { universityRateLimits } from '#server/limits.ts'
import { processSettings } from '#server/process-settings.ts'
import {
  type ArrivalTimes,
  assertOpen,
  effectiveArrival,
  readCurrentSessions,
} from './current-sessions.ts'
import { countSubmission } from './form-token.ts'
import { parseFormValues, withReceivedForm } from './read-form.ts'
import { type QueueVisit, queueTicketOf, SubmissionQueue } from './submission-queue.ts'
import { createSubmit, type Submission, type Submitted, submissionScope } from './submit.ts'

const registrations = asAnyResource(declared)

/** Returns the caller if the caller is staff; null for everyone else, signed in or not. */
export const findStaffCaller = ({ caller }: FastifyRequest): Caller | null =>
  caller && isGranted(registrations, caller.role, 'read') ? caller : null

export function submissionRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    registerSubmission(scope, context)
  })
}

function registerSubmission(app: FastifyInstance, context: Context): void {
  const { database, clock, config, texts } = context
  const { SUBMISSIONS_PER_HOUR: submissionsPerHour, APPLICATIONS_AT_ONCE: concurrency } =
    processSettings.of(config)
  const submit = createSubmit(context)
  /**
   * Returns the rate limit scaled to this installation's setting; null if there is none, as for
   * staff.
   */
  const limitOf = (limit: RateLimit, staff: Caller | null): RateLimit | null =>
    staff || submissionsPerHour === 0
      ? null
      : { ...limit, max: (limit.max / universityRateLimits.submission.max) * submissionsPerHour }

  registerCall(app, calls.stageApplicationFile, async ({ request, reply }) => {
    const startedAt = arrivalOf(request)
    const staff = findStaffCaller(request)
    const limit = limitOf(universityRateLimits.sentFiles, staff)
    if (limit) await consume(database, limit, rateLimitAddress(request.ip), clock.now())
    assertOpen(await readCurrentSessions(database), staff, { startedAt, now: clock.now() })
    const upload = await receiveUpload(context, request, {
      field: 'file',
      accept: ['pdf', 'jpeg', 'png'],
    })
    return await runOnceByKey(
      context,
      { request, reply, content: contentIdentity(upload) },
      async () => ok(await stageDocument(context, upload, staff?.id ?? null)),
    )
  })

  const queue = new SubmissionQueue({
    concurrency,
    keys: context.keys,
    now: () => clock.now().getTime(),
  })
  /**
   * Lets the applicant in, or throws with the position in the queue. While applicants wait,
   * renditions are not prepared.
   */
  function enterQueue(key: string | null, ticket: string | null): QueueVisit {
    try {
      return queue.enter(key, ticket)
    } catch (error) {
      pausePreparation(context)
      throw error
    }
  }
  /**
   * Throws if admission is closed, unless the call is a repetition: a repetition gets the stored
   * response even after closing.
   */
  async function assertOpenOrKnown(
    staff: Caller | null,
    key: string | null,
    arrival: ArrivalTimes,
  ): Promise<void> {
    const intakes = await readCurrentSessions(database)
    try {
      assertOpen(intakes, staff, arrival)
    } catch (error) {
      if (
        !(await isKnownKey(
          database,
          { scope: submissionScope(staff), ...keyWithRights(staff, key) },
          clock.now(),
        ))
      )
        throw error
    }
  }

  addExpectContinue(app, [calls.submit.path])
  registerCall(app, calls.submit, async ({ request, reply }) => {
    const staff = findStaffCaller(request)
    const key = idempotencyKeyOf(request)
    const onAccepted = () => continueRequest(request, reply)
    if (staff)
      return await submitForm(request, {
        staff,
        key,
        startedAt: arrivalOf(request),
        waitedMs: 0,
        onAccepted,
        onReceived: () => undefined,
      })
    // Reject early if admission has closed, so that applicants do not wait in vain.
    const ticket = queueTicketOf(request)
    if (queue.wouldJoin(key, ticket))
      await assertOpenOrKnown(staff, key, { startedAt: arrivalOf(request), now: clock.now() })
    // Enter the queue before the body is read, so that applicants who have to wait upload their
    // documents only once.
    const visit = enterQueue(key, ticket)
    const { startedAt, waitedMs } = visit
    const arrival = { startedAt: waitedMs > 0 ? startedAt : arrivalOf(request), waitedMs }
    let isAnswered = false
    try {
      const answer = await submitForm(request, {
        staff,
        key,
        ...arrival,
        onAccepted,
        onReceived: visit.markReceived,
      })
      isAnswered = true
      return answer
    } catch (error) {
      isAnswered = toAppError(context, error).status < 500
      throw error
    } finally {
      visit.leave(isAnswered && !request.raw.socket.destroyed)
    }
  })

  interface Sending extends Pick<Submission, 'staff' | 'key' | 'startedAt' | 'waitedMs'> {
    /** Called before the body is read. */
    readonly onAccepted: () => void
    readonly onReceived: () => void
  }

  async function submitForm(
    request: FastifyRequest,
    { onAccepted, onReceived, ...sending }: Sending,
  ) {
    const { staff, key } = sending
    const limit = limitOf(universityRateLimits.submission, staff)
    const address = rateLimitAddress(request.ip)
    const attemptLimit = limitOf(universityRateLimits.submissionTries, staff)
    for (const rateLimit of [limit, attemptLimit])
      if (rateLimit) await consume(database, rateLimit, address, clock.now())
    await assertOpenOrKnown(staff, key, effectiveArrival(sending, clock.now()))
    const provedId = staff
      ? null
      : await findSessionApplication(
          context,
          readCookie(config, request.headers.cookie, applicantCookie),
        )
    const common = { ...sending, language: languageOf(request), provedId }
    onAccepted()
    const send = (body: Values, files = {}) => {
      onReceived()
      return submit({ ...common, body, files })
    }
    try {
      const stored = request.isMultipart()
        ? await withReceivedForm(
            request,
            { fileFields: documentNames, dataDir: config.dataDir },
            ({ texts: fields, files }) => send(parseFormValues(fields), files),
          )
        : await send(objectOf(request) as Values) // Safe: `objectOf` returns an object.
      if (limit && stored.isRepeated) await refundAttempt(database, limit, address)
      if (!staff && !stored.isRepeated) await countSubmission(database, clock.now())
      return ok(
        await answerOf(stored, staff),
        texts.text(
          languageOf(request),
          staff ? 'resources:registrations.created' : 'server:applicationSent',
        ),
      )
    } catch (error) {
      // A form that has to be corrected does not count as an application.
      if (limit && error instanceof AppError && error.code === 'input.invalid')
        await refundAttempt(database, limit, address)
      throw error
    }
  }

  /** Only the applicant gets the access code. Staff get the record with its reference number. */
  async function answerOf({ id, answer }: Submitted, staff: Caller | null) {
    if (!staff) return answer
    return {
      ...(await recordsOf(context).get(authorize(staff, registrations, 'read'), id)),
      reference: answer.reference,
    }
  }
}
