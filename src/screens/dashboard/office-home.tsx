import { useCustom } from '@refinedev/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sessionEndpoints } from '#model/endpoints.ts'
import { pagesOf } from '#model/paths.ts'
import type { HttpError } from '#providers/http.ts'
import { areaResources } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { moneyDisplay, numberDisplay } from '#src/fields/number-text.ts'
import { currentLanguage } from '#src/i18n.ts'
import { ListFailed } from '#src/pages/list/states.tsx'
import '#src/pages/list/list.css'
import { Activities, type Activity } from './activities.tsx'
import { StatusBar } from './status-bar.tsx'

/** What GET /api/dashboard answers. */
interface Figures {
  readonly totalStudents: number
  /** Null where the caller may not know it. */
  readonly totalRevenue: number | null
  readonly facultyMembers: number
  readonly registrations: number
  readonly registrationStatus: { readonly [status: string]: number }
  readonly recentActivities: readonly Activity[]
}

/** Home of admins and secretaries: figures that lead to their lists, the registrations by status, what was done last. */
export function OfficeHome() {
  const { t } = useTranslation('shell')
  const { query } = useCustom<Figures & { id?: string }, HttpError>({
    url: sessionEndpoints.dashboard.path,
    method: 'get',
    queryOptions: { retry: false },
  })
  const figures = query.data?.data
  if (query.isError) return <ListFailed error={query.error} title={t('dashboard.failed')} onRetry={() => void query.refetch()} />
  const language = currentLanguage()
  const count = (value: number | undefined) => (value === undefined ? undefined : numberDisplay(value, language, 0))
  const asOf = query.dataUpdatedAt
    ? new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(query.dataUpdatedAt)
    : ''
  return (
    <div className="home" aria-busy={query.isFetching}>
      <section aria-labelledby="figures">
        <div className="home-head">
          <h2 id="figures">{t('dashboard.figures')}</h2>
          <p className="caption">{asOf && t('dashboard.asOf', { time: asOf })}</p>
        </div>
        <dl className="figures sheet">
          <Figure label={t('dashboard.totalStudents')} value={count(figures?.totalStudents)} list="students" />
          <Figure label={t('dashboard.facultyMembers')} value={count(figures?.facultyMembers)} list="professors" />
          <Figure label={t('dashboard.registrations')} value={count(figures?.registrations)} list="registrations" />
          {figures?.totalRevenue !== null && (
            <Figure
              label={t('dashboard.totalRevenue')}
              value={figures && moneyDisplay(figures.totalRevenue ?? 0, language)}
              list="finances"
            />
          )}
        </dl>
      </section>
      <section aria-labelledby="distribution">
        <h2 id="distribution">{t('dashboard.distribution')}</h2>
        {figures && <StatusBar counts={figures.registrationStatus} />}
      </section>
      <section aria-labelledby="activities">
        <h2 id="activities">{t('dashboard.activities')}</h2>
        {figures && <Activities activities={figures.recentActivities} />}
      </section>
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string | undefined
  /** The list that the figure counts; a link where the person has that list. */
  readonly list: string
}

function Figure({ label, value, list }: FigureProps) {
  const { role } = usePerson()
  const resource = areaResources(role).find(({ name }) => name === list)
  return (
    <div className="figure">
      <dt>{resource ? <Link to={pagesOf(resource, role).list}>{label}</Link> : label}</dt>
      <dd>{value ?? <span className="skeleton" aria-hidden="true" />}</dd>
    </div>
  )
}
