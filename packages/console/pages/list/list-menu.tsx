import { jobsPath, pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { type AppIconName, Icon } from '../../icons/icon.tsx'
import { Popup } from '../../kit/popup.tsx'
import { isExportAllowed, isImportAllowed } from '../exchange/access.ts'
import { LazyExportDialog } from '../exchange/export/lazy-export-dialog.ts'
import { canViewAsOf, LazyAsOfDialog } from '../history/as-of.tsx'

interface ListMenuProps {
  readonly resource: AnyResource
  readonly query: ListQuery
  readonly columns: readonly string[]
  /** Null until it is counted. */
  readonly total: number | null
  /** The earlier day that the list shows; null means now. */
  readonly asOf: string | null
  /** Opens the paste dialog; null if the user may not paste. */
  readonly onPaste: (() => void) | null
}

/**
 * Menu of less frequent actions: export, import, paste, and showing an earlier day. The list as of
 * an earlier day can only be exported.
 */
export function ListMenu({ resource, query, columns, total, asOf, onPaste }: ListMenuProps) {
  const { t } = useTranslation(['shell', 'time'])
  const { role } = useUser()
  const can = usePermission()
  const [openDialog, setOpenDialog] = useState<'export' | 'asOf' | null>(null)
  const close = () => setOpenDialog(null)
  const isPast = asOf !== null
  const canImport = !isPast && isImportAllowed(resource, can)
  const acts: readonly (readonly [icon: AppIconName, text: string, act: () => void])[] = [
    ...(isExportAllowed(resource, can)
      ? [['download', t('shell:list.export'), () => setOpenDialog('export')] as const]
      : []),
    ...(onPaste && !isPast ? [['copy', t('shell:list.paste'), onPaste] as const] : []),
    ...(canViewAsOf(resource, role) && !isPast
      ? [['history', t('time:asOf.button'), () => setOpenDialog('asOf')] as const]
      : []),
  ]
  if (acts.length === 0 && !canImport) return null
  return (
    <>
      <Popup
        className="button"
        title={t('shell:list.more')}
        button={
          <>
            <Icon name="more" />
            <span className="wide-text">{t('shell:list.more')}</span>
          </>
        }
        panelLabel={t('shell:list.more')}
      >
        {(closeMenu) => (
          <ul className="bare-list popup-list">
            {canImport && (
              <li>
                <Link className="popup-item" to={pagePaths(resource, role).import}>
                  <Item icon="upload">{t('shell:list.import')}</Item>
                </Link>
              </li>
            )}
            {can.visit(jobsPath(role)) && (
              <li>
                <Link className="popup-item" to={jobsPath(role)}>
                  <Item icon="clock">{t('shell:list.jobs')}</Item>
                </Link>
              </li>
            )}
            {acts.map(([icon, text, act]) => (
              <li key={icon}>
                <button
                  type="button"
                  className="popup-item"
                  onClick={() => {
                    closeMenu()
                    act()
                  }}
                >
                  <Item icon={icon}>{text}</Item>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popup>
      {openDialog === 'export' && (
        <LazyExportDialog
          resource={resource}
          columns={columns}
          total={total}
          source={{ query, asOf }}
          onClose={close}
        />
      )}
      {openDialog === 'asOf' && <LazyAsOfDialog onClose={close} />}
    </>
  )
}

const Item = ({ icon, children }: { readonly icon: AppIconName; readonly children: ReactNode }) => (
  <>
    <Icon name={icon} />
    {children}
  </>
)
