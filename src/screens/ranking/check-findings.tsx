import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import type { AllocationReport as CheckReport } from '#resources/admission/allocation/checker.ts'
import { useRankingText } from './ranking-table.tsx'

/** The report of the independent check. */
export function CheckFindings({ report }: { readonly report: CheckReport }) {
  const { t, language } = useRankingText()
  const number = (value: number) => numberDisplay(value, language, 0)
  if (report.found === 0)
    return t('ranking:report.clean', {
      people: number(report.candidates),
      quotas: number(report.quotas),
      compared: number(report.compared),
    })
  return (
    <>
      {t('ranking:report.found', { count: report.found })}
      <ul>
        {report.findings.map(({ code, candidate, quota }) => (
          <li key={`${code} ${candidate} ${quota}`}>{t(`ranking:findings.${code}`)}</li>
        ))}
      </ul>
    </>
  )
}
