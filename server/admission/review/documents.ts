/** Verifying and rejecting documents, and the grades in them. */

import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { authorize, permitForAllRows, systemPermit } from '@matricola/server/policy/permit.ts'
import type { ServerAction } from '@matricola/server/records/hooks.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { NoteUnreadable } from '@matricola/server/services/prepare-files.ts'
import { isItemId } from '#resources/admission/form-item-id.ts'
import type { DocumentMark } from '#resources/admission/wire.ts'
import {
  type DocumentName,
  documentFileId,
  documentOfFileField,
} from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { canReadAnswer } from '#server/admission/forms/published-forms.ts'
import { addTimelineEvent, timelineActorOf } from '#server/admission/timeline-events.ts'
import { findUnreadyFiles, unreadyCodes } from './acceptance.ts'
import { documentMarksOf } from './transition-values.ts'

/** The declared action: grades and entitlements match the documents. */
export const checkGradesAction = ({
  clock,
}: Pick<Context, 'clock'>): ServerAction<typeof registrations> => ({
  async patches(_, records) {
    const gradesCheckedAt = clock.now().toISOString()
    return new Map(records.map(({ id }) => [id, { gradesCheckedAt }]))
  },
})

interface DocumentMarkChange {
  readonly id: string
  readonly document: DocumentName
  /** Null clears the mark. */
  readonly mark: DocumentMark['mark'] | null
  readonly reason: string | null
  readonly version?: number | undefined
}

/**
 * Marks a document as verified or rejected, or clears its mark. Does nothing if the document
 * already has that mark and reason. Throws `input.invalid` if there is no such document or it
 * cannot be viewed yet, and any error that an update can throw.
 */
export async function setDocumentMark(
  context: Context,
  caller: Caller,
  { id, document, mark, reason, version }: DocumentMarkChange,
): Promise<void> {
  if (mark === 'rejected' && reason === null) throw invalidInput({ reason: [{ code: 'required' }] })
  const permit = authorize(caller, registrations, 'update')
  if (
    isItemId(document) &&
    !(await canReadAnswer(context.database, permit.role, { id, itemId: document }))
  )
    throw invalidInput({ mark: [{ code: 'file.unknown' }] })
  await recordsOf(context).applyInternalChange(permitForAllRows(permit), {
    id,
    version,
    action: 'markDocument',
    async values({ values }) {
      const marks = documentMarksOf(values)
      const currentMark = marks[document]
      const fileId = documentFileId(values, document)
      if (mark !== null && fileId === null) throw invalidInput({ mark: [{ code: 'file.unknown' }] })
      if ((currentMark?.mark ?? null) === mark && (currentMark?.reason ?? null) === reason)
        return {}
      const state =
        mark === 'rejected'
          ? undefined
          : (await findUnreadyFiles(context.database, [fileId])).get(String(fileId))
      if (state) throw invalidInput({ mark: [{ code: unreadyCodes[state] }] })
      const { [document]: _, ...others } = marks
      const newMark = mark && {
        mark,
        reason,
        by: caller.name,
        at: context.clock.now().toISOString(),
      }
      return { documentMarks: newMark ? { ...others, [document]: newMark } : others }
    },
    async afterwards(queries, { at }) {
      if (mark === null) return
      const type = mark === 'verified' ? 'documentVerified' : 'documentRejected'
      await addTimelineEvent(queries, {
        registrationId: id,
        type,
        by: timelineActorOf(permit),
        at: new Date(at),
        note: reason,
        payload: { document },
      })
    },
  })
}

/** Rejects a document that the server found to be unreadable, so that staff request a new one. */
export const rejectUnreadableDocument: NoteUnreadable = async (
  { records, queries, at },
  { id, resource, recordId, field },
) => {
  const document = documentOfFileField(field)
  if (resource !== registrations.name || !document) return
  await records.applyInternalChange(systemPermit('admission', registrations, 'update'), {
    id: recordId,
    action: 'markDocument',
    values({ values }) {
      // The document was replaced in the meantime.
      if (documentFileId(values, document) !== id) return {}
      return {
        documentMarks: {
          ...documentMarksOf(values),
          [document]: {
            mark: 'rejected',
            reason: null,
            by: '',
            at: at.toISOString(),
            isUnreadable: true,
          },
        },
      }
    },
    afterwards: () =>
      addTimelineEvent(queries, {
        registrationId: recordId,
        type: 'documentUnreadable',
        by: { kind: 'system' },
        at,
        payload: { document },
      }),
  })
}
