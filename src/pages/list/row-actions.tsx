import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actionsOf, wayBackFrom } from '#model/actions.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { pageKinds } from '#src/console/area.ts'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { Popup } from '#src/console/shell/popup.tsx'
import { titleText } from '#src/fields/title-text.ts'
import { Icon } from '#src/icons/icon.tsx'
import { useRecordAction } from '#src/pages/form/use-record-action.ts'
import { mayAskWho, useWho } from '#src/pages/history/who.tsx'
import { DependantsNote, setsAside } from '#src/pages/show/dependants.tsx'
import { recordLink } from '#src/screens/record-links.ts'
import { Confirm } from './confirm.tsx'
import { useEditPath } from './row-path.ts'

// With it come the inputs of every kind, which a list does not need.
const ActionDialog = lazy(async () => ({ default: (await import('#src/pages/show/action-dialog.tsx')).ActionDialog }))

/** Content that a screen offers on each row of its list beside what is declared. */
export const RowExtra = createContext<(record: WireRecord) => ReactNode>(() => null)

/** An action that asks something first, or that was refused since somebody else was faster. */
interface Asked {
  readonly name: string
  readonly refused?: { readonly seen: WireRecord; readonly message: string }
}

/** Actions of the person on this row now: editing beside it, the rest in a menu. */
export function RowActions({ resource, record }: { readonly resource: AnyResource; readonly record: WireRecord }) {
  const { t } = useTranslation(['shell', 'resources', 'time', 'pages'])
  const person = usePerson()
  const may = useMay()
  const extra = useContext(RowExtra)
  const [asked, setAsked] = useState<Asked | null>(null)
  const editPath = useEditPath(resource)
  const { ask, run } = useRecordAction(resource, record)
  const runNow = (name: string) => run({ action: name, input: {} }, (message) => setAsked({ name, refused: { seen: record, message } }))
  const all = actionsOf(resource)
  const names = Object.keys(all).filter((name) => may(name, resource, record))
  const canEdit = may('update', resource, record) && pageKinds(resource, person.role).includes('edit')
  const link = recordLink(resource.name, record, person)
  const [askWho, who] = useWho({ resource, record })
  const canAskWho = mayAskWho(resource, record, may)
  const label = (name: string) => t(`resources:${resource.name}.actions.${name}`)
  return (
    <div className="row-actions">
      {link && (
        <Link className="button-icon" to={link.to} aria-label={`${t(link.words)}: ${titleText(resource, record, t)}`} title={t(link.words)}>
          <Icon name={link.icon} />
        </Link>
      )}
      {extra(record)}
      {canEdit && (
        <Link
          className="button-icon"
          data-edit={record.id}
          aria-keyshortcuts="e"
          to={editPath(record)}
          aria-label={t('shell:list.editOne', { name: titleText(resource, record, t) })}
          title={t('shell:list.edit')}
        >
          <Icon name="pencil" />
        </Link>
      )}
      {/* The key H presses it. */}
      {canAskWho && <button type="button" hidden data-history={record.id} onClick={() => askWho(fieldInFocus(resource))} />}
      {(names.length > 0 || canAskWho) && (
        <Popup
          className="button-icon"
          triggerKey="row-menu"
          shortcut="."
          label={t('shell:list.actionsOf', { name: titleText(resource, record, t) })}
          button={<Icon name="more" />}
          panelLabel={t('shell:list.actionsOf', { name: titleText(resource, record, t) })}
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
                      if (all[name]?.input || all[name]?.tone === 'danger') setAsked({ name })
                      else runNow(name)
                    }}
                  >
                    {label(name)}
                  </button>
                </li>
              ))}
              {canAskWho && (
                <li>
                  <button
                    type="button"
                    className="popup-item"
                    aria-keyshortcuts="h"
                    onClick={() => {
                      close()
                      askWho(fieldInFocus(resource))
                    }}
                  >
                    {t('time:who.key')}
                  </button>
                </li>
              )}
            </ul>
          )}
        </Popup>
      )}
      {who}
      {asked !== null &&
        (all[asked.name]?.input || asked.refused ? (
          <Suspense fallback={null}>
            <ActionDialog
              resource={resource}
              record={record}
              action={asked.name}
              refused={asked.refused}
              run={ask}
              onClose={() => setAsked(null)}
            />
          </Suspense>
        ) : (
          <Confirm
            title={t('shell:list.confirm', { action: label(asked.name), name: titleText(resource, record, t) })}
            wayBack={wayBackFrom(resource, asked.name, record, person)}
            action={label(asked.name)}
            note={setsAside(resource, asked.name) && <DependantsNote resource={resource} ids={[record.id]} />}
            onConfirm={() => runNow(asked.name)}
            onClose={() => setAsked(null)}
          />
        ))}
    </div>
  )
}

/** The field of the cell that has the focus; else the record's name. */
const fieldInFocus = (resource: AnyResource) =>
  document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ?? resource.list.columns[0] ?? ''
