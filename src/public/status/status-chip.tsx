import { useText } from '@matricola/console/i18n.ts'
import { StateBadge } from '@matricola/console/theme/state-badge.tsx'
import type { ChoiceColor, IconName } from '@matricola/schema/vocabulary.ts'
import type { NextStepMessage } from '#resources/admission/progress.ts'
import type { RegistrationStatus, WireProgress } from '#resources/admission/wire.ts'
import { registrations } from '#resources/registrations.ts'

interface Props {
  readonly status: RegistrationStatus
  readonly progress: WireProgress
}

/** Badges of applications with results, by their message. */
const resultBadges: {
  readonly [message in NextStepMessage]?: {
    readonly text: 'waiting' | 'notRanked' | 'resultsOut' | 'placeToConfirm'
    readonly color: ChoiceColor
    readonly icon: IconName
  }
} = {
  waiting: { text: 'waiting', color: 'blue', icon: 'clock' },
  waitingUndated: { text: 'waiting', color: 'blue', icon: 'clock' },
  placeRetracted: { text: 'waiting', color: 'blue', icon: 'clock' },
  placeRetractedUndated: { text: 'waiting', color: 'blue', icon: 'clock' },
  notRanked: { text: 'notRanked', color: 'amber', icon: 'pause' },
  notRankedUndated: { text: 'notRanked', color: 'amber', icon: 'pause' },
  resultsOut: { text: 'resultsOut', color: 'blue', icon: 'flag' },
  resultsOutAct: { text: 'resultsOut', color: 'blue', icon: 'flag' },
  place: { text: 'placeToConfirm', color: 'green', icon: 'check' },
  placeFee: { text: 'placeToConfirm', color: 'green', icon: 'check' },
}

/**
 * Shows the state as a badge: what follows from the results once there are some, and otherwise the
 * status with its declared colour and icon. Final states have a solid badge. A withdrawn
 * application is not shown as declined, although the specification uses one status for both.
 */
export function StatusChip({ status, progress: { message, number } }: Props) {
  const t = useText('status')
  if (message === 'withdrawn') return <StateBadge icon="ring">{t('events.withdrawn')}</StateBadge>
  const result = resultBadges[message]
  if (result)
    return (
      <StateBadge color={result.color} icon={result.icon}>
        {t(`results.${result.text}`, { number: number ?? '' })}
      </StateBadge>
    )
  const { color, icon } = registrations.fields.status.choices[status]
  return (
    <StateBadge color={color} icon={icon} solid={status === 'accepted' || status === 'declined'}>
      {t(`statuses.${status}`)}
    </StateBadge>
  )
}
