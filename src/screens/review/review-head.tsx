import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { dateTimeText, timeText } from '@matricola/console/fields/date-text.ts'
import { FieldValue } from '@matricola/console/fields/field-value.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { RecordPresenceMarks } from '@matricola/console/live/presence-marks.tsx'
import { StaleRecordNotice, useNewerVersion } from '@matricola/console/live/stale-record-notice.tsx'
import { KeyHint } from '@matricola/console/screens/key-hint.tsx'
import { useOpenShortcuts } from '@matricola/console/shortcuts/open-shortcuts.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { StateChip } from '../../application-state/state-chip.tsx'
import {
  isAssignedToOther,
  isUnderReview,
  registrationKey,
  registrationsResource,
} from './registration.ts'
import type { ReviewQueue } from './use-queue.ts'

interface ReviewHeadProps {
  readonly record: WireRegistration
  readonly queue: ReviewQueue
  readonly onPrevious: (() => void) | null
  readonly onNext: () => void
  readonly onTimeline: () => void
  /** Preferences of the user. */
  readonly children?: ReactNode
}

const dayMs = 86_400_000

/**
 * The applicant's name, the application's position in the view, and the users who have the
 * application open.
 */
export function ReviewHead({
  record,
  queue,
  onPrevious,
  onNext,
  onTimeline,
  children,
}: ReviewHeadProps) {
  const { t } = usePageText()
  const { role } = useUser()
  const can = usePermission()
  const pages = pagePaths(registrationsResource, role)
  const positionText = useQueuePosition(queue)
  const openKeySheet = useOpenShortcuts()
  const client = useQueryClient()
  return (
    <header className="review-head">
      <div className="review-head-line">
        <Link className="page-back" to={`${pages.list}?${queue.search}`} aria-keyshortcuts="u">
          <Icon name="arrow-left" />
          {t(`resources:${registrationsResource.name}.many`)}
        </Link>
        <span className="caption review-place">{positionText}</span>
        {queue.remaining !== null && (
          <span className="caption">{t('review:left', { count: queue.remaining })}</span>
        )}
        <div className="button-row review-head-buttons">
          {children}
          <Button className="review-wide" onClick={onTimeline} aria-keyshortcuts="t">
            {t('review:timeline.title')} <KeyHint name="T" />
          </Button>
          {can('update', registrationsResource, record) && (
            <Link className="button" to={pages.edit.replace(':id', record.id)}>
              {t('show.edit')}
            </Link>
          )}
          <Button
            disabled={onPrevious === null}
            onClick={onPrevious ?? undefined}
            aria-keyshortcuts="k"
          >
            {t('review:previous')} <KeyHint name="K" />
          </Button>
          <Button onClick={onNext} aria-keyshortcuts="j">
            {t('review:next')} <KeyHint name="J" />
          </Button>
          <button
            type="button"
            className="button-icon review-wide"
            title={t('review:keysTitle')}
            onClick={openKeySheet}
            aria-keyshortcuts="?"
          >
            <span aria-hidden="true">?</span>
          </button>
        </div>
      </div>
      <div className="review-title">
        <h1 tabIndex={-1} id="review-name">
          {titleText(registrationsResource, record, t)}
        </h1>
        <FieldValue resource={registrationsResource} name="status" record={record} />
        {record.result ? <StateChip state={record.state} /> : null}
        <span className="review-reference">{String(record.referenceCode ?? '')}</span>
        <WaitingDays record={record} />
        <Reviewer record={record} />
        <RecordPresenceMarks
          resource={registrationsResource.name}
          id={record.id}
          except={record.assignedToId}
        />
      </div>
      <StaleRecordNotice
        resource={registrationsResource}
        record={record}
        onReload={() => void client.invalidateQueries({ queryKey: registrationKey(record.id) })}
      />
      <LiveRegion className="visually-hidden">{positionText}</LiveRegion>
    </header>
  )
}

/** For example `7 of 43 in "Waiting for me"`. */
function useQueuePosition({ position, total, query }: ReviewQueue): string {
  const { t } = usePageText()
  if (total === null) return ''
  const view =
    query.view === ''
      ? t('shell:list.all')
      : t(`resources:${registrationsResource.name}.views.${query.view}`)
  return position === null
    ? t('review:outside', { total, view })
    : t('review:place', { position, total, view })
}

function WaitingDays({ record }: { readonly record: WireRegistration }) {
  const { t } = usePageText()
  const isDecided = record.decidedAt !== null && record.decidedAt !== undefined
  if (isDecided || typeof record.submittedAt !== 'string') return null
  const days = Math.floor((Date.now() - Date.parse(record.submittedAt)) / dayMs)
  return days > 0 ? <span className="caption">{t('review:waiting', { count: days })}</span> : null
}

function Reviewer({ record }: { readonly record: WireRegistration }) {
  const { t, language } = usePageText()
  const { id } = useUser()
  // The loaded assignment may be out of date if another user has changed the application since it
  // was loaded.
  const isStale = useNewerVersion({ resource: registrationsResource, record }) !== null
  if (typeof record.assignedToId !== 'string' || isStale) return null
  if (isAssignedToOther(record, id))
    return (
      <span className="review-others">
        <Icon name="warning" />
        {assignmentText(t, record)}
      </span>
    )
  const name = record.assignedToId === id ? t('review:you') : (record._titles.assignedToId ?? '')
  return (
    <span className="caption">
      {typeof record.assignedAt === 'string'
        ? t('review:since', { name, time: sinceText(record.assignedAt, language) })
        : name}
    </span>
  )
}

/**
 * For example `Ana Pop is reviewing this application`, or the name of the user it is assigned to.
 */
export const assignmentText = (t: ReturnType<typeof usePageText>['t'], record: WireRegistration) =>
  t(isUnderReview(record) ? 'review:claimedBy' : 'review:assignedTo', {
    name: record._titles.assignedToId ?? '',
  })

/** Formats the time of an instant, with the date if it is not today. */
function sinceText(instant: string, language: string): string {
  const isToday = today(new Date(instant)) === today(new Date())
  return isToday ? timeText(new Date(instant), language) : dateTimeText(instant, language)
}
