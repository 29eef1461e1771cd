import type { ChoiceColor } from '@matricola/schema/vocabulary.ts'
import type { ReactNode } from 'react'
import { type AppIconName, Icon } from '../icons/icon.tsx'

/** A state as a stamp: icon, border and tint. Stamps for decisions are solid. */
export function StateBadge({
  color,
  icon,
  solid,
  children,
}: {
  color?: ChoiceColor
  icon?: AppIconName
  solid?: boolean
  children: ReactNode
}) {
  return (
    <span
      className={`state-badge state-badge-${color ?? 'neutral'}${solid ? ' state-badge-solid' : ''}`}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  )
}
