/** Verifying and rejecting documents. */

import type { DocumentMark } from '#model/admission/wire.ts'
import { invalidInput } from '#model/wire/errors.ts'
import { type DocumentName, documentField, documentNames } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { authorize, seeingAll, systemPermit } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import type { NoteUnreadable } from '#server/engine/services/prepare-files.ts'
import { addEvent } from '#server/university/admission/events.ts'
import { actorOf } from './steps.ts'
import { unready, unreadyAmong } from './steps-documents.ts'
import { marksIn } from './steps-sets.ts'

interface Marking {
  readonly id: string
  readonly document: DocumentName
  /** Null clears the mark. */
  readonly mark: DocumentMark['mark'] | null
  readonly reason: string | null
  readonly version?: number | undefined
}

/**
 * Marks a document as verified or rejected, or clears its mark. Does nothing if that changes nothing. Throws `input.invalid` if
 * there is no such document or it cannot be viewed yet, and as an update does.
 */
export async function markDocument(context: Context, caller: Caller, { id, document, mark, reason, version }: Marking): Promise<void> {
  if (mark === 'rejected' && reason === null) throw invalidInput({ reason: [{ code: 'required' }] })
  const permit = authorize(caller, registrations, 'update')
  await recordsOf(context).change(seeingAll(permit), {
    id,
    version,
    action: 'markDocument',
    async values({ values }) {
      const marks = marksIn(values)
      const known = marks[document]
      const fileId = values[documentField(document)]
      if (mark !== null && fileId === null) throw invalidInput({ mark: [{ code: 'file.unknown' }] })
      if ((known?.mark ?? null) === mark && (known?.reason ?? null) === reason) return {}
      const state = mark === 'rejected' ? undefined : (await unreadyAmong(context.database, [fileId])).get(String(fileId))
      if (state) throw invalidInput({ mark: [{ code: unready[state] }] })
      const { [document]: _, ...others } = marks
      const fresh = mark && { mark, reason, by: caller.name, at: context.clock.now().toISOString() }
      return { documentMarks: fresh ? { ...others, [document]: fresh } : others }
    },
    async also(queries, { at }) {
      if (mark === null) return
      const type = mark === 'verified' ? 'documentVerified' : 'documentRejected'
      await addEvent(queries, { registrationId: id, type, by: actorOf(permit), at: new Date(at), note: reason, payload: { document } })
    },
  })
}

/** Rejects a document that the server found to be unreadable, so that staff request another. */
export const rejectUnreadable: NoteUnreadable = async ({ records, queries, at }, { id, resource, recordId, field }) => {
  const document = documentNames.find((name) => documentField(name) === field)
  if (resource !== registrations.name || !document) return
  await records.change(systemPermit('admission', registrations, 'update'), {
    id: recordId,
    action: 'markDocument',
    values({ values }) {
      // The document was replaced in the meantime.
      if (values[field] !== id) return {}
      return {
        documentMarks: {
          ...marksIn(values),
          [document]: { mark: 'rejected', reason: null, by: '', at: at.toISOString(), isUnreadable: true },
        },
      }
    },
    also: () =>
      addEvent(queries, { registrationId: recordId, type: 'documentUnreadable', by: { kind: 'system' }, at, payload: { document } }),
  })
}
