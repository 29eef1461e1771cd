import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { useMay } from '#src/console/may.ts'
import './history.css'
import { Compare } from './compare.tsx'

const Restore = lazy(async () => ({ default: (await import('./restore.tsx')).Restore }))

interface VersionProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly version: number
}

/** Actions on an earlier version: look at what is different now, and put it back. */
export function VersionActions({ resource, record, version }: VersionProps) {
  const may = useMay()
  const { t } = useTranslation('time')
  const [asked, ask] = useState<'compare' | 'restore' | null>(null)
  const close = () => ask(null)
  return (
    <span className="version-actions">
      <button type="button" className="button" onClick={() => ask('compare')}>
        {t('compare.button')}
      </button>
      {may('update', resource, record) && (
        <button type="button" className="button" onClick={() => ask('restore')}>
          {t('restore.button')}
        </button>
      )}
      {asked === 'compare' && <Compare resource={resource} record={record} version={version} onClose={close} />}
      {asked === 'restore' && (
        <Suspense fallback={null}>
          <Restore resource={resource} record={record} version={version} onClose={close} />
        </Suspense>
      )}
    </span>
  )
}
