import { StateBadge } from '@matricola/console/theme/state-badge.tsx'
import { specializations } from '#resources/specializations.ts'
import { usePlainText } from './use-plain-text.ts'

const { choices } = specializations.fields.cycle
const isCycle = (cycle: string): cycle is keyof typeof choices => Object.hasOwn(choices, cycle)

/** Degrees in the order of their declaration. */
export const degrees: readonly string[] = Object.keys(choices)

export function useDegreeName() {
  const t = usePlainText('resources')
  return (cycle: string) => t(`specializations.choices.cycle.${cycle}`)
}

/** A degree as a stamp, in the declared colour. */
export function DegreeStamp({ cycle }: { cycle: string }) {
  const nameOf = useDegreeName()
  return (
    <StateBadge {...(isCycle(cycle) && { color: choices[cycle].color })}>
      {nameOf(cycle)}
    </StateBadge>
  )
}
