import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { weekdayText } from '@matricola/console/fields/date-text.ts'
import { ListFailed, ListSkeleton } from '@matricola/console/pages/list/list-states.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { daysAfter, localMinute } from '@matricola/schema/values/dates.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { Link } from 'react-router'
import * as timetableCalls from '#resources/calls/timetable.ts'
import { getResource } from '#resources/index.ts'
import { useHomeText } from '../../use-home-text.ts'
import { CardRows, HomeCard } from './home-card.tsx'

const maxClasses = 5

/** The user's next classes in this week and the following one. */
export function NextClasses({ role }: { readonly role: Role }) {
  const { t, language } = useHomeText()
  const recordPath = useRecordPath()
  const classes = pagePaths(getResource('university-classes'), role).list
  const first = useCall(
    timetableCalls.timetableWeek,
    { query: {} },
    { refetchOnWindowFocus: 'always' },
  )
  const next = first.data && daysAfter(first.data.week, 7)
  const second = useCall(
    timetableCalls.timetableWeek,
    { query: { week: next } },
    { enabled: next !== undefined, refetchOnWindowFocus: 'always' },
  )
  const failed = [first, second].find(({ isError }) => isError)
  if (failed?.error)
    return (
      <ListFailed
        error={failed.error}
        title={t('home:classesFailed')}
        onRetry={() => void failed.refetch()}
      />
    )
  if (!first.data || !second.data) return <ListSkeleton columns={3} rows={3} />
  const { today } = first.data
  const now = localMinute(new Date().toISOString()).slice(11)
  const upcoming = [...first.data.entries, ...second.data.entries]
    .filter(
      ({ kind, date, endsAt }) =>
        kind === 'class' && (date > today || (date === today && endsAt > now)),
    )
    .slice(0, maxClasses)
  return (
    <HomeCard title={t('home:classes')} more={{ to: classes, label: t('home:allClasses') }}>
      <CardRows
        rows={upcoming.map((entry) => ({
          ...entry,
          isToday: entry.date === today,
          classId: entry.id,
          id: `${entry.id} ${entry.date} ${entry.startsAt}`,
        }))}
        emptyText={t('home:noClasses')}
      >
        {(entry) => (
          <>
            <Link
              className="row-link"
              to={recordPath('university-classes', entry.classId) ?? classes}
            >
              {role === 'professor'
                ? t('home:ofGroup', { course: entry.course, group: entry.groupName })
                : entry.course}
            </Link>
            <span className="home-fact">
              <strong>{entry.isToday ? t('home:today') : weekdayText(entry.date, language)}</strong>
              <span>
                {[`${entry.startsAt}–${entry.endsAt}`, entry.room].filter(Boolean).join(' · ')}
              </span>
            </span>
          </>
        )}
      </CardRows>
    </HomeCard>
  )
}
