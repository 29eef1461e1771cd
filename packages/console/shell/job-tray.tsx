import { jobPath, jobsPath } from '@matricola/schema/paths.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { Link } from 'react-router'
import { useRegistry } from '../app/console-context.ts'
import { usePermission } from '../app/use-permission.ts'
import { isUserActive } from '../app/user-activity.ts'
import { useUser } from '../app/user-context.ts'
import { Icon } from '../icons/icon.tsx'
import { Popup } from '../kit/popup.tsx'
import { useBulkText } from '../pages/bulk/bulk-text.ts'
import { useJobs } from '../pages/jobs/job-calls.ts'
import { operationName } from '../pages/jobs/job-text.ts'
import { UnreadBadge } from './inbox-button.tsx'
import './inbox.css'

const maxShown = 10
/**
 * Polling interval for jobs that were started elsewhere, such as in another window, in
 * milliseconds.
 */
const idlePollMs = 60_000

/** Whether the job waits for its user: a preview that was not started, columns to map, a pause. */
const isWaiting = ({ state }: WireJob) =>
  state === 'mapping' || state === 'ready' || state === 'paused'

/**
 * The user's unfinished jobs: running ones, which are counted, then those that wait for the user.
 * Renders nothing if there are none.
 */
export function JobTray() {
  const registry = useRegistry()
  const text = useBulkText()
  const { t } = text
  const { role } = useUser()
  const can = usePermission()
  const isOff = !can.visit(jobsPath(role)) || !isUserActive()
  const jobsQuery = (state: string) =>
    ({
      params: { own: 'true', state, pageNumber: '1', pageSize: String(maxShown) },
      idlePollMs,
      isOff,
    }) as const
  const { data: runningJobs } = useJobs(jobsQuery('checking,running'))
  // One request for all states: a job that changes its state between two requests would be in
  // neither.
  const { data: unfinishedJobs } = useJobs(jobsQuery('checking,running,mapping,ready,paused'))
  if (!runningJobs || !unfinishedJobs || unfinishedJobs.totalCount === 0) return null
  const isCounted = (job: WireJob) => runningJobs.list.some(({ id }) => id === job.id)
  const jobs = [...runningJobs.list, ...unfinishedJobs.list.filter((job) => !isCounted(job))].slice(
    0,
    maxShown,
  )
  const running = runningJobs.totalCount
  const name = running === 0 ? t('jobs.title') : text.t('tray.name', { count: running })
  return (
    <Popup
      className="button-icon inbox-button"
      label={name}
      title={t('jobs.title')}
      button={
        <>
          <Icon name="clock" />
          <UnreadBadge count={running} />
        </>
      }
      panelLabel={name}
      panelClassName="inbox-panel"
    >
      {(close) => (
        <>
          <h2 className="popup-title">{t('jobs.title')}</h2>
          <ul className="bare-list popup-list">
            {jobs.map((job) => (
              <li key={job.id}>
                <Link className="popup-item inbox-item" to={jobPath(role, job.id)} onClick={close}>
                  <span className="inbox-item-text">
                    <span className="inbox-item-title">
                      {t('view.title', {
                        action: operationName(job, registry, text),
                        list: t(`resources:${job.resource}.many`),
                      })}
                    </span>
                    {!isWaiting(job) && (
                      <progress max={Math.max(1, job.total)} value={job.done} aria-hidden="true" />
                    )}
                    <span className="inbox-item-time">
                      {t(`states.${job.state}`)}
                      {!isWaiting(job) &&
                        ` · ${t('progress.short', { done: job.done, total: job.total })}`}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <div className="inbox-actions">
            <Link className="button" to={jobsPath(role)} onClick={close}>
              {t('tray.all')}
            </Link>
          </div>
        </>
      )}
    </Popup>
  )
}
