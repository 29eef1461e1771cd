import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { ListFailed, ListSkeleton } from '@matricola/console/pages/list/list-states.tsx'
import { usePageShortcuts } from '@matricola/console/shortcuts/page-shortcuts.ts'
import { useCall } from '@matricola/console/use-call.ts'
import { daysAfter, formatMoment, isRealDate, today } from '@matricola/schema/values/dates.ts'
import { type CSSProperties, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  mondayOf,
  type WireTimetable,
  type WireTimetableEntry,
} from '#resources/academic/timetable.ts'
import * as timetableCalls from '#resources/calls/timetable.ts'
import '@matricola/console/pages/form/form.css'
import '@matricola/console/pages/list/list.css'
import { CalendarDialog } from './calendar-dialog.tsx'
import { type PlacedEntry, placeEntries, visibleHours } from './place-entries.ts'
import './timetable.css'
import { Button } from '@matricola/console/kit/button.tsx'
import { useTimetableText } from './use-timetable-text.ts'

/** A week of classes and exams by day. The week is part of the URL. */
export function Week() {
  const { t, language } = useTimetableText()
  const [params, setParams] = useSearchParams()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const weekInUrl = params.get('week')
  const current = mondayOf(today(new Date()))
  const week = weekInUrl && isRealDate(weekInUrl) ? mondayOf(weekInUrl) : current
  const query = useCall(
    timetableCalls.timetableWeek,
    { query: { week } },
    // Below the query key of classes, so that each write of a class also invalidates it.
    { key: ['data', 'default', 'university-classes', 'week', week], keepPreviousResult: true },
  )
  const go = (monday: string) =>
    setParams(monday === current ? {} : { week: monday }, { replace: true })
  const steps = [
    { name: 'previous', key: 'p', to: daysAfter(week, -7), icon: 'chevron-left' },
    { name: 'today', key: 't', to: current, icon: null },
    { name: 'next', key: 'n', to: daysAfter(week, 7), icon: 'chevron-right' },
  ] as const
  usePageShortcuts(
    t('timetable:week'),
    steps.map(({ name, key, to }) => ({
      keyLabels: [key.toUpperCase()],
      description: t(`timetable:${name}`),
      triggers: [key],
      run: () => go(to),
    })),
  )
  useAnnounce(rangeText(week, language))
  return (
    <section className="timetable" aria-labelledby="timetable-week" aria-busy={query.isFetching}>
      <div className="inline-group timetable-head">
        <h2 id="timetable-week">{rangeText(week, language)}</h2>
        <div className="button-row no-print">
          {steps.map(({ name, key, to, icon }) => (
            <Button
              key={name}
              aria-keyshortcuts={key}
              {...(icon && { 'aria-label': t(`timetable:${name}`), title: t(`timetable:${name}`) })}
              onClick={() => go(to)}
            >
              {icon ? <Icon name={icon} /> : t(`timetable:${name}`)}
            </Button>
          ))}
          <Button onClick={() => window.print()}>
            <Icon name="print" /> {t('timetable:print')}
          </Button>
          <Button onClick={() => setDialogOpen(true)}>
            <Icon name="calendar" /> {t('timetable:calendar.open')}
          </Button>
        </div>
      </div>
      {query.data && <Periods periods={query.data.periods} />}
      {query.isError ? (
        <ListFailed
          error={query.error}
          title={t('timetable:failed')}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <WeekDays timetable={query.data} />
      ) : (
        <ListSkeleton columns={5} rows={4} />
      )}
      {isDialogOpen && <CalendarDialog onClose={() => setDialogOpen(false)} />}
    </section>
  )
}

const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)
const noon = (date: string) => new Date(`${date}T12:00:00Z`)

/** For example `5 – 11 October 2026`. */
const rangeText = (week: string, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', dateStyle: 'long' }).formatRange(
    noon(week),
    noon(daysAfter(week, 6)),
  )

const dayText = (date: string, language: string) =>
  formatMoment(noon(date), language, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'short',
  })

