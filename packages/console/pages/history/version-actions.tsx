import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyOverlay } from '../../app/lazy-overlay.tsx'
import { usePermission } from '../../app/use-permission.ts'
import './history.css'
import { Button } from '../../kit/button.tsx'
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
  const [openDialog, setOpenDialog] = useState<'compare' | 'restore' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <span className="version-actions">
      <Button onClick={() => setOpenDialog('compare')}>{t('compare.button')}</Button>
      {can('update', resource, record) && (
        <Button onClick={() => setOpenDialog('restore')}>{t('restore.button')}</Button>
      )}
      {openDialog === 'compare' && (
        <CompareDialog resource={resource} record={record} version={version} onClose={close} />
      )}
      {openDialog === 'restore' && (
        <RestoreDialog resource={resource} record={record} version={version} onClose={close} />
      )}
    </span>
  )
}
