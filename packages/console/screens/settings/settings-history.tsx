import type { AnyResource } from '@matricola/schema/resource.ts'
import { maxPageSize } from '@matricola/schema/vocabulary.ts'
import { useId, useState } from 'react'
import { longDateTime } from '../../fields/date-text.ts'
import { usePageText } from '../../fields/page-text.ts'
import { useActorName } from '../../fields/use-actor-name.ts'
import { FieldsSkeleton, LoadFailed } from '../../pages/form/load-state.tsx'
import { ChangedValue, ShownValue } from '../../pages/show/changed-value.tsx'
import { Pager } from '../../pages/show/related-list.tsx'
import { useSettingsHistory } from './use-settings-history.ts'

interface SettingsHistoryProps {
  readonly resource: AnyResource
  /** Puts an old value into the form and opens the review of changes. */
  readonly onRestore: (field: string, value: unknown, title?: string) => void
}

/**
 * History of the settings: when, who, old and new value, and why. Can be filtered by setting and
 * user; old values can be restored.
 */
export function SettingsHistory({ resource, onRestore }: SettingsHistoryProps) {
  const { t, language } = usePageText()
  const id = useId()
  const [page, setPage] = useState(1)
  const [filter, setFilter] = useState({ field: '', person: '' })
  const actorName = useActorName()
  const query = useSettingsHistory(resource, page)
  if (query.isError)
    return <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <FieldsSkeleton rows={5} />
  const rows = query.data.list
    .flatMap((change) => change.changes.map((entry) => ({ ...change, entry })))
    .filter(({ entry }) => Object.hasOwn(resource.fields, entry.field))
  if (rows.length === 0) return <p>{t('history.empty')}</p>
  const visibleRows = rows.filter(
    ({ entry, actor }) =>
      (filter.field === '' || entry.field === filter.field) &&
      (filter.person === '' || actor.name === filter.person),
  )
  const filters = [
    {
      name: 'field' as const,
      options: [...new Set(rows.map(({ entry }) => entry.field))].map((value) => ({
        value,
        label: t(`resources:${resource.name}.fields.${value}`),
      })),
    },
    {
      name: 'person' as const,
      options: [...new Set(rows.map(({ actor }) => actor.name))].map((value) => ({
        value,
        label: actorName(value),
      })),
    },
  ]
  return (
    <div className="related-records">
      <div className="history-filters">
        {filters.map(({ name, options }) => (
          <div key={name} className="form-field">
            <label className="field-label" htmlFor={`${id}-${name}`}>
              {t(`settings:filter.${name}`)}
            </label>
            <select
              id={`${id}-${name}`}
              className="input"
              value={filter[name]}
              onChange={(event) => setFilter({ ...filter, [name]: event.target.value })}
            >
              <option value="">{t('settings:filter.all')}</option>
              {options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      <div className="table-box panel">
        <table className="plain-table stack-on-narrow">
          <thead>
            <tr>
              {['when', 'who', 'setting', 'change', 'reason', 'restore'].map((column) => (
                <th key={column} scope="col">
                  <span className={column === 'restore' ? 'visually-hidden' : undefined}>
                    {t(`settings:columns.${column}`)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visibleRows.map(({ id: changeId, at, actor, reason, entry }) => (
              <tr key={`${changeId}-${entry.field}`}>
                <td data-label={t('settings:columns.when')}>
                  <time dateTime={at}>{longDateTime(at, language)}</time>
                </td>
                <td data-label={t('settings:columns.who')}>{actorName(actor.name)}</td>
                <td data-label={t('settings:columns.setting')}>
                  {t(`resources:${resource.name}.fields.${entry.field}`)}
                </td>
                <td data-label={t('settings:columns.change')}>
                  <ChangedValue resource={resource} change={entry} />
                </td>
                <td data-label={t('settings:columns.reason')}>{reason}</td>
                <td>
                  <button
                    type="button"
                    className="button-link"
                    onClick={() => onRestore(entry.field, entry.before ?? null, entry.beforeTitle)}
                  >
                    {t('settings:restore')}{' '}
                    {entry.beforeTitle ?? (
                      <ShownValue resource={resource} field={entry.field} value={entry.before} />
                    )}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        page={page}
        last={Math.max(1, Math.ceil(query.data.totalCount / maxPageSize))}
        onChange={setPage}
      />
    </div>
  )
}
