import { useRef, useState } from 'react'
import { admissionEndpoints } from '#model/admission/endpoints.ts'
import type { WireIntake, WireSubmitted } from '#model/admission/wire.ts'
import type { QueuePlace } from '#model/wire/errors.ts'
import type { FieldIssues, Issue } from '#model/wire/wire.ts'
import { ask } from '#providers/ask.ts'
import { HttpError } from '#providers/http.ts'
import { documentField, documentNames, isDocumentName, questions } from '#resources/application-documents.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { currentLanguage } from '../../../i18n.ts'
import { showToast } from '../../../toasts/toast-store.ts'
import { isOnDevice } from '../../documents/document-state.ts'
import type { Uploads } from '../../documents/uploads.ts'
import { askIntake, refusedByIntake } from '../../university.ts'
import { answersOf } from '../checks.ts'
import type { Draft } from '../draft.ts'
import { forgetFiles } from '../files.ts'
import { isNews, type News } from '../later/join.ts'
import { joinOther, noteSent } from '../later/later.ts'
import { unsentIssues } from '../steps/document-issues.ts'
import { documentsOf, fieldsOf } from '../steps/step-fields.ts'
import { replaceBy, steps } from '../steps/steps.ts'
import type { DraftDoor } from '../use-draft.ts'
import { proofOf } from './form-proof.ts'
import { sendInTurn } from './queue.ts'
import { rememberSent, writeReceipt } from './sent.ts'

/** Why an application could not be submitted. `lost`: no answer was received, so it may have arrived; submitting again is safe. */
export type Failure =
  | { readonly kind: 'offline' | 'lost' }
  /** `canChange`: with a different programme it would be a separate application. */
  | { readonly kind: 'already'; readonly canChange: boolean }
  /** Another device has saved changes. `news` lists which were taken over and which were not. */
  | { readonly kind: 'joined'; readonly news: News }
  | { readonly kind: 'tooMany' | 'refused' | 'broken'; readonly message: string; readonly requestId: string | undefined }

export interface Sending {
  /** Waiting for uploads, or for the answer. */
  readonly phase: 'idle' | 'documents' | 'answers'
  readonly failure: Failure | null
  /** The latest position in the queue of a full server, until the application is answered. */
  readonly place: QueuePlace | null
  readonly send: () => Promise<void>
}

/** Request timeout. Retrying is safe: the call carries an idempotency key. */
const patienceMs = 30_000

interface Parts {
  readonly draft: Draft
  readonly door: DraftDoor
  readonly intake: WireIntake
  readonly uploads: Uploads
  /** Value of a honeypot field that only bots fill in. */
  readonly bait: () => string
  readonly refuse: (issues: FieldIssues) => boolean
}

interface Watching {
  readonly onPhase: (phase: Sending['phase']) => void
  readonly onQueued: (place: QueuePlace) => void
}

/** Submits the application: uploads missing documents first, then sends the answers with the draft's idempotency key. */
export function useSending(parts: Parts): Sending {
  const [phase, setPhase] = useState<Sending['phase']>('idle')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [place, setPlace] = useState<QueuePlace | null>(null)
  const isBusy = useRef(false)
  const send = async () => {
    if (isBusy.current) return
    setFailure(null)
    if (!navigator.onLine) return setFailure({ kind: 'offline' })
    isBusy.current = true
    try {
      await parts.door.save()
      const error = (await attempt(parts, { onPhase: setPhase, onQueued: setPlace })) ?? null
      if (error) setFailure(error)
    } finally {
      isBusy.current = false
      setPlace(null)
      setPhase('idle')
    }
  }
  return { phase, failure, place, send }
}

/**
 * Makes one attempt, and a second if the server no longer has a document that is stored here, or has a newer draft with the same
 * content.
 */
