import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { pagePaths } from '@matricola/schema/paths.ts'
import { Link } from 'react-router'
import { registrationsResource } from './registration.ts'

interface QueueEndProps {
  readonly decidedCount: number
  /** Whether no application was left for later. */
  readonly isComplete: boolean
  readonly minutes: number
  readonly onBack: () => void
}

const furtherViews = ['updateRequested', 'resubmitted'] as const

/** Shown at the end of the view: the decisions of this session, and links to other views with applications. */
export function QueueEnd({ decidedCount, isComplete, minutes, onBack }: QueueEndProps) {
  const { t } = usePageText()
  const { role } = useUser()
  const { list } = pagePaths(registrationsResource, role)
  return (
    <div className="page queue-end">
      <h1 id="review-name" tabIndex={-1}>
        {t(isComplete ? 'review.end.title' : 'review.end.through')}
      </h1>
      {decidedCount > 0 && (
        <p>
          {t('review.end.decided', {
            files: t(`resources:${registrationsResource.name}.count`, { count: decidedCount }),
            minutes: t('review.end.minutes', { count: minutes }),
          })}
        </p>
      )}
      <ul>
        {furtherViews.map((view) => (
          <li key={view}>
            <Link to={`${list}?view=${view}`}>{t(`resources:${registrationsResource.name}.views.${view}`)}</Link>
          </li>
        ))}
        <li>
          <Link to={list}>{t(`resources:${registrationsResource.name}.many`)}</Link>
        </li>
      </ul>
      <Button onClick={onBack}>{t('review.end.back')}</Button>
    </div>
  )
}
