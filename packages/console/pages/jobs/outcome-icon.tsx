import type { ChoiceColor } from '@matricola/schema/vocabulary.ts'
import type { JobOutcome } from '@matricola/schema/wire/jobs.ts'
import { type AppIconName, Icon } from '../../icons/icon.tsx'

const icons: { readonly [O in JobOutcome]: readonly [AppIconName, ChoiceColor] } = {
  pending: ['clock', 'neutral'],
  ready: ['pencil', 'blue'],
  same: ['minus', 'neutral'],
  denied: ['cross', 'red'],
  state: ['pause', 'amber'],
  claimed: ['eye', 'amber'],
  invalid: ['cross', 'red'],
  done: ['check', 'green'],
  stale: ['flag', 'amber'],
  kept: ['flag', 'amber'],
  skipped: ['pause', 'neutral'],
}

/** The icon has no label, because the outcome is also shown as text next to it. */
export function OutcomeIcon({ outcome }: { readonly outcome: JobOutcome }) {
  const [icon, color] = icons[outcome]
  return (
    <span className={`outcome-icon state-badge-${color}`}>
      <Icon name={icon} />
    </span>
  )
}
