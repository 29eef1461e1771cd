import { longDateTime } from '@matricola/console/fields/date-text.ts'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { useEffect, useState } from 'react'
import type { WireGradeSheet } from '#resources/academic/grade-sheet.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Facts about the exam, and how long its grades can still be entered and corrected. */
export function SheetFacts({ sheet }: { readonly sheet: WireGradeSheet }) {
  const t = useText('gradeSheets')
  const language = useLanguage()
  const now = useNow()
  const { exam, dueAt, locksAt, lockedAt, unlockReason } = sheet
  const isOpen = exam.state === 'held' || exam.state === 'published'
  const until = (instant: string) => {
    const left = Date.parse(instant) - now
    return left > 0 ? t('timeLeft', { time: durationText(left, language) }) : t('overdue')
  }
  const dated = (instant: string) => `${longDateTime(instant, language)} (${until(instant)})`
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    ['class', exam.className],
    ['starts', [longDateTime(exam.startsAt, language), exam.room].filter(Boolean).join(' · ')],
    ['professor', exam.professor],
    ['due', isOpen ? dated(dueAt) : null],
    [
      'locks',
      lockedAt
        ? t('lockedAt', { time: longDateTime(lockedAt, language) })
        : exam.state === 'graded'
          ? dated(locksAt)
          : null,
    ],
    ['unlocked', exam.state === 'graded' ? unlockReason : null],
  ]
  return (
    <dl className="grade-sheet-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{t(`facts.${name}`)}</dt>
              <dd className={name === 'due' && Date.parse(dueAt) < now ? 'field-error' : undefined}>
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The current time, updated every minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Formats a duration, such as 71 hours, 12 minutes; in days above 72 hours. */
function durationText(ms: number, language: string): string {
  const unit = (value: number, name: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(
      value,
    )
  const hours = Math.floor(ms / hourMs)
  if (hours > 72) return unit(Math.floor(hours / 24), 'day')
  const minutes = Math.floor((ms % hourMs) / minuteMs)
  return hours > 0 ? `${unit(hours, 'hour')}, ${unit(minutes, 'minute')}` : unit(minutes, 'minute')
}
