import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ListQuery } from '#model/list-query.ts'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { narrow, useMedia } from '#src/console/media.ts'
import { usePerson } from '#src/console/person.ts'
import { Popup } from '#src/console/shell/popup.tsx'
import { Icon } from '#src/icons/icon.tsx'
import { mayExport, mayImport } from './access.ts'
import { ExportDialog } from './export-button.tsx'
import { ImportLink } from './import-link.tsx'

interface ListExchangeProps {
  readonly resource: AnyResource
  readonly query: ListQuery
  readonly columns: readonly string[]
  readonly total: number
  /** Opens the dialog that takes cells; null where the person may not paste. */
  readonly onPaste: (() => void) | null
}

/** What a list offers to take rows in from files and cells, and to take them out: as buttons, on a phone all in one menu. */
export function ListExchange({ resource, query, columns, total, onPaste }: ListExchangeProps) {
  const { t } = useTranslation('shell')
  const { role } = usePerson()
  const navigate = useNavigate()
  const isNarrow = useMedia(narrow)
  const [isExporting, setExporting] = useState(false)
  const canExport = mayExport(resource, role)
  const canImport = mayImport(resource, role)
  const items = [
    ...(isNarrow && canExport ? [{ key: 'export', act: () => setExporting(true) }] : []),
    ...(isNarrow && canImport ? [{ key: 'import', act: () => navigate(pagesOf(resource, role).import) }] : []),
    ...(onPaste ? [{ key: 'paste', act: onPaste }] : []),
  ]
  return (
    <>
      {!isNarrow && canExport && (
        <button type="button" className="button" aria-haspopup="dialog" onClick={() => setExporting(true)}>
          <Icon name="download" />
          {t('list.export')}
        </button>
      )}
      {!isNarrow && canImport && <ImportLink resource={resource} />}
      {items.length > 0 && (
        <Popup className="button" label={t('list.more')} title={t('list.more')} button={<Icon name="more" />} panelLabel={t('list.more')}>
          {(close) => (
            <ul className="popup-list">
              {items.map(({ key, act }) => (
                <li key={key}>
                  <button
                    type="button"
                    className="popup-item"
                    onClick={() => {
                      close()
                      act()
                    }}
                  >
                    {t(`list.${key}`)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Popup>
      )}
      {isExporting && (
        <ExportDialog resource={resource} columns={columns} total={total} what={{ query }} onClose={() => setExporting(false)} />
      )}
    </>
  )
}
