import { useTranslation } from 'react-i18next'
import type { WireAdmissionFigures, WireDashboard } from '#resources/academic/wire-dashboard.ts'
import { PlacesTable } from './places-table.tsx'
import { SubmissionsChart } from './submissions-chart.tsx'
import './dashboard.css'

interface AdmissionChartsProps {
  readonly admission: WireAdmissionFigures
  readonly timeToDecision: WireDashboard['timeToDecision']
  readonly asOf: string
}

/**
 * Charts for the admission session: applications per day next to the time until a decision, and
 * places per specialization.
 */
export function AdmissionCharts({ admission, timeToDecision, asOf }: AdmissionChartsProps) {
  const { t } = useTranslation('dashboard')
  return (
    <>
      <div className="charts-columns">
        <section aria-labelledby="submissions">
          <h2 id="submissions">{t('submissions')}</h2>
          <SubmissionsChart admission={admission} asOf={asOf} />
        </section>
        <section aria-labelledby="time-to-decision">
          <h2 id="time-to-decision">{t('timeToDecision')}</h2>
          <TimeToDecision time={timeToDecision} />
        </section>
      </div>
      <section aria-labelledby="places">
        <h2 id="places">{t('placesTitle')}</h2>
        <PlacesTable places={admission.places} sessionId={admission.id} />
      </section>
    </>
  )
}

function TimeToDecision({ time }: { readonly time: WireDashboard['timeToDecision'] }) {
  const { t } = useTranslation('dashboard')
  if (!time) return <p className="list-state panel">{t('noDecisions')}</p>
  const days = (count: number) => t('workingDays', { count })
  return (
    <div className="panel chart-panel">
      <dl className="decision-times">
        <div>
          <dt>{t('median')}</dt>
          <dd>{days(time.median)}</dd>
        </div>
        <div>
          <dt>{t('ninetieth')}</dt>
          <dd>{days(time.ninetieth)}</dd>
        </div>
      </dl>
      <p className="caption">{t('decisionsCounted', { count: time.decisions })}</p>
    </div>
  )
}
