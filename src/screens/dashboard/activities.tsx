import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { recordPath } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { dateTimeText } from '#src/fields/date-text.ts'
import { currentLanguage } from '#src/i18n.ts'

/** One thing that somebody did to a record. */
export interface Activity {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly resource: string
  readonly recordId: string
  readonly title: string
}

/** What was done last, newest first. */
export function Activities({ activities }: { readonly activities: readonly Activity[] }) {
  const { t, i18n } = useTranslation(['shell', 'resources'])
  const { role } = usePerson()
  if (activities.length === 0) return <p className="list-state sheet">{t('shell:dashboard.noActivities')}</p>
  const verb = ({ action, resource }: Activity) => {
    if (action === 'create' || action === 'update') return t(`shell:dashboard.did.${action}`)
    const key = `resources:${resource}.actions.${action}`
    return i18n.exists(key) ? t(key) : t('shell:dashboard.did.update')
  }
  return (
    <ol className="activities sheet">
      {activities.map((activity) => {
        const path = recordPath(activity.resource, activity.recordId, role)
        return (
          <li key={`${activity.at}${activity.recordId}`}>
            <time dateTime={activity.at}>{dateTimeText(activity.at, currentLanguage())}</time>
            <span className="activity-words">
              <strong>{activity.actor}</strong> · {verb(activity)} · {t(`resources:${activity.resource}.one`)}{' '}
              {path ? <Link to={path}>{activity.title}</Link> : activity.title}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
