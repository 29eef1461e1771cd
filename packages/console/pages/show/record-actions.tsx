import { actionsOf } from '@matricola/schema/actions.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Tone } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRecordLink } from '../../app/console-context.ts'
import { usePermission } from '../../app/use-permission.ts'
import { usePageText } from '../../fields/page-text.ts'
import { titleText } from '../../fields/title-text.ts'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { Popup } from '../../kit/popup.tsx'
import { useRecordAction } from '../form/use-record-action.ts'
import { ActionDialog } from './action-dialog.tsx'
import { recordActionNames, toneButtonKind } from './tone.ts'

interface RecordActionsProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  /** Absent if there is nothing to edit or the record is edited on another page. */
  readonly editPath?: string
}

/**
 * All actions that the user may take on this record now: editing, workflow transitions, other
 * actions. The most likely one has a button; the others are in a menu, destructive ones last. If
 * there is only one other action, it also has a button.
 */
export function RecordActions({ resource, record, editPath }: RecordActionsProps) {
  const { t } = usePageText()
  const can = usePermission()
  const [openAction, setOpenAction] = useState<string | null>(null)
  const { isPending, send, run } = useRecordAction(resource, record)
  const link = useRecordLink(resource, record)
  const all = actionsOf(resource)
  const names = recordActionNames(resource, record, can)
  const primaryNames = names.slice(0, all[names[0] ?? '']?.tone === 'primary' ? 1 : 0)
  const otherNames = names.slice(primaryNames.length)
  const hasMenu = otherNames.length > 1
  const label = (name: string) => t(`resources:${resource.name}.actions.${name}`)
  const begin = (name: string) => {
    const { input, extraFields, tone } = all[name] ?? {}
    if (input || extraFields || tone === 'danger') setOpenAction(name)
    else if (!isPending) run({ action: name, input: {} })
  }
  const actionsLabel = t('shell:list.actionsOf', { name: titleText(resource, record, t) })
  // A page has one primary button.
  const kindOf = (tone: Tone = 'neutral') =>
    toneButtonKind[link && tone === 'primary' ? 'neutral' : tone]
  return (
    <>
      {link && (
        <Link className="button button-primary" to={link.to}>
          {t(link.labelKey)}
        </Link>
      )}
      {editPath && (
        <Link className="button" to={editPath}>
          {t('show.edit')}
        </Link>
      )}
      {[...primaryNames, ...(hasMenu ? [] : otherNames)].map((name) => (
        <Button
          key={name}
          kind={kindOf(all[name]?.tone)}
          aria-disabled={isPending}
          onClick={() => begin(name)}
        >
          {label(name)}
        </Button>
      ))}
      {hasMenu && (
        <Popup
          className="button"
          label={actionsLabel}
          title={actionsLabel}
          button={<Icon name="more" />}
          panelLabel={actionsLabel}
        >
          {(close) => (
            <ul className="bare-list popup-list">
              {otherNames.map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    className={
                      all[name]?.tone === 'danger' ? 'popup-item popup-item-danger' : 'popup-item'
                    }
                    onClick={() => {
                      close()
                      begin(name)
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
      {openAction && (
        <ActionDialog
          resource={resource}
          record={record}
          action={openAction}
          run={send}
          onClose={() => setOpenAction(null)}
        />
      )}
    </>
  )
}
