import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import './history.css'
import { Compare } from './compare.tsx'
import { useChanges } from './use-changes.ts'

const Restore = lazy(async () => ({ default: (await import('./restore.tsx')).Restore }))

interface VersionProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly version: number
}

/** What can be done with an earlier version: look at what is different now, and put it back. */
export function VersionActions({ resource, record, version }: VersionProps) {
  const { t } = useTranslation('time')
  const [asked, ask] = useState<'compare' | 'restore' | null>(null)
  const close = () => ask(null)
  return (
    <div className="button-row version-actions">
      <button type="button" className="button" onClick={() => ask('compare')}>
        {t('compare.button')}
      </button>
      {record._can.includes('update') && (
        <button type="button" className="button" onClick={() => ask('restore')}>
          {t('restore.button')}
        </button>
      )}
      {asked === 'compare' && <Compare resource={resource} record={record} version={version} onClose={close} />}
      {asked === 'restore' && <RestoreVersion resource={resource} record={record} version={version} onClose={close} />}
    </div>
  )
}

/** Putting a version back needs to know everything that came after it. */
function RestoreVersion(props: VersionProps & { readonly onClose: () => void }) {
  const { data } = useChanges(props.resource, props.record.id)
  if (!data) return null
  return (
    <Suspense fallback={null}>
      <Restore {...props} changes={data} />
    </Suspense>
  )
}