/** The academic periods of the week: teaching, a session, holidays. */
function Periods({ periods }: Pick<WireTimetable, 'periods'>) {
  const { t } = useTimetableText()
  if (periods.length === 0) return null
  return (
    <ul className="bare-list timetable-periods">
      {periods.map(({ name, kind, startsOn, number }) => (
        <li key={`${name} ${startsOn}`} data-kind={kind}>
          {number === null
            ? name
            : t(`timetable:${number % 2 === 1 ? 'oddWeek' : 'evenWeek'}`, { period: name, number })}
        </li>
      ))}
    </ul>
  )
}

function WeekDays({
  timetable: { week, entries, today: day },
}: {
  readonly timetable: WireTimetable
}) {
  const { t, language } = useTimetableText()
  const days = Array.from({ length: 7 }, (_, i) => daysAfter(week, i)).filter(
    (date, i) => i < 5 || entries.some((entry) => entry.date === date),
  )
  const hours = visibleHours(entries)
  const first = (hours[0] ?? 0) * 60
  return (
    <div className="timetable-grid" style={{ '--hours': hours.length } as CSSProperties}>
      <div className="timetable-axis" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
        ))}
      </div>
      <ol className="bare-list timetable-days" data-days={days.length}>
        {days.map((date) => {
          const entriesOfDay = placeEntries(entries.filter((entry) => entry.date === date))
          return (
            <li
              key={date}
              className="timetable-day"
              {...(date === day && { 'aria-current': 'date' })}
            >
              <h3>{dayText(date, language)}</h3>
              {entriesOfDay.length === 0 && (
                <p className="caption timetable-empty">{t('timetable:nothing')}</p>
              )}
              <ol className="bare-list timetable-entries">
                {entriesOfDay.map((place) => (
                  <Entry
                    key={`${place.entry.id} ${place.entry.startsAt}`}
                    place={place}
                    first={first}
                  />
                ))}
              </ol>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

interface EntryProps {
  readonly place: PlacedEntry
  /** Start of the axis in minutes since midnight. */
  readonly first: number
}

function Entry({ place: { entry, from, to, lane, lanes, clashes, freeFrom }, first }: EntryProps) {
  const { t } = useTimetableText()
  const recordPath = useRecordPath()
  const { role } = useUser()
  const { kind, form, id, startsAt, endsAt, room, professor, groupName } = entry
  const path = recordPath(kind === 'exam' ? 'exams' : 'university-classes', id)
  const nameOf = (item: WireTimetableEntry) =>
    item.kind === 'exam' ? t('timetable:examOf', { course: item.course }) : item.course
  const name = nameOf(entry)
  const clash = t('timetable:clash', { names: clashes.map(nameOf).join(', ') })
  const position = {
    '--from': (from - first) / 60,
    '--length': (to - from) / 60,
    '--lane': lane,
    '--lanes': lanes,
  } as CSSProperties
  return (
    <li className="timetable-slot" style={position}>
      {freeFrom && (
        <p className="caption timetable-free">
          {t('timetable:free', { from: freeFrom, to: startsAt })}
        </p>
      )}
      <div
        className="timetable-entry panel"
        data-kind={kind}
        data-clashes={clashes.length > 0 || undefined}
      >
        <span className="timetable-hours">
          <time>{startsAt}</time>–<time>{endsAt}</time>
        </span>
        {path ? (
          <Link className="record-link" to={path} title={name}>
            {name}
          </Link>
        ) : (
          <strong>{name}</strong>
        )}
        <span className="caption">
          {[
            form && t(`resources:class-hours.choices.kind.${form}`),
            room,
            role === 'professor' ? groupName : professor,
          ]
            .filter(Boolean)
            .join('\u00A0· ')}
        </span>
        {clashes.length > 0 && (
          <span className="timetable-clash" title={clash}>
            <Icon name="warning" /> <span className="timetable-clash-text">{clash}</span>
          </span>
        )}
      </div>
    </li>
  )
}
