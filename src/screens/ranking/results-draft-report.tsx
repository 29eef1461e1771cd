import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { useCall } from '@matricola/console/use-call.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { AllocationReport as CheckReport } from '#resources/admission/allocation/checker.ts'
import { resultsDraftState } from '#resources/calls/ranking.ts'
import { useRankingText } from './use-ranking-text.ts'

interface ResultsDraftReportProps {
  readonly id: string
  readonly record: WireRecord | undefined
}

/** Shows the report of the independent check, whether the draft is still up to date, and the effect of releasing it. */
export function ResultsDraftReport({ id, record }: ResultsDraftReportProps) {
  const { t, language } = useRankingText()
  const { data } = useCall(resultsDraftState, { params: { id } })
  // The declaration gives the field this type.
  const report = record?.report as CheckReport | null | undefined
  if (!report) return null
  const number = (value: number) => numberDisplay(value, language, 0)
  const params = { people: number(report.candidates), quotas: number(report.quotas), compared: number(report.compared) }
  const effect = data?.effect
  const rows = effect
    ? [
        ...(['won', 'moved', 'lost', 'waiting'] as const).map((name) => [t(`ranking:effect.${name}`), number(effect[name])] as const),
        [t('ranking:effect.incomplete'), number(effect.outcomes.incomplete ?? 0)] as const,
      ]
    : []
  return (
    <>
      <section className="panel ranking-section" aria-labelledby="ranking-checker">
        <h2 id="ranking-checker" className="section-title">
          {t('ranking:report.checker')}
        </h2>
        <p>{report.found === 0 ? t('ranking:report.clean', params) : t('ranking:report.found', { count: report.found })}</p>
        {report.findings.length > 0 && (
          <ul>
            {report.findings.map(({ code, candidate, quota }) => (
              <li key={`${code} ${candidate} ${quota}`}>{t(`ranking:findings.${code}`)}</li>
            ))}
          </ul>
        )}
        {data?.appeals ? <p>{t('ranking:report.appeals', { count: data.appeals })}</p> : null}
        <LiveRegion as="div">{data?.isStale && <p className="ranking-stale">{t('ranking:report.stale')}</p>}</LiveRegion>
      </section>
      {rows.length > 0 && (
        <section className="panel ranking-section" aria-labelledby="ranking-effect">
          <h2 id="ranking-effect" className="section-title">
            {t('ranking:effect.title')}
          </h2>
          <dl className="ranking-effect">
            {rows.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="field-help">{t('ranking:effect.hint')}</p>
        </section>
      )}
    </>
  )
}
