import { StateBadge } from '@matricola/console/theme/state-badge.tsx'
import type { WireState } from '#resources/admission/wire.ts'
import { useStateText } from './use-state-text.ts'

/** Shows the state of an application as a badge. */
export function StateChip({ state }: { readonly state: WireState }) {
  const { color, icon, isSolid } = state.chip
  return (
    <StateBadge color={color} icon={icon} solid={isSolid}>
      {useStateText(state).chip}
    </StateBadge>
  )
}
