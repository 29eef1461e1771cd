import { currentLanguage } from '@matricola/console/i18n.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import type { QueuePosition } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import { useRef, useState } from 'react'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { isItemId } from '#resources/admission/form-item-id.ts'
import type { WireSubmitted } from '#resources/admission/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import {
  documentField,
  documentNames,
  isDocumentName,
  textQuestions,
} from '#resources/application-documents.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { makeCall } from '../../../http.ts'
import { isOnDevice } from '../../documents/document-state.ts'
import type { Uploads } from '../../documents/uploads.ts'
import { fetchPublicConfig, handleClosedRefusal } from '../../public-config.ts'
import type { ApplicationDraft } from '../application-draft.ts'
import { clearDraftFiles } from '../draft-files.ts'
import { loadFormItems } from '../form-items/form-items.ts'
import { hasMergeChanges, type MergeReport } from '../server-draft/merge.ts'
import { mergeServerChanges, recordSubmittedElsewhere } from '../server-draft/server-draft.ts'
import { unsentDocumentIssues } from '../steps/document-issues.ts'
import { requiredDocuments, stepFields } from '../steps/step-fields.ts'
import { applicationSteps, replaceView } from '../steps/steps.ts'
import type { DraftStore } from '../use-application-draft.ts'
import { submissionAnswers } from '../validation.ts'
import { formProofOf } from './form-proof.ts'
import { setLastSubmitted, writeReceipt } from './submitted-application.ts'

/**
 * Why an application could not be submitted. `lost`: no response was received, so it may have
 * arrived. Submitting again is safe.
 */
export type SubmissionFailure =
  | { readonly kind: 'offline' | 'lost' }
  /**
   * This person has already applied. `canChange`: an application for a different programme is still
   * possible.
   */
  | { readonly kind: 'already'; readonly canChange: boolean }
  /**
   * Another device has saved changes. `report` lists which changes were adopted and which were not.
   */
  | { readonly kind: 'joined'; readonly report: MergeReport }
  | {
      readonly kind: 'tooMany' | 'refused' | 'broken'
      readonly message: string
      readonly requestId: string | undefined
    }

export interface ApplicationSubmission {
  /** `documents`: waiting for uploads. `answers`: waiting for the response. */
  readonly phase: 'idle' | 'documents' | 'answers'
  readonly failure: SubmissionFailure | null
  /**
   * The latest position in the queue of a busy server. Null once the server has processed the
   * application.
   */
  readonly position: QueuePosition | null
  readonly send: () => Promise<void>
}

/** Request timeout. Retrying is safe: the call carries an idempotency key. */
const requestTimeoutMs = 30_000

interface SubmissionOptions {
  readonly draft: ApplicationDraft
  readonly draftStore: DraftStore
  readonly publicConfig: WireIntake
  readonly uploads: Uploads
  /** Value of a honeypot field that only bots fill in. */
  readonly honeypot: () => string
  readonly reportIssues: (issues: FieldIssues) => boolean
}

interface SubmissionCallbacks {
  readonly onPhase: (phase: ApplicationSubmission['phase']) => void
  readonly onQueued: (position: QueuePosition) => void
}

/**
 * Submits the application: uploads missing documents first, then sends the answers with the draft's
 * idempotency key.
 */
export function useApplicationSubmission(options: SubmissionOptions): ApplicationSubmission {
  const [phase, setPhase] = useState<ApplicationSubmission['phase']>('idle')
  const [failure, setFailure] = useState<SubmissionFailure | null>(null)
  const [position, setPosition] = useState<QueuePosition | null>(null)
  const isBusy = useRef(false)
  const send = async () => {
    if (isBusy.current) return
    setFailure(null)
    if (!navigator.onLine) return setFailure({ kind: 'offline' })
    isBusy.current = true
    try {
      await options.draftStore.save()
      const error =
        (await attemptSubmission(options, { onPhase: setPhase, onQueued: setPosition })) ?? null
      if (error) setFailure(error)
    } finally {
      isBusy.current = false
      setPosition(null)
      setPhase('idle')
    }
  }
  return { phase, failure, position, send }
}

