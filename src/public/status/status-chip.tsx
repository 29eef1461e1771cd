import { useText } from '@matricola/console/i18n.ts'
import { StateBadge } from '@matricola/console/theme/state-badge.tsx'
import type { RegistrationStatus, WireProgress } from '#resources/admission/wire.ts'
import { registrations } from '#resources/registrations.ts'

interface Props {
  readonly status: RegistrationStatus
  readonly progress: WireProgress
}

/**
 * Shows the status as a badge with the declared colour and icon. Final states have a solid badge. A
 * withdrawn application is not shown as declined, although the specification uses one status for
 * both.
 */
export function StatusChip({ status, progress: { message } }: Props) {
  const t = useText('status')
  if (message === 'withdrawn') return <StateBadge icon="ring">{t('events.withdrawn')}</StateBadge>
  const { color, icon } = registrations.fields.status.choices[status]
  return (
    <StateBadge color={color} icon={icon} solid={status === 'accepted' || status === 'declined'}>
      {t(`statuses.${status}`)}
    </StateBadge>
  )
}
