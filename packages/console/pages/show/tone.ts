import { actionsOf } from '@matricola/schema/actions.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Tone } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Can } from '../../app/use-permission.ts'
import type { ButtonKind } from '../../kit/button.tsx'

/** Kind of an action's button. */
export const toneButtonKind: { readonly [T in Tone]: ButtonKind } = {
  primary: 'primary',
  neutral: 'plain',
  danger: 'destructive',
}

const rank: { readonly [T in Tone]: number } = { primary: 0, neutral: 1, danger: 2 }

/** Sorts actions: the main action first, destructive actions last. */
export const compareTones = (one: Tone = 'neutral', other: Tone = 'neutral') =>
  rank[one] - rank[other]

/**
 * Names of the actions that the declaration offers on a record and that the user may take on it
 * now.
 */
export function recordActionNames(resource: AnyResource, record: WireRecord, can: Can): string[] {
  const all = actionsOf(resource)
  return Object.keys(all)
    .filter((name) => all[name]?.on.includes('row') && can(name, resource, record))
    .toSorted((one, other) => compareTones(all[one]?.tone, all[other]?.tone))
}