/**
 * Submits the application. Retries once if the server has deleted a document that this device still
 * has, or has a newer draft with the same content.
 */
async function attemptSubmission(
  options: SubmissionOptions,
  callbacks: SubmissionCallbacks,
  isRetry = false,
): Promise<SubmissionFailure | undefined> {
  const { uploads } = options
  const draft = options.draftStore.latest() ?? options.draft
  callbacks.onPhase('documents')
  for (const name of uploads.names()) {
    const state = uploads.state(name)
    if (state.step === 'failed' && state.canRetry) uploads.retry(name)
  }
  await uploads.whenSettled()
  if (options.reportIssues(unsentDocumentIssues(uploads, draft.values, options.publicConfig)))
    return
  callbacks.onPhase('answers')
  try {
    const body = {
      ...submissionAnswers(draft.values, currentLanguage(), options.publicConfig),
      ...onlyRequiredDocuments(
        uploads.ids(),
        requiredDocuments(draft.values, options.publicConfig),
      ),
      website: options.honeypot(),
      ...formProofOf(options.publicConfig.formToken),
      ...(draft.later && { draftId: draft.later.id, draftVersion: draft.later.version }),
    }
    const { data, message } = await sendThroughQueue(
      (ticket) =>
        makeCall<typeof admissionCalls.submit>(admissionEndpoints.submit, {
          input: body,
          headers: {
            'idempotency-key': draft.key,
            ...(ticket !== null && { 'queue-ticket': ticket }),
          },
          signal: AbortSignal.timeout(requestTimeoutMs),
        }),
      callbacks.onQueued,
    )
    // Staff never submit through this form.
    await finishSubmission({ ...options, draft }, data as WireSubmitted, message)
  } catch (error) {
    if (!(error instanceof HttpError)) return { kind: 'lost' }
    if (error.code === 'record.stale' && !isRetry) {
      const failure = await mergeBeforeSubmitting(options)
      return failure === null ? attemptSubmission(options, callbacks, true) : failure
    }
    const issues = toFormIssues(error, options.publicConfig)
    const missingOnServer = Object.keys(issues).filter((name) =>
      issues[name]?.some(({ code }) => code === 'file.unknown'),
    )
    if (
      missingOnServer.length > 0 &&
      !isRetry &&
      missingOnServer.every((name) => hasContent(uploads, name))
    ) {
      for (const name of missingOnServer) uploads.retry(name)
      return attemptSubmission(options, callbacks, true)
    }
    for (const name of missingOnServer) if (!hasContent(uploads, name)) uploads.remove(name)
    if (canShowAllIssues(issues, draft, options.publicConfig) && options.reportIssues(issues))
      return
    // The requirements of a programme or the questions have changed. The form shows the new ones once the new
    // configuration has loaded.
    if (
      error.code === 'registration.formChanged' ||
      Object.keys(issues).some(
        (name) => textQuestions.includes(name) || isDocumentName(name) || isItemId(name),
      )
    )
      await fetchPublicConfig().then(loadFormItems)
    // The server already has an application with this key. It was sent from another device, or from
    // here with different answers, and the response was lost.
    if (error.code === 'request.differs' || error.code === 'registration.sent') {
      await recordSubmittedElsewhere(options.draftStore)
      return
    }
    return toSubmissionFailure(error)
  }
}

/** Leaves out documents for programmes that are no longer chosen. */
const onlyRequiredDocuments = (
  ids: Readonly<Partial<Record<string, string>>>,
  requiredNames: readonly string[],
) => Object.fromEntries(Object.entries(ids).filter(([name]) => requiredNames.includes(name)))

/**
 * Merges changes from other devices. Returns null if nothing changed and the application can be
 * submitted.
 */
