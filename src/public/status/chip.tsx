import type { RegistrationStatus } from '#model/admission/wire.ts'
import { registrations } from '#resources/registrations.ts'
import { useText } from '../../i18n.ts'
import { Stamp } from '../../theme/stamp.tsx'

/** A status as a stamp: its colour and icon are the declaration's, decided ones are solid. */
export function StatusChip({ status }: { status: RegistrationStatus }) {
  const t = useText('status')
  const { color, icon } = registrations.fields.status.choices[status]
  return (
    <Stamp color={color} icon={icon} solid={status === 'accepted' || status === 'declined'}>
      {t(`statuses.${status}`)}
    </Stamp>
  )
}
