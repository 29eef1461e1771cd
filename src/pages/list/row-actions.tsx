import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actionsOf } from '#model/actions.ts'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { pageKinds } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { Popup } from '#src/console/shell/popup.tsx'
import { Icon } from '#src/icons/icon.tsx'
import { useRecordAction } from '#src/pages/form/use-record-action.ts'
import { Confirm } from './confirm.tsx'

// With it come the inputs of every kind, which a list does not need.
const ActionDialog = lazy(async () => ({ default: (await import('#src/pages/show/action-dialog.tsx')).ActionDialog }))

/** What the person may do to this row now: editing beside it, the rest in a menu. */
export function RowActions({ resource, record }: { readonly resource: AnyResource; readonly record: WireRecord }) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = usePerson()
  const [asked, setAsked] = useState<string | null>(null)
  const run = useRecordAction(resource, record)
  const all = actionsOf(resource)
  const names = Object.keys(all).filter((name) => record._can.includes(name))
  const canEdit = record._can.includes('update') && pageKinds(resource, role).includes('edit')
  const label = (name: string) => t(`resources:${resource.name}.actions.${name}`)
  return (
    <div className="row-actions">
      {canEdit && (
        <Link
          className="button-icon"
          data-edit={record.id}
          to={pagesOf(resource, role).edit.replace(':id', record.id)}
          aria-label={t('shell:list.editOne', { name: record._title })}
          title={t('shell:list.edit')}
        >
          <Icon name="pencil" />
        </Link>
      )}
      {names.length > 0 && (
        <Popup
          className="button-icon"
          label={t('shell:list.actionsOf', { name: record._title })}
          button={<Icon name="more" />}
          panelLabel={t('shell:list.actionsOf', { name: record._title })}
        >
          {(close) => (
            <ul className="popup-list">
              {names.map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    className={all[name]?.tone === 'danger' ? 'popup-item popup-item-danger' : 'popup-item'}
                    onClick={() => {
                      close()
                      if (all[name]?.input || all[name]?.tone === 'danger') setAsked(name)
                      else run.mutate({ action: name, input: {} })
                    }}
                  >
                    {label(name)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Popup>
      )}
      {asked !== null &&
        (all[asked]?.input ? (
          <Suspense fallback={null}>
            <ActionDialog resource={resource} record={record} action={asked} run={run.mutateAsync} onClose={() => setAsked(null)} />
          </Suspense>
        ) : (
          <Confirm
            title={t('shell:list.confirm', { action: label(asked), name: record._title })}
            detail={t('shell:list.confirmDetail')}
            action={label(asked)}
            onConfirm={() => run.mutate({ action: asked, input: {} })}
            onClose={() => setAsked(null)}
          />
        ))}
    </div>
  )
}
