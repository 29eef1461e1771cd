/**
 * The draft on the server: saved here, opened on another device, and synchronised between the two.
 */

import { translate } from '@matricola/console/i18n.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { createIdempotencyKey, idempotencyHeader } from '@matricola/providers/idempotency-key.ts'
import type { CallArguments } from '@matricola/schema/wire/call.ts'
import { admissionEndpoints as at } from '#resources/admission/endpoints.ts'
import type {
  WireFoundDraft,
  WireKeptDraft,
  WireOpenDraft,
  WireSavedDraft,
} from '#resources/admission/wire-drafts.ts'
import { pickFormAnswers } from '#resources/application-form.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { makeCall } from '../../../http.ts'
import {
  type ApplicationDraft,
  type DraftContent,
  type DraftValues,
  emptyAnswers,
  type ServerDraft,
} from '../application-draft.ts'
import { adoptUploadedFile, draftFiles } from '../draft-files.ts'
import { draftFieldLabel } from '../issue-messages.ts'
import { type ApplicationStep, applicationSteps } from '../steps/steps.ts'
import type { DraftStore } from '../use-application-draft.ts'
import { createMergeReport, type MergeReport, mergeDrafts } from './merge.ts'

/**
 * How long to wait for documents that are still being uploaded. Any later documents are saved with
 * the next step.
 */
const uploadWaitMs = 10_000
/**
 * Maximum number of attempts to save. Devices that save at the same time retry, and rarely need
 * more attempts.
 */
const maxAttempts = 4

/** The draft on this device, without answers from older releases, which the server would reject. */
export function draftContentOf(draft: ApplicationDraft): DraftContent {
  const { uploads } = draftFiles(draft)
  return {
    values: { ...emptyAnswers, ...pickFormAnswers(draft.values) },
    filled: draft.filled,
    documents: uploads.ids(),
  }
}

interface SaveOptions {
  /** Email address for the link. Absent if it was sent before. */
  readonly mailTo?: string
}

/**
 * Saves this device's draft on the server, merged with changes from other devices. If this fails,
 * throws the server's error and leaves the local draft unchanged.
 */
export async function saveServerDraft(
  draftStore: DraftStore,
  { mailTo }: SaveOptions = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const draft = draftStore.latest()
    if (!draft) return
    const { later: serverDraft } = draft
    // Right after a reload the documents are not restored yet. Saving now would remove them from
    // the server.
    await draftFiles(draft).restored
    try {
      const base = draftContentOf(draft)
      const body = {
        content: { key: draft.key, step: draft.step, values: base.values, filled: base.filled },
        documents: base.documents,
        ...(mailTo !== undefined && { mailTo }),
      }
      const saved = serverDraft
        ? await updateOnServer(serverDraft, body)
        : await createOnServer(body)
      return draftStore.change({
        later: toServerDraft(
          saved,
          base,
          serverDraft?.accessCode ?? (saved as WireSavedDraft).accessCode,
        ),
      })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.code === 'registration.sent') return await recordSubmittedElsewhere(draftStore)
      if (!serverDraft || attempt >= maxAttempts) throw error
      if (error.code === 'record.stale')
        showMergeToast(draftStore, await mergeServerChanges(draftStore))
      else if (error.code !== 'accessCode.wrong' && error.code !== 'draft.gone') throw error
      else {
        // The server draft was deleted from another device, received a new code there, or has
        // expired. It is saved again only if the user asked for that.
        draftStore.change({ later: null })
        if (mailTo !== undefined) continue
        if (error.code === 'accessCode.wrong')
          showToast({
            severity: 'warn',
            summary: translate('apply:later.unsaved.title'),
            detail: translate('apply:later.unsaved.detail'),
          })
        return
      }
    }
  }
}

type SaveDraftInput = CallArguments<typeof admissionCalls.saveDraft>['input']

const updateOnServer = async ({ id, accessCode, version }: ServerDraft, body: SaveDraftInput) =>
  (
    await makeCall<typeof admissionCalls.updateDraft>(at.updateDraft, {
      params: { id },
      input: { ...body, accessCode, version },
    })
  ).data

const createOnServer = (body: SaveDraftInput): Promise<WireSavedDraft> =>
  sendWithRetry(
    async (headers) =>
      (await makeCall<typeof admissionCalls.saveDraft>(at.saveDraft, { input: body, headers }))
        .data,
  )

/**
 * Retries with the same key if the response is lost, because only the response contains the access
 * code.
 */
