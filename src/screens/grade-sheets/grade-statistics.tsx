import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { useSyncExternalStore } from 'react'
import { summarizeGrades } from '#resources/academic/grade-sheet.ts'
import type { GradeSheetStore } from './grade-sheet-store.ts'

interface GradeStatisticsProps {
  readonly store: GradeSheetStore
  readonly passMark: number
}

/** Statistics of the grades so far: number, average, pass rate. */
export function GradeStatistics({ store, passMark }: GradeStatisticsProps) {
  const t = useText('gradeSheets')
  const language = useLanguage()
  useSyncExternalStore(store.subscribe, store.view)
  const { count, average, passRate, passed, graded, absent, notEligible, missing } =
    summarizeGrades(store.grades(), passMark)
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value)
  const figures = {
    count: number(count),
    average: average === null ? t('figures.none') : number(average, 2),
    passRate:
      passRate === null
        ? t('figures.none')
        : `${new Intl.NumberFormat(language, { style: 'percent' }).format(passRate / 100)} (${number(passed)}/${number(graded)})`,
    absent: number(absent),
    notEligible: number(notEligible),
    missing: number(missing),
  }
  return (
    <dl className="grade-sheet-statistics" aria-label={t('figures.title')}>
      {Object.entries(figures).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`figures.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
