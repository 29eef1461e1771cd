import { longDateTime, timeText } from '@matricola/console/fields/date-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { ListFailed } from '@matricola/console/pages/list/list-states.tsx'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import '@matricola/console/pages/list/list.css'
import { useCall } from '@matricola/console/use-call.ts'
import { Activities } from './activities.tsx'
import { KeyFigures } from './key-figures.tsx'
import { StatusBar } from './status-bar.tsx'
import { ToDo } from './to-do.tsx'

// Charts are loaded after the numbers.
const AdmissionCharts = lazy(async () => ({
  default: (await import('./admission-charts.tsx')).AdmissionCharts,
}))

/**
 * Home page of administrators and secretaries: pending work first, then key figures with links to
 * their lists, then the admission session and recent activities.
 */
export function StaffHome() {
  const { t } = useTranslation(['shell', 'dashboard'])
  const query = useCall(
    dashboardCalls.dashboard,
    {},
    {
      fallback: 'shell:failed.dashboard',
      showsErrorToast: true,
      retry: false,
      refetchOnWindowFocus: 'always',
    },
  )
  const figures = query.data
  if (query.isError && !figures)
    return (
      <ListFailed
        error={query.error}
        title={t('dashboard:failed')}
        onRetry={() => void query.refetch()}
      />
    )
  const language = currentLanguage()
  const admission = figures?.admission
  const opening =
    admission?.opensAt && Date.parse(admission.opensAt) > Date.parse(figures?.asOf ?? '')
      ? admission.opensAt
      : null
  const emptyText = opening
    ? t('dashboard:opensOn', { date: longDateTime(opening, language) })
    : t('dashboard:noRegistrations')
  return (
    <div className="home" aria-busy={query.isFetching}>
      <section aria-labelledby="to-do">
        <div className="home-head">
          <h2 id="to-do">{t('dashboard:toDo.title')}</h2>
          <p className="caption">
            {figures && t('dashboard:asOf', { time: timeText(new Date(figures.asOf), language) })}
          </p>
        </div>
        {figures ? (
          <ToDo toDo={figures.toDo} asOf={figures.asOf} />
        ) : (
          <div className="to-do-skeleton panel" aria-hidden="true" />
        )}
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures">{t('dashboard:figures')}</h2>
        <KeyFigures figures={figures} />
      </section>
      <section aria-labelledby="distribution">
        <div className="home-head">
          <h2 id="distribution">{t('dashboard:distribution')}</h2>
          {admission && <p className="caption">{admission.name}</p>}
        </div>
        {figures && (
          <StatusBar
            counts={admission?.registrationStatus ?? figures.registrationStatus}
            emptyText={emptyText}
            {...(admission && { filters: { admissionSessionId: admission.id } })}
          />
        )}
      </section>
      {figures && admission && admission.registrations > 0 && (
        <Suspense fallback={<div className="charts-skeleton" aria-hidden="true" />}>
          <AdmissionCharts
            admission={admission}
            timeToDecision={figures.timeToDecision}
            asOf={figures.asOf}
          />
        </Suspense>
      )}
      <section aria-labelledby="activities">
        <h2 id="activities">{t('dashboard:activities')}</h2>
        {figures && <Activities activities={figures.recentActivities} />}
      </section>
    </div>
  )
}
