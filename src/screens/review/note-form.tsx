import { useHttp } from '@matricola/console/app/console-context.ts'
import { useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { TextArea } from '@matricola/console/kit/inputs.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { WireRegistration } from '#resources/admission/wire.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { FailureText } from './failure-text.tsx'
import { registrationKey } from './registration.ts'
import { useReviewDraft } from './review-drafts.ts'
import { ReviewIcon } from './review-icon.tsx'

/** A note that only staff can read. Unsaved text is kept with the application. */
export function NoteForm({ record }: { readonly record: WireRegistration }) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const client = useQueryClient()
  const id = useId()
  const [draft, changeDraft] = useReviewDraft(record.id)
  const [failure, setFailure] = useState<unknown>(null)
  const submissionKey = useSubmissionKey()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.note.trim() === '') return
    setFailure(null)
    try {
      const body = { text: draft.note.trim() }
      await submissionKey.run((headers) => makeCall(reviewCalls.addNote, { params: { id: record.id }, input: body, headers }))
      changeDraft({ note: '' })
      await client.invalidateQueries({ queryKey: registrationKey(record.id) })
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <form className="note-form" onSubmit={(event) => void save(event)}>
      <label className="field-label" htmlFor={id}>
        {t('review.timeline.note')}
      </label>
      <p className="caption">
        <ReviewIcon name="lock" /> {t('review.timeline.internal')}
      </p>
      <FailureText failure={failure} />
      <TextArea id={id} rows={2} maxLength={2000} value={draft.note} onChange={(event) => changeDraft({ note: event.target.value })} />
      <Button type="submit" disabled={draft.note.trim() === ''}>
        {t('review.timeline.addNote')}
      </Button>
    </form>
  )
}
