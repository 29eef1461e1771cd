import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { admissionCalendar } from '#resources/admission/admission-calendar.ts'
import type { WireApplication, WirePublicEvent } from '#resources/admission/wire.ts'
import { StateChip } from '../../application-state/state-chip.tsx'
import { useStateText } from '../../application-state/use-state-text.ts'
import { AdmissionDateList } from '../admission-date-list.tsx'
import { ApplicationFee } from '../progress/application-fee.tsx'
import { Milestones } from '../progress/milestones.tsx'
import { AddToCalendar } from '../progress/state-panel.tsx'
import { AnsweredChanges } from './answered-changes.tsx'
import { Appeal } from './appeal.tsx'
import { closeApplicantSession } from './applicant-calls.ts'
import { ApplicationProgrammeName } from './application-names.tsx'
import { AwardedPlace } from './awarded-place.tsx'
import { ContactSection, EmailWarning } from './contact/contact-section.tsx'
import { clearMessageDrafts } from './conversation/message-draft.ts'
import { MessagesSection } from './conversation/messages-section.tsx'
import { EachChoice, WaitingReason } from './each-choice.tsx'
import { clearOwnDocuments } from './own-document-cache.tsx'
import { OwnDocuments } from './own-documents.tsx'
import { PlaceCard } from './place-card.tsx'
import { PlaceCause } from './place-cause.tsx'
import type { StatusNavigation } from './status-navigation.ts'
import { ValueList } from './value-list.tsx'
import { ViewTitle } from './view-title.tsx'
import { WithdrawalSection } from './withdrawal.tsx'

/** The whole application, as the applicant sees it. */
export function Application({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  const language = useLanguage()
  const { state, status, reference, specialization, submittedAt, updatedAt } = application
  const { title, sentence } = useStateText(state)
  const hasDates = admissionCalendar(application.dates).length > 0
  // Those who lose a place look for what they can do about it.
  const isRetracted = state.state === 'placeRetracted'
  const appeal = <Appeal views={views} application={application} />
  const leave = () => {
    closeApplicantSession()
    clearOwnDocuments()
    clearMessageDrafts()
    views.reset()
  }
  return (
    <PublicFrame title={`${title} (${reference})`}>
      <p className="status-head">
        <StateChip state={state} /> <span>{reference}</span>
        <span>{t(`application:turns.${state.turn}`)}</span>
      </p>
      <ViewTitle>{title}</ViewTitle>
      <p>{sentence}</p>
      <EmailWarning application={application} />
      <PlaceCard state={state} />
      <PlaceCause application={application} />
      <WaitingReason application={application} />
      {isRetracted ? appeal : null}
      <AwardedPlace views={views} application={application} />
      <ChangeRequest views={views} application={application} />
      {status === 'declined' && !application.isWithdrawn ? (
        <DeclineReason application={application} />
      ) : null}
      {application.applicationFee ? (
        <ApplicationFee
          fee={application.applicationFee}
          reference={reference}
          isAdditional={status === 'update_requested'}
        />
      ) : null}
      <AddToCalendar reference={reference} state={state} />
      <Milestones state={state} />
      <EachChoice application={application} />
      <MessagesSection views={views} application={application} />
      {isRetracted ? null : appeal}
      <details className="status-details">
        <summary>{t('details.answers')}</summary>
        <dl className="status-facts">
          <dt>{t('specialization')}</dt>
          <dd>
            <ApplicationProgrammeName application={application} name={specialization} />
          </dd>
          <dt>{t('submittedAt')}</dt>
          <dd>{t('public:moment', { date: formatLongInstant(submittedAt, language) })}</dd>
          <dt>{t('updatedAt')}</dt>
          <dd>{t('public:moment', { date: formatLongInstant(updatedAt, language) })}</dd>
        </dl>
        <ValueList application={application} />
      </details>
      {hasDates ? (
        <details className="status-details">
          <summary>{t('apply:calendar.title')}</summary>
          <AdmissionDateList dates={application.dates} now={new Date().toISOString()} />
        </details>
      ) : null}
      <AnsweredChanges application={application} />
      <OwnDocuments views={views} application={application} />
      <ContactSection views={views} application={application} />
      <PublicTimeline events={application.timeline} />
      <WithdrawalSection views={views} application={application} />
      <p>
        <button type="button" className="button" onClick={leave}>
          {t('details.leave')}
        </button>
      </p>
    </PublicFrame>
  )
}

/** The change request in the words that staff wrote, and its deadline. */
function ChangeRequest({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  if (application.status !== 'update_requested') return null
  const { acceptsUpdates, requestedChanges } = application
  return (
    <section className="status-request" aria-labelledby="request">
      <h2 id="request">{t('request.title')}</h2>
      <StaffMessage application={application} />
      <p>{t('request.count', { count: requestedChanges.length })}</p>
      <ChangesDeadline application={application} />
      {acceptsUpdates ? (
        <button
          type="button"
          className="button button-primary"
          onClick={() => views.show({ name: 'changes', application })}
        >
          {t('makeChanges')}
        </button>
      ) : (
        <ChangesNotAccepted application={application} />
      )}
    </section>
  )
}

/** Explains why changes are not possible, unless the sentence above already does. */
function ChangesNotAccepted({ application: { state } }: { application: WireApplication }) {
  const t = useText('status')
  if (state.turn !== 'applicant') return null
  return (
    <p className="message message-warn">
      <Icon name="pause" />
      {t('request.closed')}
    </p>
  )
}

/** The deadline for the changes. */
export function ChangesDeadline({
  application: { dueAt, isOverdue },
}: {
  application: WireApplication
}) {
  const t = useText('status')
  const language = useLanguage()
  if (!dueAt) return null
  return (
    <p>
      <strong>
        {t(isOverdue ? 'request.overdue' : 'request.due', {
          date: formatLongInstant(dueAt, language),
        })}
      </strong>
    </p>
  )
}

export function StaffMessage({
  application: { issue, issueExplanation, suggestion },
}: {
  application: WireApplication
}) {
  const t = useText('status')
  if (!issue && !issueExplanation && !suggestion) return null
  return (
    <blockquote className="status-reason-text">
      {issue ? (
        <p>
          <strong>{issue}</strong>
        </p>
      ) : null}
      {issueExplanation ? <p className="status-lines">{issueExplanation}</p> : null}
      {suggestion ? (
        <p className="status-lines">
          <strong>{t('request.suggestion')}</strong> {suggestion}
        </p>
      ) : null}
    </blockquote>
  )
}

function DeclineReason({ application }: { application: WireApplication }) {
  const t = useText('status')
  const { reasonCode } = application
  return (
    <section aria-labelledby="refusal">
      <h2 id="refusal">{t('refusal.title')}</h2>
      {reasonCode ? <p>{t(`reasons.${reasonCode}`)}</p> : null}
      <StaffMessage application={application} />
      <p>{t('refusal.appeal')}</p>
    </section>
  )
}

/** Events, newest first. Staff are not named here. */
function PublicTimeline({ events }: { events: readonly WirePublicEvent[] }) {
  const t = useText('status')
  const language = useLanguage()
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{t('timeline.title')}</h2>
      <ol className="status-timeline">
        {events.map(({ type, at, isOwn }) => (
          <li key={`${at} ${type}`}>
            <strong>{t(`events.${type}`)}</strong>
            <span>
              {t('timeline.line', {
                date: formatLongInstant(at, language),
                who: t(isOwn ? 'timeline.you' : 'timeline.office'),
              })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
