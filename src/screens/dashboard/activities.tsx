import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { formatTitleDates } from '@matricola/console/fields/title-text.ts'
import { useActorName } from '@matricola/console/fields/use-actor-name.ts'
import { currentLanguage, withLabel } from '@matricola/console/i18n.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { WireActivity } from '#resources/academic/wire-dashboard.ts'

export function Activities({ activities }: { readonly activities: readonly WireActivity[] }) {
  const { t, i18n } = useTranslation(['dashboard', 'resources'])
  const recordPath = useRecordPath()
  const actorName = useActorName()
  if (activities.length === 0)
    return <p className="list-state panel">{t('dashboard:noActivities')}</p>
  const verb = ({ action, resource }: WireActivity) => {
    const keys = [`dashboard:did.${action}`, `resources:${resource}.actions.${action}`]
    return t(keys.find((key) => i18n.exists(key)) ?? 'dashboard:did.update')
  }
  return (
    <ol className="bare-list activities panel">
      {activities.map((activity) => {
        const { resource, count } = activity
        const title = activity.title && formatTitleDates(activity.title)
        const path = recordPath(resource, activity.recordId)
        return (
          <li key={`${activity.at}${activity.action}${activity.recordId}`}>
            <time dateTime={activity.at}>{dateTimeText(activity.at, currentLanguage())}</time>
            <span className="activity-text">
              <strong>{actorName(activity.actor)}</strong> · {verb(activity)} ·{' '}
              {count > 1 ? (
                <>
                  {title
                    ? withLabel(t(`resources:${resource}.count`, { count }), '')
                    : t(`resources:${resource}.count`, { count })}
                  {path && title ? <Link to={path}>{title}</Link> : title}
                  {activity.others.map((other) => `, ${formatTitleDates(other)}`)}
                  {title && count > activity.others.length + 1 ? ', …' : ''}
                </>
              ) : (
                <>
                  {t(`resources:${resource}.one`)}{' '}
                  {path && title ? <Link to={path}>{title}</Link> : title}
                </>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
