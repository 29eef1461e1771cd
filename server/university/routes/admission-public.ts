/** Public calls of admission: sending an application, and the status search. */

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isGranted } from '#model/access.ts'
import { asAny } from '#model/registry.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { AppError } from '#model/wire/errors.ts'
import { documentNames } from '#resources/application-documents.ts'
import * as calls from '#resources/calls/admission.ts'
import { registrations as declared } from '#resources/registrations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { arrivalOf } from '#server/engine/http/arrival.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { toAppError } from '#server/engine/http/error-handler.ts'
import { ref } from '#server/engine/http/openapi-schemas.ts'
import { answeredByKey, idempotencyKeyOf, keyOfRights } from '#server/engine/http/repeatable.ts'
import type { RouteDoc } from '#server/engine/http/route-access.ts'
import { serve } from '#server/engine/http/serve.ts'
import { addAskingFirst, askForBody } from '#server/engine/http/server-limits.ts'
import { contentOf, multipartLimits, receiveUpload } from '#server/engine/images/receive-upload.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { listDoc } from '#server/engine/routes/resource-docs.ts'
import { bodyOf as objectOf, readList } from '#server/engine/routes/resource-routes.ts'
import { pausePreparing } from '#server/engine/services/prepare-files.ts'
import { stageDocument } from '#server/engine/services/stage-document.ts'
import { readCookie } from '#server/engine/session/cookies.ts'
import { languageOf } from '#server/engine/session/language.ts'
import { addressOf, consume, type Limit, release } from '#server/engine/session/limiter.ts'
import { isKnownKey } from '#server/engine/session/repeated-call.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { openApplicationOf } from '#server/university/admission/applicant/applicant-session.ts'
import { withReviewers } from '#server/university/admission/review/assign.ts'
import { countSubmission } from '#server/university/admission/submission/form-token.ts'
import { type Arrival, demandOpen, readIntakes } from '#server/university/admission/submission/intake.ts'
import { readPublicConfig } from '#server/university/admission/submission/intake-config.ts'
import { ticketIn } from '#server/university/admission/submission/queue-ticket.ts'
import { withForm } from '#server/university/admission/submission/receive.ts'
import { maxStatusPage, searchStatus, statusQuery } from '#server/university/admission/submission/status-search.ts'
import { wireValues } from '#server/university/admission/submission/submission-check.ts'
import { arrivalAt, type Submission, type Submitted, scopeOf, submitting } from '#server/university/admission/submission/submit.ts'
import { type Visit, WaitingLine } from '#server/university/admission/submission/waiting-line.ts'
import { limits } from '#server/university/limits.ts'

const registrations = asAny(declared)

const listOfOffice = listDoc(registrations)
const listDocument: RouteDoc = {
  ...listOfOffice,
  summary: 'For the office one page of registrations; for anyone else what a CNP tells, with exactly the filter CNP',
  query: { ...listOfOffice.query, 'filters[CNP]': 'The CNP, whole. The only filter of callers who are not of the office.' },
  answer: { anyOf: [listOfOffice.answer, ref('PublicStatuses')] },
}

/** Returns the caller if the caller is staff; null for everyone else, signed in or not. */
const officeIn = ({ caller }: FastifyRequest): Caller | null => (caller && isGranted(registrations, caller.role, 'read') ? caller : null)

export function admissionPublicRoutes(app: FastifyInstance, context: Context): void {
  statusRoutes(app, context)
  app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
    submissionRoutes(scope, context)
  })
}

function statusRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.publicConfig, async () => ok(await readPublicConfig(context)))

  app.get(endpointsOf(registrations).list.path, { config: { access: 'optional', doc: listDocument } }, async (request, reply) => {
    const office = officeIn(request)
    if (office) {
      const page = await readList(context, reply, { resource: registrations, caller: office, query: officeQuery(request.query) })
      return ok({ ...page, list: await withReviewers(context.database, page.list) })
    }
    const search = statusQuery(request.query)
    if (!search) throw new AppError(request.caller ? 'access.denied' : 'session.required')
    return ok(await searchStatus(context, search, addressOf(request.ip)))
  })

  serve(app, calls.statusSearch, async ({ request, input: { cnp } }) =>
    ok(await searchStatus(context, { cnp, pageNumber: 1, pageSize: maxStatusPage }, addressOf(request.ip))),
  )
}

/** Renames the filter: the specification writes `CNP`, while the field is named `cnp`. */
const officeQuery = (query: unknown) =>
  Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name === 'filters[CNP]' ? 'filters[cnp]' : name, value]))

function submissionRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, config, texts } = context
  const submit = submitting(context)
  /** Returns the rate limit scaled to this installation's setting; null if there is none, as for staff. */
  const limitOf = (limit: Limit, office: Caller | null): Limit | null =>
    office || config.submissionsPerHour === 0 ? null : { ...limit, max: (limit.max / limits.submission.max) * config.submissionsPerHour }

  serve(app, calls.sendFile, async ({ request, reply }) => {
    const began = arrivalOf(request)
    const office = officeIn(request)
    const limit = limitOf(limits.sentFiles, office)
    if (limit) await consume(database, limit, addressOf(request.ip), clock.now())
    demandOpen(await readIntakes(database), office, { began, now: clock.now() })
    const upload = await receiveUpload(context, request, { field: 'file', accept: ['pdf', 'jpeg', 'png'] })
    return await answeredByKey(context, { request, reply, content: contentOf(upload) }, async () =>
      ok(await stageDocument(context, upload, office?.id ?? null)),
    )
  })

  const line = new WaitingLine({ atOnce: config.applicationsAtOnce, keys: context.keys, now: () => clock.now().getTime() })
  /** Lets the applicant in, or throws with the position in the queue. While applicants wait, renditions are not prepared. */
  function entered(key: string | null, ticket: string | null): Visit {
    try {
      return line.enter(key, ticket)
    } catch (error) {
      pausePreparing(context)
      throw error
    }
  }
  /** Throws if admission is closed, unless the call is a repetition: it gets the stored answer even after closing. */
  async function demandOpenOrKnown(office: Caller | null, key: string | null, arrival: Arrival): Promise<void> {
    const intakes = await readIntakes(database)
    try {
      demandOpen(intakes, office, arrival)
    } catch (error) {
      if (!(await isKnownKey(database, { scope: scopeOf(office), ...keyOfRights(office, key) }, clock.now()))) throw error
    }
  }

  addAskingFirst(app, [calls.submit.path])
  serve(app, calls.submit, async ({ request, reply }) => {
    const office = officeIn(request)
    const key = idempotencyKeyOf(request)
    const onAccepted = () => askForBody(request, reply)
    if (office)
      return await submitted(request, { office, key, began: arrivalOf(request), waitedMs: 0, onAccepted, onReceived: () => undefined })
    // Reject early if admission has closed, so that applicants do not wait in vain.
    const ticket = ticketIn(request)
    if (line.wouldJoin(key, ticket)) await demandOpenOrKnown(office, key, { began: arrivalOf(request), now: clock.now() })
    // Before the body is read, so that applicants who have to wait upload their documents only once.
    const visit = entered(key, ticket)
    const { began, waitedMs } = visit
    const arrival = { began: waitedMs > 0 ? began : arrivalOf(request), waitedMs }
    let isAnswered = false
    try {
      const answer = await submitted(request, { office, key, ...arrival, onAccepted, onReceived: visit.received })
      isAnswered = true
      return answer
    } catch (error) {
      isAnswered = toAppError(error).status < 500
      throw error
    } finally {
      visit.leave(isAnswered && !request.raw.socket.destroyed)
    }
  })

  interface Sending extends Pick<Submission, 'office' | 'key' | 'began' | 'waitedMs'> {
    /** Called before the body is read. */
    readonly onAccepted: () => void
    readonly onReceived: () => void
  }

  async function submitted(request: FastifyRequest, { onAccepted, onReceived, ...sending }: Sending) {
    const { office, key } = sending
    const limit = limitOf(limits.submission, office)
    const address = addressOf(request.ip)
    const tries = limitOf(limits.submissionTries, office)
    for (const each of [limit, tries]) if (each) await consume(database, each, address, clock.now())
    await demandOpenOrKnown(office, key, arrivalAt(sending, clock.now()))
    const provedId = office ? null : await openApplicationOf(context, readCookie(config, request.headers.cookie, 'ap'))
    const common = { ...sending, language: languageOf(request), provedId }
    onAccepted()
    const send = (body: Values, files = {}) => {
      onReceived()
      return submit({ ...common, body, files })
    }
    try {
      const stored = request.isMultipart()
        ? await withForm(request, { fileFields: documentNames, dataDir: config.dataDir }, ({ texts: given, files }) =>
            send(wireValues(given), files),
          )
        : await send(objectOf(request) as Values) // `objectOf` returns an object.
      if (limit && stored.isRepeated) await release(database, limit, address)
      if (!office && !stored.isRepeated) await countSubmission(database, clock.now())
      return ok(
        await answerOf(stored, office),
        texts.text(languageOf(request), office ? 'resources:registrations.created' : 'server:applicationSent'),
      )
    } catch (error) {
      // A form that has to be corrected does not count as an application.
      if (limit && error instanceof AppError && error.code === 'input.invalid') await release(database, limit, address)
      throw error
    }
  }

  /** Only the applicant gets the access code. Staff get the record with its reference number. */
  async function answerOf({ id, answer }: Submitted, office: Caller | null) {
    if (!office) return answer
    return { ...(await recordsOf(context).find(authorize(office, registrations, 'read'), id)), reference: answer.reference }
  }
}
