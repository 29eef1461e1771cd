import type { ChoiceOption } from '#model/kind.ts'
import { Stamp } from '#src/theme/stamp.tsx'

/** Icons of a decision: those stamps are solid. */
const decided = new Set(['check', 'cross'])

/** A choice's word; a stamp where the declaration gives it a colour. */
export function ChoiceStamp({ option, label }: { readonly option: ChoiceOption | undefined; readonly label: string }) {
  if (!option?.color) return <>{label}</>
  return (
    <Stamp color={option.color} {...(option.icon && { icon: option.icon })} solid={option.icon !== undefined && decided.has(option.icon)}>
      {label}
    </Stamp>
  )
}