async function attempt(parts: Parts, watching: Watching, isSecond = false): Promise<Failure | undefined> {
  const { uploads } = parts
  const draft = parts.door.latest() ?? parts.draft
  watching.onPhase('documents')
  for (const name of documentNames) {
    const state = uploads.state(name)
    if (state.step === 'failed' && state.canRetry) uploads.sendAgain(name)
  }
  await uploads.settled()
  if (parts.refuse(unsentIssues(uploads, draft.values, parts.intake))) return
  watching.onPhase('answers')
  try {
    const body = {
      ...answersOf(draft.values, currentLanguage(), parts.intake),
      ...documentsSent(uploads.ids(), documentsOf(draft.values, parts.intake)),
      website: parts.bait(),
      ...proofOf(parts.intake.formToken),
      ...(draft.later && { draftId: draft.later.id, draftVersion: draft.later.version }),
    }
    const { data, message } = await sendInTurn(
      (ticket) =>
        ask<typeof admissionCalls.submit>(admissionEndpoints.submit, {
          input: body,
          headers: { 'idempotency-key': draft.key, ...(ticket !== null && { 'queue-ticket': ticket }) },
          signal: AbortSignal.timeout(patienceMs),
        }),
      watching.onQueued,
    )
    // Staff never submit through this form.
    await arrive({ ...parts, draft }, data as WireSubmitted, message)
  } catch (error) {
    if (!(error instanceof HttpError)) return { kind: 'lost' }
    if (error.code === 'record.stale' && !isSecond) {
      const failure = await joinFirst(parts)
      return failure === null ? attempt(parts, watching, true) : failure
    }
    const issues = issuesIn(error, parts.intake)
    const gone = documentNames.filter((name) => issues[name]?.some(({ code }) => code === 'file.unknown'))
    if (gone.length > 0 && !isSecond && gone.every((name) => hasContent(uploads, name))) {
      for (const name of gone) uploads.sendAgain(name)
      return attempt(parts, watching, true)
    }
    for (const name of gone) if (!hasContent(uploads, name)) uploads.remove(name)
    if (isAnswered(issues, draft, parts.intake) && parts.refuse(issues)) return
    // Programmes have changed what they ask for. The form shows it once the new configuration has arrived.
    if (Object.keys(issues).some((name) => questions.includes(name) || isDocumentName(name))) await askIntake()
    // An application with this key has already arrived, from another device or with other answers whose response was lost.
    if (error.code === 'request.differs' || error.code === 'registration.sent') {
      await noteSent(parts.door)
      return
    }
    return failureOf(error)
  }
}

/** Leaves out documents for programmes that are no longer chosen. */
const documentsSent = (ids: Readonly<Partial<Record<string, string>>>, asked: readonly string[]) =>
  Object.fromEntries(Object.entries(ids).filter(([name]) => asked.includes(name)))

/** Merges changes of other devices. Returns null if nothing changed and the application can be submitted. */
async function joinFirst({ door }: Parts): Promise<Failure | undefined | null> {
  try {
    const news = await joinOther(door)
    await door.save()
    return isNews(news) ? { kind: 'joined', news } : null
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return failureOf(error)
  }
}

const hasContent = (uploads: Uploads, name: string) => {
  const kept = uploads.kept(name)
  return kept !== null && isOnDevice(kept.file)
}

async function arrive({ draft, door, intake }: Parts, submitted: WireSubmitted, message: string) {
  const { reference, submittedAt, fee } = submitted
  rememberSent({ ...submitted, values: draft.values, intake })
  writeReceipt({ reference, submittedAt, ...(fee && { fee }) })
  showToast({ severity: 'success', summary: message })
  replaceBy('sent')
  forgetFiles()
  await door.forget()
}

/** Maps the server's issues to the form's field names. */
function issuesIn({ fields }: HttpError, { merit }: WireIntake): Readonly<Record<string, readonly Issue[]>> {
  // On the server, the first choice has separate fields. In the form it is one of the choices.
  const ofChoices = merit ? ['departmentProfileId', 'specializationId', 'fundingPreference'] : []
  const nameHere = (name: string) =>
    documentNames.find((one) => documentField(one) === name) ?? (ofChoices.includes(name) ? 'choices' : name)
  return Object.fromEntries(Object.entries(fields).map(([name, issues]) => [nameHere(name), issues]))
}

/** Whether the form can show every issue that the server reported. */
const isAnswered = (issues: FieldIssues, { values }: Draft, intake: WireIntake) => {
  const asked = new Set(steps.flatMap((step) => fieldsOf(step, values, intake)))
  return Object.keys(issues).every((name) => asked.has(name))
}

function failureOf(error: HttpError): Failure | undefined {
  const { statusCode, code, message, requestId } = error
  if (refusedByIntake(error)) return
  if (code === 'registration.duplicate') return { kind: 'already', canChange: true }
  if (code === 'registration.tooMany') return { kind: 'already', canChange: false }
  if (statusCode === 0 || code === 'request.inFlight') return { kind: 'lost' }
  if (statusCode === 429) return { kind: 'tooMany', message, requestId }
  return { kind: statusCode >= 500 ? 'broken' : 'refused', message, requestId }
}
