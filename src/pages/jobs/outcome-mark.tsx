import type { ChoiceColor } from '#model/vocabulary.ts'
import type { Outcome } from '#model/wire/jobs.ts'
import { type DrawnIcon, Icon } from '#src/icons/icon.tsx'

const marks: { readonly [O in Outcome]: readonly [DrawnIcon, ChoiceColor] } = {
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

/** The icon of an outcome; its text is next to it. */
export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  const [icon, color] = marks[outcome]
  return (
    <span className={`outcome-mark stamp-${color}`}>
      <Icon name={icon} />
    </span>
  )
}
