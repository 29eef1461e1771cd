import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyOverlay } from '../../app/lazy-overlay.tsx'
import { type Can, usePermission } from '../../app/use-permission.ts'
import { Icon } from '../../icons/icon.tsx'
import { usePageShortcuts } from '../../shortcuts/page-shortcuts.ts'
import './history.css'

// Loaded on demand together with the code that compares versions.
const ValueHistoryDialog = lazyOverlay(
  async () => (await import('./value-history-dialog.tsx')).ValueHistoryDialog,
)

/** Whether the user may see who changed a record's values. */
export const canViewHistory = (resource: AnyResource, record: WireRecord, can: Can) =>
  can('history', resource, record)

interface ValueHistoryOptions {
  readonly resource: AnyResource
  /** Undefined until it is loaded. */
  readonly record: WireRecord | undefined
}

/** Returns a function that opens the history of a field, and the dialog to render. */
export function useValueHistory({ resource, record }: ValueHistoryOptions) {
  const [openField, setOpenField] = useState<string | null>(null)
  const dialog = openField !== null && record && (
    <ValueHistoryDialog
      resource={resource}
      record={record}
      field={openField}
      onClose={() => setOpenField(null)}
    />
  )
  return [setOpenField, dialog] as const
}

/**
 * For pages that show values: a history button per value, and the key H. The key presses the button
 * in the focused row, or else the first button.
 */
export function useValueHistoryButtons(props: ValueHistoryOptions) {
  const { t } = useTranslation(['time', 'resources', 'shell'])
  const [openHistory, dialog] = useValueHistory(props)
  const { resource, record } = props
  const can = usePermission()
  const isAllowed = record !== undefined && canViewHistory(resource, record, can)
  const press = () => {
    const row = document.activeElement?.closest('.definition-row')
    const button = (row ?? document).querySelector<HTMLElement>('[data-who]')
    if (!button) return false
    button.focus()
    button.click()
  }
  usePageShortcuts(
    t('shell:keys.record'),
    isAllowed
      ? [{ keyLabels: ['H'], description: t('time:who.key'), triggers: ['h'], run: press }]
      : [],
  )
  const button = (name: string) => {
    const label = t('time:who.button', { field: t(`resources:${fieldKey(resource, name)}`) })
    return (
      <button
        type="button"
        className="button-icon value-history-button"
        data-who={name}
        aria-keyshortcuts="h"
        title={label}
        onClick={() => openHistory(name)}
      >
        <Icon name="history" />
      </button>
    )
  }
  return { aside: isAllowed ? button : undefined, dialog }
}
