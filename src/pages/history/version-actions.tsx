import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { lazyOverlay } from '#src/console/lazy-overlay.tsx'
import { usePermission } from '#src/console/use-permission.ts'
import './history.css'
import { Button } from '#src/kit/button.tsx'
import { CompareDialog } from './compare-dialog.tsx'

const RestoreDialog = lazyOverlay(async () => (await import('./restore-dialog.tsx')).RestoreDialog)

interface VersionProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly version: number
}

/** Actions on an earlier version: compare it with the current one, or restore it. */
export function VersionActions({ resource, record, version }: VersionProps) {
  const can = usePermission()
  const { t } = useTranslation('time')
  const [asked, ask] = useState<'compare' | 'restore' | null>(null)
  const close = () => ask(null)
  return (
    <span className="version-actions">
      <Button onClick={() => ask('compare')}>{t('compare.button')}</Button>
      {can('update', resource, record) && <Button onClick={() => ask('restore')}>{t('restore.button')}</Button>}
      {asked === 'compare' && <CompareDialog resource={resource} record={record} version={version} onClose={close} />}
      {asked === 'restore' && <RestoreDialog resource={resource} record={record} version={version} onClose={close} />}
    </span>
  )
}
