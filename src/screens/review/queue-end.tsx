import { Link } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { Button } from '#src/kit/button.tsx'
import { registrations } from './registration.ts'

interface QueueEndProps {
  readonly decided: number
  /** Whether no application was left for later. */
  readonly isThrough: boolean
  readonly minutes: number
  readonly onBack: () => void
}

const onwards = ['updateRequested', 'resubmitted'] as const

/** Shown at the end of the view: what was decided, and links to where more may be waiting. */
export function QueueEnd({ decided, isThrough, minutes, onBack }: QueueEndProps) {
  const { t } = usePageText()
  const { role } = usePerson()
  const { list } = pagesOf(registrations, role)
  return (
    <div className="page queue-end">
      <h1 id="review-name" tabIndex={-1}>
        {t(isThrough ? 'review.end.title' : 'review.end.through')}
      </h1>
      {decided > 0 && (
        <p>
          {t('review.end.decided', {
            files: t(`resources:${registrations.name}.count`, { count: decided }),
            minutes: t('review.end.minutes', { count: minutes }),
          })}
        </p>
      )}
      <ul>
        {onwards.map((view) => (
          <li key={view}>
            <Link to={`${list}?view=${view}`}>{t(`resources:${registrations.name}.views.${view}`)}</Link>
          </li>
        ))}
        <li>
          <Link to={list}>{t(`resources:${registrations.name}.many`)}</Link>
        </li>
      </ul>
      <Button onClick={onBack}>{t('review.end.back')}</Button>
    </div>
  )
}
