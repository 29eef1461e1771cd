import { HttpError } from '@matricola/providers/http.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { childRowEntries } from '@matricola/schema/resource-fields.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHttp } from '../../app/console-context.ts'
import { useSubmissionKey } from '../../app/submission-key.ts'
import { useUser } from '../../app/user-context.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { titleText } from '../../fields/title-text.ts'
import { useActorName } from '../../fields/use-actor-name.ts'
import { useLanguage } from '../../i18n.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { showToast } from '../../toasts/toast-store.ts'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { ChangedValue } from '../show/changed-value.tsx'
import './history.css'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/checks.tsx'
import { useChanges } from './use-changes.ts'
import { differingFields, isRestorable, lastChangeOf, recordAt } from './versions.ts'

interface RestoreDialogProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly version: number
  /** Restores only this field. If absent, restores all fields that differ. */
  readonly field?: string
  readonly onClose: () => void
}

/**
 * Previews what restoring an earlier version would change, and who changed each field since. Fields
 * can be left out.
 */
export function RestoreDialog({ resource, record, version, field, onClose }: RestoreDialogProps) {
  const { request } = useHttp()
  const { t } = useTranslation(['time', 'resources', 'shell'])
  const { role } = useUser()
  const language = useLanguage()
  const actorName = useActorName()
  const invalidate = useInvalidate()
  const [excluded, setExcluded] = useState<readonly string[]>([])
  const query = useChanges(resource, record.id)
  const changes = query.data ?? []
  const earlierRecord = recordAt(record, changes, version)
  const different = differingFields(resource, role, record, earlierRecord).filter(
    (name) => field === undefined || name === field,
  )
  const stored = different.filter((name) => isRestorable(resource, role, name))
  const fixed = different.filter((name) => !stored.includes(name))
  // Child rows that were added, changed or removed since are restored with their record.
  const rows = childRowEntries(resource).map(({ name }) => name)
  const withRows = rows.filter(
    (name) => lastChangeOf(changes, name, version) && (field === undefined || name === field),
  )
  const names = [...stored, ...withRows]
  const chosen = names.filter((name) => !excluded.includes(name))
  const label = (name: string) => t(`resources:${fieldKey(resource, name)}`)
  const submissionKey = useSubmissionKey()
  const restoring = useMutation({
    mutationFn: () =>
      submissionKey.run((headers) =>
        request<WireRecord>(endpointsOf(resource).restore, {
          path: { id: record.id },
          body: { version, fields: chosen, current: record.version },
          headers,
          fallback: `resources:${resource.name}.problems.update`,
        }),
      ),
    onSuccess: ({ message }) => {
      showToast({ severity: 'success', summary: message })
      onClose()
    },
    onSettled: async () => {
      await invalidate({
        resource: resource.name,
        id: record.id,
        invalidates: ['list', 'many', 'detail'],
      })
      for (const { of } of childRowEntries(resource))
        await invalidate({ resource: of, invalidates: ['list', 'many'] })
    },
  })
  const { error } = restoring
  return (
    <Dialog
      isWide
      title={t('time:restore.title', { name: titleText(resource, record, t) })}
      onClose={onClose}
      footer={
        <>
          {chosen.length > 0 && (
            <Button
              kind="primary"
              aria-disabled={restoring.isPending}
              onClick={() => !restoring.isPending && restoring.mutate()}
            >
              {t('time:restore.confirm')}
            </Button>
          )}
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
        </>
      }
    >
      {error && (
        <p className="field-error" role="alert">
          {error instanceof HttpError && error.code === 'record.stale'
            ? t('time:restore.stale')
            : error.message}
        </p>
      )}
      {query.isError ? (
        <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <FieldsSkeleton rows={3} />
      ) : names.length === 0 ? (
        <p>{t('time:restore.nothing')}</p>
      ) : (
        <div className="table-box">
          <table className="plain-table side-by-side stack-on-narrow">
            <thead>
              <tr>
                <th scope="col">{t('time:restore.field')}</th>
                <th scope="col">{t('time:restore.now')}</th>
                <th scope="col">{t('time:restore.then')}</th>
                <th scope="col">{t('time:restore.since')}</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => {
                const since = lastChangeOf(changes, name, version)
                const ofRows = rows.includes(name)
                  ? since?.changes.find((fieldChange) => fieldChange.field === name)
                  : undefined
                return (
                  <tr key={name}>
                    <th scope="row">
                      <Checkbox
                        checked={!excluded.includes(name)}
                        onChange={() =>
                          setExcluded(
                            excluded.includes(name)
                              ? excluded.filter((excludedName) => excludedName !== name)
                              : [...excluded, name],
                          )
                        }
                      >
                        {label(name)}
                      </Checkbox>
                    </th>
                    <td data-label={t('time:restore.now')}>
                      {ofRows ? (
                        <ChangedValue resource={resource} change={ofRows} />
                      ) : (
                        <FieldValue resource={resource} name={name} record={record} />
                      )}
                    </td>
                    <td className="changed" data-label={t('time:restore.then')}>
                      {!ofRows && (
                        <FieldValue resource={resource} name={name} record={earlierRecord} />
                      )}
                    </td>
                    <td data-label={t('time:restore.since')}>
                      {since &&
                        `${actorName(since.actor.name)}, ${longDateTime(since.at, language)}`}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {fixed.length > 0 && (
        <p className="caption">
          {t('time:restore.fixed', { fields: fixed.map(label).join(', ') })}
        </p>
      )}
    </Dialog>
  )
}