async function mergeBeforeSubmitting({
  draftStore,
}: SubmissionOptions): Promise<SubmissionFailure | undefined | null> {
  try {
    const report = await mergeServerChanges(draftStore)
    await draftStore.save()
    return hasMergeChanges(report) ? { kind: 'joined', report } : null
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return toSubmissionFailure(error)
  }
}

const hasContent = (uploads: Uploads, name: string) => {
  const storedDocument = uploads.draftDocument(name)
  return storedDocument !== null && isOnDevice(storedDocument.file)
}

async function finishSubmission(
  { draft, draftStore, publicConfig }: SubmissionOptions,
  submitted: WireSubmitted,
  message: string,
) {
  const { reference, submittedAt, fee } = submitted
  setLastSubmitted({ ...submitted, values: draft.values, publicConfig })
  writeReceipt({ reference, submittedAt, ...(fee && { fee }) })
  showToast({ severity: 'success', summary: message })
  replaceView('sent')
  clearDraftFiles()
  await draftStore.discard()
}

/** Maps the server's issues to the form's field names. */
function toFormIssues(
  { fields }: HttpError,
  { merit }: WireIntake,
): Readonly<Record<string, readonly Issue[]>> {
  // On the server, the first choice has separate fields. In the form it is one of the choices.
  const choiceFields = merit ? ['departmentProfileId', 'specializationId', 'fundingPreference'] : []
  const localName = (name: string) =>
    documentNames.find((document) => documentField(document) === name) ??
    (choiceFields.includes(name) ? 'choices' : name)
  return Object.fromEntries(
    Object.entries(fields).map(([name, issues]) => [localName(name), issues]),
  )
}

/** Whether the form can show every issue that the server reported. */
const canShowAllIssues = (
  issues: FieldIssues,
  { values }: ApplicationDraft,
  publicConfig: WireIntake,
) => {
  const fieldNames = new Set(
    applicationSteps.flatMap((step) => stepFields(step, values, publicConfig)),
  )
  return Object.keys(issues).every((name) => fieldNames.has(name))
}

function toSubmissionFailure(error: HttpError): SubmissionFailure | undefined {
  const { statusCode, code, message, requestId } = error
  if (handleClosedRefusal(error)) return
  if (code === 'registration.duplicate') return { kind: 'already', canChange: true }
  if (code === 'registration.tooMany') return { kind: 'already', canChange: false }
  if (statusCode === 0 || code === 'request.inFlight') return { kind: 'lost' }
  if (statusCode === 429) return { kind: 'tooMany', message, requestId }
  return { kind: statusCode >= 500 ? 'broken' : 'refused', message, requestId }
}

/**
 * Delay before retrying after a lost connection. The queue ticket keeps the position in the
 * meantime.
 */
const reconnectMs = 5_000
const maxReconnects = 12

/**
 * Sends until there is a final response. `send` receives the latest queue ticket, or null at first.
 * `onQueued` receives the position after each response of a busy server. Once there is a ticket,
 * lost connections are retried too. Throws the error of the last attempt.
 */
export async function sendThroughQueue<T>(
  send: (ticket: string | null) => Promise<T>,
  onQueued: (position: QueuePosition) => void,
): Promise<T> {
  let ticket: string | null = null
  for (let lostResponses = 0; ; ) {
    try {
      return await send(ticket)
    } catch (error) {
      const queuePlace = error instanceof HttpError ? error.queue : undefined
      const isBroken =
        !(error instanceof HttpError) || error.statusCode === 0 || error.statusCode >= 500
      if (!queuePlace && !(ticket !== null && isBroken && lostResponses < maxReconnects))
        throw error
      lostResponses = queuePlace ? 0 : lostResponses + 1
      if (queuePlace) {
        ticket = queuePlace.ticket
        onQueued(queuePlace)
      }
      await new Promise((resolve) =>
        setTimeout(resolve, queuePlace ? queuePlace.retryAfterSeconds * 1000 : reconnectMs),
      )
    }
  }
}
