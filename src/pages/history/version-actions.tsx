import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { later } from '#src/console/later.tsx'
import { useMay } from '#src/console/may.ts'
import './history.css'
import { Button } from '#src/kit/button.tsx'
import { Compare } from './compare.tsx'

const Restore = later(async () => (await import('./restore.tsx')).Restore)

interface VersionProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly version: number
}

/** Actions on an earlier version: compare it with the current one, or restore it. */
export function VersionActions({ resource, record, version }: VersionProps) {
  const may = useMay()
  const { t } = useTranslation('time')
  const [asked, ask] = useState<'compare' | 'restore' | null>(null)
  const close = () => ask(null)
  return (
    <span className="version-actions">
      <Button onClick={() => ask('compare')}>{t('compare.button')}</Button>
      {may('update', resource, record) && <Button onClick={() => ask('restore')}>{t('restore.button')}</Button>}
      {asked === 'compare' && <Compare resource={resource} record={record} version={version} onClose={close} />}
      {asked === 'restore' && <Restore resource={resource} record={record} version={version} onClose={close} />}
    </span>
  )
}
