import type { ChoiceOption } from '@matricola/schema/field-type.ts'
import { StateBadge } from '../theme/state-badge.tsx'

/** Badges with a decision icon are filled if their colour has sufficient contrast for text. */
const decisionIcons = new Set(['check', 'cross'])
const readable = new Set(['green', 'red'])

/** The label of a choice, as a badge if the declaration gives it a colour. */
export function ChoiceBadge({
  option,
  label,
}: {
  readonly option: ChoiceOption | undefined
  readonly label: string
}) {
  if (!option?.color) return <>{label}</>
  const solid =
    option.icon !== undefined && decisionIcons.has(option.icon) && readable.has(option.color)
  return (
    <StateBadge color={option.color} {...(option.icon && { icon: option.icon })} solid={solid}>
      {label}
    </StateBadge>
  )
}
