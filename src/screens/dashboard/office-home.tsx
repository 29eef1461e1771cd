import { useCustom } from '@refinedev/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sessionEndpoints } from '#model/endpoints.ts'
import { emptyListQuery } from '#model/list-query.ts'
import { pagesOf } from '#model/paths.ts'
import type { WireDashboard } from '#model/wire.ts'
import type { HttpError } from '#providers/http.ts'
import { areaResources } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { timeText } from '#src/fields/date-text.ts'
import { moneyDisplay, numberDisplay } from '#src/fields/number-text.ts'
import { currentLanguage } from '#src/i18n.ts'
import { ListFailed } from '#src/pages/list/states.tsx'
import { toPageParams } from '#src/pages/list/use-list-query.ts'
import '#src/pages/list/list.css'
import { Activities } from './activities.tsx'
import { StatusBar } from './status-bar.tsx'

/** Home of admins and secretaries: figures that lead to their lists, the registrations by status, what was done last. */
export function OfficeHome() {
  const { t } = useTranslation('shell')
  const { query } = useCustom<WireDashboard & { id?: string }, HttpError>({
    url: sessionEndpoints.dashboard.path,
    method: 'get',
    queryOptions: { retry: false },
  })
  const figures = query.data?.data
  if (query.isError) return <ListFailed error={query.error} title={t('dashboard.failed')} onRetry={() => void query.refetch()} />
  const language = currentLanguage()
  const count = (value: number | undefined) => (value === undefined ? undefined : numberDisplay(value, language, 0))
  const asOf = query.dataUpdatedAt ? timeText(new Date(query.dataUpdatedAt), language) : ''
  return (
    <div className="home" aria-busy={query.isFetching}>
      <section aria-labelledby="figures">
        <div className="home-head">
          <h2 id="figures">{t('dashboard.figures')}</h2>
          <p className="caption">{asOf && t('dashboard.asOf', { time: asOf })}</p>
        </div>
        <dl className="figures sheet">
          <Figure
            label={t('dashboard.totalStudents')}
            value={count(figures?.totalStudents)}
            list="students"
            filters={{ status: 'active' }}
          />
          <Figure
            label={t('dashboard.facultyMembers')}
            value={count(figures?.facultyMembers)}
            list="professors"
            filters={{ isActive: 'true' }}
          />
          <Figure label={t('dashboard.registrations')} value={count(figures?.registrations)} list="registrations" />
          <Figure label={t('dashboard.totalRevenue')} value={figures && moneyDisplay(figures.totalRevenue, language)} list="finances" />
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
  /** What the list is narrowed to, so that it counts the same. */
  readonly filters?: { readonly [field: string]: string }
}

function Figure({ label, value, list, filters = {} }: FigureProps) {
  const { role } = usePerson()
  const resource = areaResources(role).find(({ name }) => name === list)
  const query = resource ? toPageParams({ ...emptyListQuery, filters, sort: resource.list.sort }, resource) : ''
  return (
    <div className="figure">
      <dt>{resource ? <Link to={`${pagesOf(resource, role).list}?${query}`}>{label}</Link> : label}</dt>
      <dd>{value ?? <span className="skeleton" aria-hidden="true" />}</dd>
    </div>
  )
}
