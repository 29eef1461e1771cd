import { actionsOf } from '@matricola/schema/actions.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { useUser } from '../../app/user-context.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { usePageText } from '../../fields/page-text.ts'
import { useActorName } from '../../fields/use-actor-name.ts'
import { Timeline } from '../../kit/timeline.tsx'
import { useEndpoint } from '../../use-call.ts'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { AsOfButton, canViewAsOf } from '../history/as-of.tsx'
import { VersionActions } from '../history/version-actions.tsx'
import { AccessLog } from './access-log.tsx'
import { ChangedValue } from './changed-value.tsx'
import { Pager } from './related-list.tsx'

const entriesPerPage = 20

interface RecordHistoryProps {
  readonly resource: AnyResource
  readonly id: string
  /** The current record, if its versions can be compared and restored. */
  readonly record?: WireRecord
}

/** History of a record, newest first: who changed which values, when and why. */
export function RecordHistory({ resource, id, record }: RecordHistoryProps) {
  const { t, language } = usePageText()
  const { role } = useUser()
  const [page, setPage] = useState(1)
  const { history } = endpointsOf(resource)
  const actorName = useActorName()
  const query = useEndpoint<Page<WireChange>>(
    history,
    { params: { id }, query: { pageNumber: page, pageSize: entriesPerPage } },
    { key: ['data', 'default', resource.name, 'one', id, 'history', page] },
  )
  if (query.isError)
    return <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <FieldsSkeleton rows={5} />
  if (query.data.totalCount === 0) return <p>{t('history.empty')}</p>
  return (
    <>
      {record && canViewAsOf(resource, role) && (
        <div className="history-tools">
          <AsOfButton label={t('time:asOf.ofRecord')} />
        </div>
      )}
      <div className="history panel">
        <Timeline
          entries={query.data.list.map((change) => ({
            key: change.id,
            content: (
              <>
                <div className="history-head">
                  <strong>{actionLabel(t, resource, change.action)}</strong>{' '}
                  {actorName(change.actor.name)}
                  <time className="caption" dateTime={change.at}>
                    {longDateTime(change.at, language)}
                  </time>
                  {record && change.version < record.version && (
                    <VersionActions resource={resource} record={record} version={change.version} />
                  )}
                </div>
                {change.reason && (
                  <p className="history-reason">{t('history.reason', { reason: change.reason })}</p>
                )}
                {change.changes.length > 0 && (
                  <dl className="definitions">
                    {change.changes
                      .filter(({ field }) => Object.hasOwn(resource.fields, field))
                      .map((entry) => (
                        <div key={entry.field} className="definition-row">
                          <dt>{t(`resources:${resource.name}.fields.${entry.field}`)}</dt>
                          <dd>
                            <ChangedValue resource={resource} change={entry} />
                          </dd>
                        </div>
                      ))}
                  </dl>
                )}
              </>
            ),
          }))}
        />
      </div>
      <Pager
        page={page}
        last={Math.max(1, Math.ceil(query.data.totalCount / entriesPerPage))}
        onChange={setPage}
      />
      {resource.logsReads && <AccessLog resource={resource} id={id} />}
    </>
  )
}

/** Label of a change: created, changed, or the label of the action. */
function actionLabel(t: (key: string) => string, resource: AnyResource, action: string): string {
  if (Object.hasOwn(actionsOf(resource), action))
    return t(`resources:${resource.name}.actions.${action}`)
  return t(
    `history.${Object.hasOwn(builtInActionKeys, action) ? builtInActionKeys[action as keyof typeof builtInActionKeys] : 'updated'}`,
  )
}

/** Text keys of built-in types of change. */
const builtInActionKeys = { create: 'created', undo: 'undone', restore: 'restored' } as const
