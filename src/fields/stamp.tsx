import type { ChoiceOption } from '#model/kind.ts'
import { Stamp } from '#src/theme/stamp.tsx'

/** Icons of a decision: those stamps are solid, in the colours that words can be read on. */
const decided = new Set(['check', 'cross'])
const readable = new Set(['green', 'red'])

/** A choice's word; a stamp where the declaration gives it a colour. */
export function ChoiceStamp({ option, label }: { readonly option: ChoiceOption | undefined; readonly label: string }) {
  if (!option?.color) return <>{label}</>
  const solid = option.icon !== undefined && decided.has(option.icon) && readable.has(option.color)
  return (
    <Stamp color={option.color} {...(option.icon && { icon: option.icon })} solid={solid}>
      {label}
    </Stamp>
  )
}
