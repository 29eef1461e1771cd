import { useHttp } from '@matricola/console/app/console-context.ts'
import { useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { dateTimeText, longDateTime } from '@matricola/console/fields/date-text.ts'
import { FieldValue } from '@matricola/console/fields/field-value.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { TextArea } from '@matricola/console/kit/inputs.tsx'
import { Timeline as KitTimeline } from '@matricola/console/kit/timeline.tsx'
import { AccessLog } from '@matricola/console/pages/show/access-log.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { RegistrationEventType } from '#resources/admission/wire.ts'
import type { WireRegistration, WireRegistrationEvent } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { FailureText } from './failure-text.tsx'
import { statusLabel } from './labels.ts'
import { registrationKey, registrationsResource } from './registration.ts'
import { useReviewDraft } from './review-drafts.ts'
import { ReviewIcon } from './review-icon.tsx'

const eventGroups = {
  decisions: [
    'submitted',
    'reviewStarted',
    'reviewReleased',
    'accepted',
    'declined',
    'withdrawn',
    'withdrawalUndone',
    'decisionRevoked',
    'reopened',
    'placeConfirmed',
    'placeAnswered',
    'paymentBooked',
    'feeWaived',
    'paymentUndone',
    'waiverUndone',
    'enrolled',
    'enrolmentUndone',
    'transitionUndone',
    'decisionReleased',
    'notifiedAtOnce',
    'assigned',
  ],
  messages: [
    'updateRequested',
    'updateReceived',
    'updateRequestCancelled',
    'updateOverdue',
    'reminderSent',
    'mailSent',
    'mailFailed',
    'noteAdded',
    'accessCodeRenewed',
    'emailVerified',
  ],
  changes: [
    'fieldEdited',
    'documentVerified',
    'documentRejected',
    'duplicateWarning',
    'identityWaived',
    'dataErased',
    'updateReceived',
    'contactChanged',
    'emailChangeRequested',
    'emailChanged',
    'emailDisputed',
  ],
} as const satisfies { readonly [group: string]: readonly RegistrationEventType[] }
type EventGroup = keyof typeof eventGroups

/**
 * History of the application, newest first: transitions, messages to and from the applicant,
 * reviews of documents, notes.
 */
export function ReviewTimeline({ record }: { readonly record: WireRegistration }) {
  const { t, language } = usePageText()
  const [group, setGroup] = useState<EventGroup | 'all'>('all')
  const names: readonly string[] | null = group === 'all' ? null : eventGroups[group]
  const visibleEvents = record.timeline.filter(({ type }) => !names || names.includes(type))
  return (
    <>
      <dl className="timeline-times">
        <div>
          <dt>{t(`resources:${registrationsResource.name}.fields.submittedAt`)}</dt>
          <dd>
            <FieldValue resource={registrationsResource} name="submittedAt" record={record} />
          </dd>
        </div>
        <div>
          <dt>{t('review:timeline.updatedAt')}</dt>
          <dd>
            <time dateTime={record.updatedAt}>{dateTimeText(record.updatedAt, language)}</time>
          </dd>
        </div>
      </dl>
      <NoteForm key={record.id} record={record} />
      <fieldset className="timeline-filter" aria-label={t('review:timeline.filter')}>
        {(['all', 'decisions', 'messages', 'changes'] as const).map((option) => (
          <Button key={option} aria-pressed={group === option} onClick={() => setGroup(option)}>
            {t(`review:timeline.groups.${option}`)}
          </Button>
        ))}
      </fieldset>
      {visibleEvents.length === 0 ? (
        <p>{t('shell:noItems')}</p>
      ) : (
        <KitTimeline
          entries={visibleEvents.map((event) => ({
            key: event.id,
            ...(event.type === 'noteAdded' && { mark: <ReviewIcon name="lock" /> }),
            content: <TimelineEntry event={event} />,
          }))}
        />
      )}
      <AccessLog resource={registrationsResource} id={record.id} />
    </>
  )
}

function TimelineEntry({ event }: { readonly event: WireRegistrationEvent }) {
  const { t, language } = usePageText()
  const actor =
    event.actor.kind === 'staff'
      ? event.actor.name
      : t(`review:timeline.actors.${event.actor.kind}`)
  const isInternal = event.type === 'noteAdded'
  return (
    <>
      <p>
        <strong>{t(`review:timeline.events.${event.type}`)}</strong>
      </p>
      {event.from && event.to && event.from !== event.to && (
        <p>
          {statusLabel(t, event.from)} <span aria-hidden="true">→</span>
          <span className="visually-hidden">{t('history.becomes')}</span> {statusLabel(t, event.to)}
        </p>
      )}
      {event.payload.told != null && <p>{t(`review:confirmPlace.told.${event.payload.told}`)}</p>}
      {event.note && <p className="long-text timeline-note">{event.note}</p>}
      {isInternal && <p className="caption">{t('review:timeline.internal')}</p>}
      <p className="caption">
        {actor}, <time dateTime={event.at}>{longDateTime(event.at, language)}</time>
      </p>
    </>
  )
}

/** A note that only staff can read. Unsaved text is kept with the application. */
function NoteForm({ record }: { readonly record: WireRegistration }) {
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
      await submissionKey.run((headers) =>
        makeCall(reviewCalls.addNote, { params: { id: record.id }, input: body, headers }),
      )
      changeDraft({ note: '' })
      await client.invalidateQueries({ queryKey: registrationKey(record.id) })
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <form className="note-form" onSubmit={(event) => void save(event)}>
      <label className="field-label" htmlFor={id}>
        {t('review:timeline.note')}
      </label>
      <p className="caption">
        <ReviewIcon name="lock" /> {t('review:timeline.internal')}
      </p>
      <FailureText failure={failure} />
      <TextArea
        id={id}
        rows={2}
        maxLength={2000}
        value={draft.note}
        onChange={(event) => changeDraft({ note: event.target.value })}
      />
      <Button type="submit" disabled={draft.note.trim() === ''}>
        {t('review:timeline.addNote')}
      </Button>
    </form>
  )
}
