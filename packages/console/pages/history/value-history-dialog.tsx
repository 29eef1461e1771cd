import { readableFields } from '@matricola/schema/access.ts'
import { findDynamicField } from '@matricola/schema/dynamic-fields.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { titleText } from '../../fields/title-text.ts'
import { useActorName } from '../../fields/use-actor-name.ts'
import { useLanguage } from '../../i18n.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { ChangedValue } from '../show/changed-value.tsx'
import '../show/show.css'
import './history.css'
import { Button } from '../../kit/button.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { useChanges } from './use-changes.ts'
import { isRestorable } from './versions.ts'

interface ValueHistoryDialogProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  /** The field to show when the dialog opens. */
  readonly field: string
  readonly onClose: () => void
}

/** Lists the changes to a field: user, time, old and new value. Earlier values can be restored. */
export function ValueHistoryDialog({
  resource,
  record,
  field: first,
  onClose,
}: ValueHistoryDialogProps) {
  const { t } = useTranslation(['time', 'resources', 'shell', 'pages'])
  const { role } = useUser()
  const can = usePermission()
  const language = useLanguage()
  const actorName = useActorName()
  const id = useId()
  const [field, setField] = useState(first)
  const [restored, setRestored] = useState<number | null>(null)
  const query = useChanges(resource, record.id)
  const label = (name: string) => t(`resources:${fieldKey(resource, name)}`)
  if (restored !== null)
    return (
      <RestoreDialog
        resource={resource}
        record={record}
        version={restored}
        field={field}
        onClose={onClose}
      />
    )
  const entries = (query.data ?? []).flatMap((change) => {
    const entry = change.changes.find((fieldChange) => fieldChange.field === field)
    return entry ? [{ change, entry }] : []
  })
  const canRestore = can('update', resource, record) && isRestorable(resource, role, field)
  return (
    <Dialog
      isWide
      title={t('time:who.title', { name: titleText(resource, record, t) })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('shell:close')}</Button>}
    >
      <div className="value-history-field">
        <label htmlFor={id}>{t('time:who.field')}</label>
        <select
          id={id}
          className="select"
          value={field}
          onChange={(event) => setField(event.target.value)}
        >
          {readableFields(resource, role)
            .filter((name) => !findDynamicField(resource, name))
            .map((name) => (
              <option key={name} value={name}>
                {label(name)}
              </option>
            ))}
        </select>
        <span className="value-history-current">
          <span className="caption">{t('time:restore.now')}</span>
          <FieldValue resource={resource} name={field} record={record} />
        </span>
      </div>
      {query.isError ? (
        <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <FieldsSkeleton rows={3} />
      ) : entries.length === 0 ? (
        <p>{t('time:who.never')}</p>
      ) : (
        <ol className="history">
          {entries.map(({ change, entry }, index) => (
            <li key={change.id} className="history-entry">
              <div className="history-head">
                <strong>{actorName(change.actor.name)}</strong>
                <time className="caption" dateTime={change.at}>
                  {longDateTime(change.at, language)}
                </time>
                {index > 0 && canRestore && (
                  <span className="version-actions">
                    <Button onClick={() => setRestored(change.version)}>
                      {t('time:who.restore')}
                    </Button>
                  </span>
                )}
              </div>
              <div className="value-history-change">
                <ChangedValue resource={resource} change={entry} />
              </div>
              {change.reason && (
                <p className="history-reason">
                  {t('pages:history.reason', { reason: change.reason })}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
