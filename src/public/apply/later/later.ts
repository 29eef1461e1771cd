/** The draft on the server: saved for another device, opened there, and synchronised between both. */

import { admissionEndpoints as at } from '#model/admission/endpoints.ts'
import type { WireFoundDraft, WireKeptDraft, WireOpenDraft, WireSavedDraft } from '#model/admission/wire.ts'
import type { Asked } from '#model/wire/call.ts'
import { ask } from '#providers/ask.ts'
import { keyed, newKey } from '#providers/call-key.ts'
import { HttpError } from '#providers/http.ts'
import { documentNames } from '#resources/application-documents.ts'
import { answersOfForm } from '#resources/application-form.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { text } from '#src/i18n.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { type Draft, type Kept, type Later, noAnswers, type Values } from '../draft.ts'
import { filesOf, takeSent } from '../files.ts'
import { type Step, steps } from '../steps/steps.ts'
import type { DraftDoor } from '../use-draft.ts'
import { labelOf } from '../words.ts'
import { joined, type News, newsOf } from './join.ts'

/** How long to wait for documents that are still being uploaded. After that they are saved with the next step. */
const patienceMs = 10_000
/** Maximum number of attempts to save. Two devices that save at the same time retry, and rarely need more. */
const mostTurns = 4

/** The draft on this device, without answers of older releases, which the server would reject. */
export function keptOf(draft: Draft): Kept {
  const { uploads } = filesOf(draft)
  return { values: { ...noAnswers, ...answersOfForm(draft.values) }, filled: draft.filled, documents: uploads.ids() }
}

interface Wish {
  /** Email address for the link. Absent if it was sent before. */
  readonly mailTo?: string
}

/**
 * Saves this device's draft on the server, merged with changes of other devices. Throws the server's error, and leaves the local
 * draft unchanged in that case.
 */
export async function saveLater(door: DraftDoor, { mailTo }: Wish = {}): Promise<void> {
  for (let turn = 1; ; turn++) {
    const draft = door.latest()
    if (!draft) return
    const { later } = draft
    // Right after a reload the documents are not restored yet. Saving now would look like removing them.
    await filesOf(draft).isRestored
    try {
      const base = keptOf(draft)
      const body = {
        content: { key: draft.key, step: draft.step, values: base.values, filled: base.filled },
        documents: base.documents,
        ...(mailTo !== undefined && { mailTo }),
      }
      const saved = later ? await update(later, body) : await create(body)
      return door.change({ later: laterOf(saved, base, later?.accessCode ?? (saved as WireSavedDraft).accessCode) })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.code === 'registration.sent') return await noteSent(door)
      if (!later || turn >= mostTurns) throw error
      if (error.code === 'record.stale') announceBriefly(door, await joinOther(door))
      else if (error.code !== 'accessCode.wrong' && error.code !== 'draft.gone') throw error
      else {
        // It was deleted from another device, got a new code there, or has expired. It is saved again only if the user asked for it.
        door.change({ later: null })
        if (mailTo !== undefined) continue
        if (error.code === 'accessCode.wrong')
          showToast({ severity: 'warn', summary: text('apply:later.unsaved.title'), detail: text('apply:later.unsaved.detail') })
        return
      }
    }
  }
}

type Saving = Asked<typeof admissionCalls.saveDraft>['input']

const update = async ({ id, accessCode, version }: Later, body: Saving) =>
  (await ask<typeof admissionCalls.updateDraft>(at.updateDraft, { params: { id }, input: { ...body, accessCode, version } })).data

const create = (body: Saving): Promise<WireSavedDraft> =>
  answeredSurely(async (headers) => (await ask<typeof admissionCalls.saveDraft>(at.saveDraft, { input: body, headers })).data)

/** Retries with the same key if the answer was lost: it holds an access code that nobody else knows. */
async function answeredSurely<T>(send: (headers: ReturnType<typeof keyed>) => Promise<T>): Promise<T> {
  const headers = keyed(newKey())
  try {
    return await send(headers)
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode !== 0 || !navigator.onLine) throw error
    return await send(headers)
  }
}

/** Asks for an email with a link to a new code; the answer never says whether there is one. */
export async function requestNewCode(id: string, birthDate: string): Promise<void> {
  await ask<typeof admissionCalls.requestDraftCode>(at.requestDraftCode, { params: { id }, input: { birthDate } })
}

/** Replaces the code of a draft with the token of that link, and answers the new code, which this device goes on saving with. */
export async function renewCode(door: DraftDoor, id: string, token: string): Promise<string> {
  const { accessCode } = await answeredSurely(
    async (headers) =>
      (await ask<typeof admissionCalls.renewDraftCode>(at.renewDraftCode, { params: { id }, input: { token }, headers })).data,
  )
  const later = door.latest()?.later
  if (later?.id === id) {
    door.change({ later: { ...later, accessCode } })
    await door.save()
  }
  return accessCode
}

const laterOf = (saved: WireKeptDraft, base: Kept, accessCode: string): Later => ({
  id: saved.id,
  accessCode,
  version: saved.version,
  savedAt: saved.savedAt,
  keptUntil: saved.keptUntil,
  isFull: saved.isFull,
  // Omits documents that the server no longer had.
  base: { ...base, documents: idsOf(saved) },
})

const idsOf = ({ documents }: WireKeptDraft): Kept['documents'] =>
  Object.fromEntries(documentNames.flatMap((name) => (documents[name] ? [[name, documents[name].id]] : [])))

