import { pageTypes } from '@matricola/schema/areas.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRecordLink } from '../../app/console-context.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { titleText } from '../../fields/title-text.ts'
import { withLabel } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { Popup } from '../../kit/popup.tsx'
import { canViewHistory, useValueHistory } from '../history/use-value-history.tsx'
import { useEditPath } from './row-path.ts'
import { useRowAction } from './use-row-action.tsx'

/** Content that a screen adds to each row of its list. */
export const RowExtraContext = createContext<(record: WireRecord) => ReactNode>(() => null)

/** The actions that the user may take on this row now: an edit button, and the others in a menu. */
export function RowActions({
  resource,
  record,
}: {
  readonly resource: AnyResource
  readonly record: WireRecord
}) {
  const { t } = useTranslation(['shell', 'resources', 'time', 'pages'])
  const user = useUser()
  const can = usePermission()
  const extra = useContext(RowExtraContext)
  const editPath = useEditPath(resource)
  const { names, label, begin, dialogs, isDanger } = useRowAction(resource, record)
  const canEdit = can('update', resource, record) && pageTypes(resource, user.role).includes('edit')
  const link = useRecordLink(resource, record)
  const [openHistory, historyDialog] = useValueHistory({ resource, record })
  const hasHistory = canViewHistory(resource, record, can)
  return (
    <div className="row-actions">
      {link && (
        <Link
          className="button-icon"
          to={link.to}
          aria-label={withLabel(t(link.labelKey), titleText(resource, record, t))}
          title={t(link.labelKey)}
        >
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
      {/* Clicked by the shortcut H. */}
      {hasHistory && (
        <button
          type="button"
          hidden
          data-history={record.id}
          onClick={() => openHistory(fieldInFocus(resource))}
        />
      )}
      {(names.length > 0 || hasHistory) && (
        <Popup
          className="button-icon"
          triggerKey="row-menu"
          shortcut="."
          label={t('shell:list.actionsOf', { name: titleText(resource, record, t) })}
          button={<Icon name="more" />}
          panelLabel={t('shell:list.actionsOf', { name: titleText(resource, record, t) })}
        >
          {(close) => (
            <ul className="bare-list popup-list">
              {names.map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    className={isDanger(name) ? 'popup-item popup-item-danger' : 'popup-item'}
                    onClick={() => {
                      close()
                      begin(name)
                    }}
                  >
                    {label(name)}
                  </button>
                </li>
              ))}
              {hasHistory && (
                <li>
                  <button
                    type="button"
                    className="popup-item"
                    aria-keyshortcuts="h"
                    onClick={() => {
                      close()
                      openHistory(fieldInFocus(resource))
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
      {historyDialog}
      {dialogs}
    </div>
  )
}

/** The field of the focused cell, or the first column. */
const fieldInFocus = (resource: AnyResource) =>
  document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ??
  resource.list.columns[0] ??
  ''
