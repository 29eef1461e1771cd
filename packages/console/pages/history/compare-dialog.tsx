import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { useUser } from '../../app/user-context.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { titleText } from '../../fields/title-text.ts'
import { useActorName } from '../../fields/use-actor-name.ts'
import { useLanguage } from '../../i18n.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import './history.css'
import { Button } from '../../kit/button.tsx'
import { SideBySide } from './side-by-side.tsx'
import { useChanges } from './use-changes.ts'
import { differingFields, recordAt } from './versions.ts'

interface CompareDialogProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  /** The version that is compared with the current one when the dialog opens. */
  readonly version: number
  readonly onClose: () => void
}

/** Shows the differences between two versions of a record side by side. */
export function CompareDialog({ resource, record, version, onClose }: CompareDialogProps) {
  const { t } = useTranslation(['time', 'shell'])
  const { role } = useUser()
  const language = useLanguage()
  const actorName = useActorName()
  const id = useId()
  const [sides, setSides] = useState<readonly [number, number]>([version, record.version])
  const query = useChanges(resource, record.id)
  const changes = query.data ?? []
  const [from, to] = sides.map((side) => recordAt(record, changes, side)) as [
    WireRecord,
    WireRecord,
  ] // two sides give two records
  const names = differingFields(resource, role, from, to)
  const choice = (sideIndex: 0 | 1, label: string) => (
    <label htmlFor={`${id}-${sideIndex}`}>
      {label}
      <select
        id={`${id}-${sideIndex}`}
        className="select"
        value={sides[sideIndex]}
        onChange={({ target }) =>
          setSides(
            sideIndex === 0 ? [Number(target.value), sides[1]] : [sides[0], Number(target.value)],
          )
        }
      >
        {changes.map((change) => (
          <option key={change.id} value={change.version}>
            {t('time:compare.version', {
              version: change.version,
              time: longDateTime(change.at, language),
              name: actorName(change.actor.name),
            })}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <Dialog
      isWide
      title={t('time:compare.title', { name: titleText(resource, record, t) })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('shell:close')}</Button>}
    >
      {query.isError ? (
        <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <FieldsSkeleton rows={3} />
      ) : (
        <>
          <div className="compare-sides">
            {choice(0, t('time:compare.from'))}
            {choice(1, t('time:compare.to'))}
          </div>
          {names.length === 0 ? (
            <LiveRegion>{t('time:compare.same')}</LiveRegion>
          ) : (
            <SideBySide
              resource={resource}
              names={names}
              field={t('time:restore.field')}
              before={{ label: t('time:compare.from'), record: from }}
              after={{ label: t('time:compare.to'), record: to }}
            />
          )}
        </>
      )}
    </Dialog>
  )
}