async function sendWithRetry<T>(
  send: (headers: ReturnType<typeof idempotencyHeader>) => Promise<T>,
): Promise<T> {
  const headers = idempotencyHeader(createIdempotencyKey())
  try {
    return await send(headers)
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode !== 0 || !navigator.onLine) throw error
    return await send(headers)
  }
}

/**
 * Requests an email with a link to a new code. The response does not reveal whether the draft
 * exists.
 */
export async function requestNewCode(id: string, birthDate: string): Promise<void> {
  await makeCall<typeof admissionCalls.requestDraftCode>(at.requestDraftCode, {
    params: { id },
    input: { birthDate },
  })
}

/**
 * Replaces the code of a draft, authorized by the token from that link. Returns the new code, which
 * this device then uses to save.
 */
export async function renewCode(
  draftStore: DraftStore,
  id: string,
  token: string,
): Promise<string> {
  const { accessCode } = await sendWithRetry(
    async (headers) =>
      (
        await makeCall<typeof admissionCalls.renewDraftCode>(at.renewDraftCode, {
          params: { id },
          input: { token },
          headers,
        })
      ).data,
  )
  const serverDraft = draftStore.latest()?.later
  if (serverDraft?.id === id) {
    draftStore.change({ later: { ...serverDraft, accessCode } })
    await draftStore.save()
  }
  return accessCode
}

const toServerDraft = (
  saved: WireKeptDraft,
  base: DraftContent,
  accessCode: string,
): ServerDraft => ({
  id: saved.id,
  accessCode,
  version: saved.version,
  savedAt: saved.savedAt,
  expiresAt: saved.expiresAt,
  isFull: saved.isFull,
  // Leaves out documents that the server no longer has.
  base: { ...base, documents: documentIdsOf(saved) },
})

const documentIdsOf = ({ documents }: WireKeptDraft): DraftContent['documents'] =>
  Object.fromEntries(Object.entries(documents).map(([name, file]) => [name, file?.id]))

/** Reads the draft on the server, or its outcome, by the id in the link and the access code. */
export const openServerDraft = async (id: string, accessCode: string): Promise<WireFoundDraft> =>
  (
    await makeCall<typeof admissionCalls.openDraft>(at.openDraft, {
      params: { id },
      input: { accessCode },
    })
  ).data

/**
 * Records that this application was submitted. If the access code still works, also records the
 * time and the reference number. The answers stay on this device until the applicant removes them.
 */
export async function recordSubmittedElsewhere(draftStore: DraftStore): Promise<void> {
  const serverDraft = draftStore.latest()?.later
  const found = serverDraft
    ? await openServerDraft(serverDraft.id, serverDraft.accessCode).catch(ignoreHttpError)
    : null
  draftStore.change({
    sent:
      found?.state === 'sent' ? { reference: found.reference, sentAt: found.sentAt } : 'unknown',
  })
  await draftStore.save()
}

/** For calls whose failure only means fewer details or a later save. */
function ignoreHttpError(error: unknown) {
  if (!(error instanceof HttpError)) throw error
  return null
}

/** Deletes the draft on the server. The local draft stays. */
export async function deleteServerDraft(draftStore: DraftStore): Promise<void> {
  const serverDraft = draftStore.latest()?.later
  if (!serverDraft) return
  await makeCall<typeof admissionCalls.deleteDraft>(at.deleteDraft, {
    params: { id: serverDraft.id },
    input: { accessCode: serverDraft.accessCode },
  })
  draftStore.change({ later: null })
}

const serverContentOf = (opened: WireOpenDraft): DraftContent => ({
  values: { ...emptyAnswers, ...opened.content.values },
  filled: opened.content.filled.filter((name) => name === 'birthDate' || name === 'sex'),
  documents: documentIdsOf(opened),
})

const emptyMergeReport: MergeReport = { taken: [], kept: [] }

/**
 * Merges changes from another device. If both devices changed an answer, the one just typed here
 * wins.
 */
export async function mergeServerChanges(draftStore: DraftStore): Promise<MergeReport> {
  const serverDraft = draftStore.latest()?.later
  if (!serverDraft) return emptyMergeReport
  const opened = await openServerDraft(serverDraft.id, serverDraft.accessCode)
  const draft = draftStore.latest()
  // The next save reports the reason.
  if (!draft || opened.state !== 'saved') return emptyMergeReport
  return applyServerDraft(draftStore, {
    draft,
    opened,
    accessCode: serverDraft.accessCode,
    preferred: draftContentOf(draft),
  })
}

