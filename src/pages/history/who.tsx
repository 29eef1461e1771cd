import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldKey } from '#model/message-keys.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { usePageKeys } from '#src/console/keys/page-keys.ts'
import { later } from '#src/console/later.tsx'
import { type May, useMay } from '#src/console/may.ts'
import { Icon } from '#src/icons/icon.tsx'
import './history.css'

// Loaded on demand together with the code that compares versions.
const ValueHistory = later(async () => (await import('./value-history.tsx')).ValueHistory)

/** Whether the user may see who changed a record's values. */
export const mayAskWho = (resource: AnyResource, record: WireRecord, may: May) => may('history', resource, record)

interface WhoProps {
  readonly resource: AnyResource
  /** Undefined until it is loaded. */
  readonly record: WireRecord | undefined
}

/** Returns a function that opens the history of a field, and the dialog to render. */
export function useWho({ resource, record }: WhoProps) {
  const [asked, ask] = useState<string | null>(null)
  const dialog = asked !== null && record && <ValueHistory resource={resource} record={record} field={asked} onClose={() => ask(null)} />
  return [ask, dialog] as const
}

/** For pages that show values: a history button per value, and the key H, which presses the one in the focused row or the first. */
export function useWhoOnPage(props: WhoProps) {
  const { t } = useTranslation(['time', 'resources', 'shell'])
  const [ask, dialog] = useWho(props)
  const { resource, record } = props
  const mayDo = useMay()
  const may = record !== undefined && mayAskWho(resource, record, mayDo)
  const press = () => {
    const row = document.activeElement?.closest('.definition-row')
    const button = (row ?? document).querySelector<HTMLElement>('[data-who]')
    if (!button) return false
    button.focus()
    button.click()
  }
  usePageKeys(t('shell:keys.record'), may ? [{ shown: ['H'], what: t('time:who.key'), typed: ['h'], run: press }] : [])
  const button = (name: string) => {
    const label = t('time:who.button', { field: t(`resources:${fieldKey(resource, name)}`) })
    return (
      <button
        type="button"
        className="button-icon who-button"
        data-who={name}
        aria-keyshortcuts="h"
        title={label}
        onClick={() => ask(name)}
      >
        <Icon name="history" />
      </button>
    )
  }
  return { aside: may ? button : undefined, dialog }
}
