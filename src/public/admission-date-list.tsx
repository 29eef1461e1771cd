import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import {
  admissionCalendar,
  type CalendarEntry,
  dateTextOf,
  stateOfEntry,
} from '#resources/admission/admission-calendar.ts'
import type { AdmissionDates } from '#resources/admission/wire-dates.ts'
import { TranslatedNameText } from './university-language.tsx'
import './progress/progress.css'

interface AdmissionDateListProps {
  readonly dates: AdmissionDates
  /** Absent: the dates of all programmes. */
  readonly programme?: { readonly isRanked: boolean } | undefined
  /** The server's time. */
  readonly now: string
}

/** The dates of an admission session as a list. Renders nothing if none is set. */
export function AdmissionDateList({ dates, programme, now }: AdmissionDateListProps) {
  const t = useText('apply')
  const entries = admissionCalendar(dates, programme)
  if (entries.length === 0) return null
  return (
    <ol className="steps steps-vertical" aria-label={t('calendar.title')}>
      {entries.map((entry) => (
        <Entry
          key={`${entry.kind} ${entry.round?.id}`}
          entry={entry}
          isRoundNamed={dates.rounds.length > 1}
          now={new Date(now)}
        />
      ))}
    </ol>
  )
}

interface EntryProps {
  readonly entry: CalendarEntry
  readonly isRoundNamed: boolean
  readonly now: Date
}

function Entry({ entry, isRoundNamed, now }: EntryProps) {
  const t = useText('apply')
  const language = useLanguage()
  const state = stateOfEntry(entry, now)
  return (
    <li data-state={state} aria-current={state === 'current' ? 'date' : undefined}>
      <span className="steps-mark">{state === 'done' ? <Icon name="check" /> : null}</span>
      <span className="steps-name">
        {t(`calendar.${entry.kind}`)}
        {entry.round && isRoundNamed ? (
          <>
            , <TranslatedNameText of={entry.round} />
          </>
        ) : null}
        {state === 'current' ? (
          <>
            {' '}
            <strong className="steps-now">{t('calendar.now')}</strong>
          </>
        ) : null}
      </span>
      <span className="steps-date">{dateTextOf(entry, { language, now, t })}</span>
    </li>
  )
}