/** Reads the draft on the server, or its outcome, by the id in the link and the access code. */
export const openLater = async (id: string, accessCode: string): Promise<WireFoundDraft> =>
  (await ask<typeof admissionCalls.openDraft>(at.openDraft, { params: { id }, input: { accessCode } })).data

/**
 * Records that this application was submitted and, if the access code still works, when and under which reference number. The
 * answers stay on this device until the applicant removes them.
 */
export async function noteSent(door: DraftDoor): Promise<void> {
  const later = door.latest()?.later
  const found = later ? await openLater(later.id, later.accessCode).catch(nothing) : null
  door.change({ sent: found?.state === 'sent' ? { reference: found.reference, sentAt: found.sentAt } : 'unknown' })
  await door.save()
}

/** Without an answer the page shows less, but nothing fails. */
function nothing(error: unknown) {
  if (!(error instanceof HttpError)) throw error
  return null
}

/** Deletes the draft on the server. The local draft stays. */
export async function forgetLater(door: DraftDoor): Promise<void> {
  const later = door.latest()?.later
  if (!later) return
  await ask<typeof admissionCalls.forgetDraft>(at.forgetDraft, { params: { id: later.id }, input: { accessCode: later.accessCode } })
  door.change({ later: null })
}

const theirsOf = (opened: WireOpenDraft): Kept => ({
  values: { ...noAnswers, ...opened.content.values },
  filled: opened.content.filled.filter((name) => name === 'birthDate' || name === 'sex'),
  documents: idsOf(opened),
})

const noNews: News = { taken: [], kept: [] }

/** Merges changes of another device. If both changed an answer, the one typed here just now wins. */
export async function joinOther(door: DraftDoor): Promise<News> {
  const later = door.latest()?.later
  if (!later) return noNews
  const opened = await openLater(later.id, later.accessCode)
  const draft = door.latest()
  // The next save finds out why.
  if (!draft || opened.state !== 'kept') return noNews
  return takeOver(door, { draft, opened, accessCode: later.accessCode, preferred: keptOf(draft) })
}

/** Describes the changes taken over from another device, and those that were not. Empty if nothing changed. */
export function newsInWords({ taken, kept }: News, values: Values): readonly string[] {
  const named = (key: 'taken' | 'kept', names: readonly string[]) =>
    names.length === 0 ? [] : [text(`apply:later.joined.${key}`, { names: names.map((name) => labelOf(name, values)).join(', ') })]
  return [...named('taken', taken), ...named('kept', kept)]
}

function announceBriefly(door: DraftDoor, news: News) {
  const words = newsInWords(news, door.latest()?.values ?? noAnswers)
  if (words.length > 0) showToast({ severity: 'info', summary: text('apply:later.joined.title'), detail: words.join(' ') })
}

interface TakenOver {
  readonly draft: Draft
  readonly opened: WireOpenDraft
  readonly accessCode: string
  readonly preferred: Kept
}

function takeOver(door: DraftDoor, { draft, opened, accessCode, preferred }: TakenOver): News {
  const [base, mine, theirs] = [draft.later?.base ?? empty, keptOf(draft), theirsOf(opened)]
  const together = joined(base, mine, theirs, preferred)
  door.change({ values: together.values, filled: together.filled, later: laterOf(opened, theirs, accessCode) })
  const { uploads } = filesOf(draft)
  const documents = { ...together.documents }
  for (const name of documentNames) {
    const sent = opened.documents[name]
    const here = uploads.kept(name)
    // A file that is still being uploaded from here is the most recent choice.
    if (here && !here.sent) delete documents[name]
    else if (documents[name] === mine.documents[name]) continue
    else if (sent && documents[name] === sent.id) takeSent(uploads, name, sent)
    else uploads.remove(name)
  }
  return newsOf({ base, mine, theirs, together: { ...together, documents } })
}

const empty: Kept = { values: noAnswers, filled: [], documents: {} }

/**
 * Continues a server draft on this device. If the local draft belongs to the same application, the two are merged, and for
 * answers changed in both the one saved last wins. Any other local draft is replaced.
 */
export async function continueHere(
  door: DraftDoor,
  { opened, accessCode, isShared }: { opened: WireOpenDraft; accessCode: string; isShared: boolean },
) {
  const here = door.latest()
  const step: Step = steps.find((name) => name === opened.content.step) ?? 'identity'
  if (here && here.key === opened.content.key) {
    await filesOf(here).isRestored
    const preferred = here.savedAt > opened.savedAt ? keptOf(here) : theirsOf(opened)
    announceBriefly(door, takeOver(door, { draft: here, opened, accessCode, preferred }))
    door.change({ step })
    await door.save()
  } else {
    const theirs = theirsOf(opened)
    const draft: Draft = {
      key: opened.content.key,
      savedAt: opened.savedAt,
      step,
      values: theirs.values,
      filled: theirs.filled,
      isShared,
      later: laterOf(opened, theirs, accessCode),
    }
    await door.take(draft)
    const { uploads, isRestored } = filesOf(draft)
    await isRestored
    for (const name of documentNames) if (opened.documents[name]) takeSent(uploads, name, opened.documents[name])
  }
  return step
}

/** Waits a limited time for documents that are being uploaded. */
export const sentOrLate = (draft: Draft) =>
  Promise.race([
    filesOf(draft).isRestored.then(() => filesOf(draft).uploads.settled()),
    new Promise((resolve) => setTimeout(resolve, patienceMs)),
  ])

/** Saves a step for other devices in the background. If it fails, the next step saves it. */
export function keepUpToDate(door: DraftDoor): void {
  if (!door.latest()?.later) return
  saveLater(door).catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error
  })
}
