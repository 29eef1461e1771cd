import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { WireTimetableEntry } from '#model/academic/timetable.ts'
import { daysAfter, localMinute } from '#model/dates.ts'
import { pagesOf } from '#model/paths.ts'
import type { Role } from '#model/vocabulary.ts'
import { ask } from '#providers/ask.ts'
import type { HttpError } from '#providers/http.ts'
import * as timetableCalls from '#resources/calls/timetable.ts'
import { resourceNamed } from '#resources/index.ts'
import { recordPath } from '#src/console/area.ts'
import { weekdayText } from '#src/fields/date-text.ts'
import { ListFailed, ListSkeleton } from '#src/pages/list/states.tsx'
import { useHomeText } from '../../use-home-text.ts'
import { Card, Rows } from './card.tsx'

const shown = 5

/** The classes that come next, of this week and the one after. */
export function NextClasses({ role }: { readonly role: Role }) {
  const { t, language } = useHomeText()
  const classes = pagesOf(resourceNamed('university-classes'), role).list
  const query = useQuery<readonly (WireTimetableEntry & { readonly isToday: boolean })[], HttpError>({
    queryKey: ['home', 'classes'],
    queryFn: async ({ signal }) => {
      const weekOf = async (week?: string) => (await ask(timetableCalls.week, { query: { week }, signal })).data
      const first = await weekOf()
      const second = await weekOf(daysAfter(first.week, 7))
      const now = localMinute(new Date().toISOString()).slice(11)
      return [...first.entries, ...second.entries]
        .filter(({ kind, date, endsAt }) => kind === 'class' && (date > first.today || (date === first.today && endsAt > now)))
        .slice(0, shown)
        .map((entry) => ({ ...entry, isToday: entry.date === first.today }))
    },
    refetchOnWindowFocus: 'always',
  })
  if (query.isError) return <ListFailed error={query.error} title={t('home:classesFailed')} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton columns={3} rows={3} />
  return (
    <Card title={t('home:classes')} more={{ to: classes, label: t('home:allClasses') }}>
      <Rows
        rows={query.data.map((entry) => ({ ...entry, classId: entry.id, id: `${entry.id} ${entry.date} ${entry.startsAt}` }))}
        none={t('home:noClasses')}
      >
        {(entry) => (
          <>
            <Link className="row-link" to={recordPath('university-classes', entry.classId, role) ?? classes}>
              {role === 'professor' ? t('home:ofGroup', { course: entry.course, group: entry.groupName }) : entry.course}
            </Link>
            <span className="home-fact">
              <strong>{entry.isToday ? t('home:today') : weekdayText(entry.date, language)}</strong>
              <span>{[`${entry.startsAt}–${entry.endsAt}`, entry.room].filter(Boolean).join(' · ')}</span>
            </span>
          </>
        )}
      </Rows>
    </Card>
  )
}
