import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { isWatched } from '#src/console/attention.ts'
import { useActorName } from '#src/fields/use-actor-name.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Status } from '#src/spoken/status.tsx'
import { useCalmly } from './calm.ts'
import { useLive } from './live.ts'
import { recordsAmong } from './look.ts'
import './live.css'
import { Button } from '#src/kit/button.tsx'

interface Place {
  readonly resource: AnyResource
  /** Undefined until it is loaded. */
  readonly record: WireRecord | undefined
}

interface RecordNoticeProps extends Place {
  readonly record: WireRecord
  /** Absent if the page contains unsaved values. */
  readonly onReload?: () => void
}

/** Delay before the notice: changes saved on this page are reloaded by then and need none. */
const ownMs = 1_500

interface Newer {
  readonly id: string
  readonly version: number
  /** Name of the user; null if unknown. */
  readonly by: string | null
}

/** Returns the version that another user has stored since the record was read; null if there is none. */
export function useNewer({ resource, record }: Place): Newer | null {
  const [found, setNewer] = useState<Newer | null>(null)
  const { id = '', version = Number.POSITIVE_INFINITY } = record ?? {}
  // A version found for another record, shown here before, does not count.
  const newer = found?.id === id && found.version > version ? found : null
  useLive((event) => {
    const concerns = 'resource' in event && event.resource === resource.name
    if (event.type === 'change' && concerns && event.id === id && event.version > Math.max(version, newer?.version ?? 0)) {
      // The user's own changes are handled where they are made.
      if (!event.isOwn) setNewer({ id, version: event.version, by: event.by })
    }
    if (!record || !isWatched() || !(event.type === 'reset' || (event.type === 'many' && concerns))) return
    recordsAmong(resource, [id])
      .then(([now]) => now && now.version > version && setNewer({ id, version: now.version, by: null }))
      // The next event tries again.
      .catch(() => {})
  })
  return newer
}

/** Says that another user has changed the record since it was read. */
export function RecordNotice({ resource, record, onReload }: RecordNoticeProps) {
  const { t } = useTranslation('time')
  const actorName = useActorName()
  const newer = useNewer({ resource, record })
  const [isDue, setDue] = useState(false)
  const isNewer = newer !== null
  useEffect(() => {
    setDue(false)
    if (!isNewer) return
    const timer = setTimeout(() => setDue(true), ownMs)
    return () => clearTimeout(timer)
  }, [isNewer])

  const isShown = isNewer && isDue
  const text = isShown ? (newer.by === null ? t('live.changed') : t('live.changedBy', { name: actorName(newer.by) })) : ''
  const said = useCalmly(text)
  return (
    <>
      <Status className="visually-hidden">{said}</Status>
      {isShown && (
        <div className="in-line record-notice">
          <Icon name="info" />
          <span>
            {text} {!onReload && t('live.mergedOnSave')}
          </span>
          {onReload && <Button onClick={onReload}>{t('live.reload')}</Button>}
        </div>
      )}
    </>
  )
}