/**
 * Lists the changes from another device that were adopted, and the ones that were not. Empty if
 * nothing changed.
 */
export function mergeReportLines(
  { taken, kept }: MergeReport,
  values: DraftValues,
): readonly string[] {
  const reportLine = (key: 'taken' | 'kept', names: readonly string[]) =>
    names.length === 0
      ? []
      : [
          translate(`apply:later.merged.${key}`, {
            names: names.map((name) => draftFieldLabel(name, values)).join(', '),
          }),
        ]
  return [...reportLine('taken', taken), ...reportLine('kept', kept)]
}

function showMergeToast(draftStore: DraftStore, report: MergeReport) {
  const lines = mergeReportLines(report, draftStore.latest()?.values ?? emptyAnswers)
  if (lines.length > 0)
    showToast({
      severity: 'info',
      summary: translate('apply:later.merged.title'),
      detail: lines.join(' '),
    })
}

interface MergeInput {
  readonly draft: ApplicationDraft
  readonly opened: WireOpenDraft
  readonly accessCode: string
  readonly preferred: DraftContent
}

function applyServerDraft(
  draftStore: DraftStore,
  { draft, opened, accessCode, preferred }: MergeInput,
): MergeReport {
  const base = draft.later?.base ?? emptyContent
  const mine = draftContentOf(draft)
  const theirs = serverContentOf(opened)
  const merged = mergeDrafts(base, mine, theirs, preferred)
  draftStore.change({
    values: merged.values,
    filled: merged.filled,
    later: toServerDraft(opened, theirs, accessCode),
  })
  const { uploads } = draftFiles(draft)
  const documents = { ...merged.documents }
  for (const name of Object.keys({ ...opened.documents, ...uploads.all() })) {
    const serverDocument = opened.documents[name]
    const localDocument = uploads.draftDocument(name)
    // A file that is still being uploaded from this device is the most recent choice.
    if (localDocument && !localDocument.sent) delete documents[name]
    else if (documents[name] === mine.documents[name]) continue
    else if (serverDocument && documents[name] === serverDocument.id)
      adoptUploadedFile(uploads, name, serverDocument)
    else uploads.remove(name)
  }
  return createMergeReport({ base, mine, theirs, together: { ...merged, documents } })
}

const emptyContent: DraftContent = { values: emptyAnswers, filled: [], documents: {} }

/**
 * Continues a server draft on this device. If the local draft belongs to the same application, the
 * two are merged. Where both changed an answer, the one saved last wins. A local draft of a
 * different application is replaced.
 */
export async function continueServerDraft(
  draftStore: DraftStore,
  {
    opened,
    accessCode,
    isShared,
  }: { opened: WireOpenDraft; accessCode: string; isShared: boolean },
) {
  const localDraft = draftStore.latest()
  const step: ApplicationStep =
    applicationSteps.find((name) => name === opened.content.step) ?? 'identity'
  if (localDraft && localDraft.key === opened.content.key) {
    await draftFiles(localDraft).restored
    const preferred =
      localDraft.savedAt > opened.savedAt ? draftContentOf(localDraft) : serverContentOf(opened)
    const merge = { draft: localDraft, opened, accessCode, preferred }
    showMergeToast(draftStore, applyServerDraft(draftStore, merge))
    draftStore.change({ step })
    await draftStore.save()
  } else {
    const theirs = serverContentOf(opened)
    const draft: ApplicationDraft = {
      key: opened.content.key,
      savedAt: opened.savedAt,
      step,
      values: theirs.values,
      filled: theirs.filled,
      isShared,
      later: toServerDraft(opened, theirs, accessCode),
    }
    await draftStore.replace(draft)
    const { uploads, restored } = draftFiles(draft)
    await restored
    for (const [name, file] of Object.entries(opened.documents))
      if (file) adoptUploadedFile(uploads, name, file)
  }
  return step
}

/** Waits a limited time for documents that are being uploaded. */
export const waitForUploads = (draft: ApplicationDraft) =>
  Promise.race([
    draftFiles(draft).restored.then(() => draftFiles(draft).uploads.whenSettled()),
    new Promise((resolve) => setTimeout(resolve, uploadWaitMs)),
  ])

/**
 * Saves a step for other devices in the background. If this fails, it is saved with the next step.
 */
export function saveServerDraftInBackground(draftStore: DraftStore): void {
  if (!draftStore.latest()?.later) return
  saveServerDraft(draftStore).catch(ignoreHttpError)
}
