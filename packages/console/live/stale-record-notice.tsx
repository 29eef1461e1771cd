import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from '../announcements/live-region.tsx'
import { useHttp } from '../app/console-context.ts'
import { isUserWatching } from '../app/user-activity.ts'
import { useActorName } from '../fields/use-actor-name.ts'
import { Icon } from '../icons/icon.tsx'
import { fetchMatchingRecords } from './fetch-records.ts'
import { useLiveEvents } from './live.ts'
import { usePageThrottledText } from './use-page-throttled-text.ts'
import './live.css'
import { Button } from '../kit/button.tsx'

interface StaleRecordTarget {
  readonly resource: AnyResource
  /** Undefined until it is loaded. */
  readonly record: WireRecord | undefined
}

interface StaleRecordNoticeProps extends StaleRecordTarget {
  readonly record: WireRecord
  /** Absent if the page contains unsaved values. */
  readonly onReload?: () => void
}

/**
 * Delay before the notice. By then, changes that were saved on this page are reloaded and need no
 * notice.
 */
const ownChangeDelayMs = 1_500

interface NewerVersion {
  readonly id: string
  readonly version: number
  /** Name of the user; null if unknown. */
  readonly by: string | null
}

/**
 * Returns the version that another user has stored since the record was read; null if there is
 * none.
 */
export function useNewerVersion({ resource, record }: StaleRecordTarget): NewerVersion | null {
  const http = useHttp()
  const [found, setNewer] = useState<NewerVersion | null>(null)
  const { id = '', version = Number.POSITIVE_INFINITY } = record ?? {}
  // Ignore a version of another record, which was shown here before.
  const newer = found?.id === id && found.version > version ? found : null
  useLiveEvents((event) => {
    const isSameResource = 'resource' in event && event.resource === resource.name
    if (
      event.type === 'change' &&
      isSameResource &&
      event.id === id &&
      event.version > Math.max(version, newer?.version ?? 0)
    ) {
      // The user's own changes need no notice.
      if (!event.isOwn) setNewer({ id, version: event.version, by: event.by })
    }
    if (
      !record ||
      !isUserWatching() ||
      !(event.type === 'reset' || (event.type === 'many' && isSameResource))
    )
      return
    fetchMatchingRecords(http, resource, [id])
      .then(
        ([current]) =>
          current &&
          current.version > version &&
          setNewer({ id, version: current.version, by: null }),
      )
      // If this fails, the next event triggers another attempt.
      .catch(() => {})
  })
  return newer
}

/** Says that another user has changed the record since it was read. */
export function StaleRecordNotice({ resource, record, onReload }: StaleRecordNoticeProps) {
  const { t } = useTranslation('time')
  const actorName = useActorName()
  const newer = useNewerVersion({ resource, record })
  const [isDue, setDue] = useState(false)
  const isNewer = newer !== null
  useEffect(() => {
    setDue(false)
    if (!isNewer) return
    const timer = setTimeout(() => setDue(true), ownChangeDelayMs)
    return () => clearTimeout(timer)
  }, [isNewer])

  const isShown = isNewer && isDue
  const text = isShown
    ? newer.by === null
      ? t('live.changed')
      : t('live.changedBy', { name: actorName(newer.by) })
    : ''
  const announcement = usePageThrottledText(text)
  return (
    <>
      <LiveRegion className="visually-hidden">{announcement}</LiveRegion>
      {isShown && (
        <div className="inline-group stale-notice">
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
