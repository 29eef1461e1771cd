import type { ReactNode } from 'react'
import type { ChoiceColor, IconName } from '#model/vocabulary.ts'
import { Icon } from '../icons/icon.tsx'

/** A status as a stamp on paper: icon, border and tint; decided ones are solid. */
export function Stamp({ color, icon, solid, children }: { color?: ChoiceColor; icon?: IconName; solid?: boolean; children: ReactNode }) {
  return (
    <span className={`stamp stamp-${color ?? 'neutral'}${solid ? ' stamp-solid' : ''}`}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </span>
  )
}
