import { actionsOf } from '#model/actions.ts'
import { fieldKey } from '#model/message-keys.ts'
import { type JobKind, type Outcome, retriable, type WireJob, type WireJobItem } from '#model/wire/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import { labelled } from '#src/i18n.ts'
import type { BulkText } from '../bulk/words.ts'

/** Outcomes of rows that the job does not change, in display order. */
export const leftOut: readonly Outcome[] = ['claimed', 'state', 'denied', 'invalid', 'stale', 'kept', 'skipped']
const told: readonly Outcome[] = ['done', 'ready', 'same', ...leftOut, 'pending']

/** Outcomes that occur, with their number of rows; changed rows come first. */
export const countsOf = ({ counts }: WireJob): { readonly outcome: Outcome; readonly count: number }[] =>
  told.flatMap((outcome) => ((counts[outcome] ?? 0) > 0 ? [{ outcome, count: counts[outcome] ?? 0 }] : []))

/** Number of unchanged rows for which a retry may succeed. */
export const leftCount = ({ counts }: WireJob) => retriable.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)

/** Whether a job finished without changing anything. */
export const isFruitless = ({ state, counts }: WireJob) => state === 'done' && (counts.done ?? 0) === 0

/** Name of the job's operation, such as `Accept` or `Edit fields`. */
export function workName({ kind, action, resource, fileName }: WireJob, { t }: Pick<BulkText, 't'>): string {
  if (kind === 'action' && action !== null && Object.hasOwn(actionsOf(resourceNamed(resource)), action))
    return t(`resources:${resource}.actions.${action}`)
  return kind === 'import' && fileName ? t('kinds.importOf', { file: fileName }) : t(`kinds.${kind}`)
}

/** Suffix of text keys for undone rows and for imported rows, which may be new. */
const wordsOfKind: { readonly [K in JobKind]?: string } = { undo: 'Back', import: 'In' }
const outcomeKey = ({ kind }: WireJob, outcome: Outcome) =>
  outcome === 'ready' || outcome === 'done' ? `outcomes.${outcome}${wordsOfKind[kind] ?? ''}` : `outcomes.${outcome}`

/** For example `18 will change`; for an undo, `3 will be removed, 15 will be restored`. */
export function outcomeText(job: WireJob, outcome: Outcome, count: number, { t }: BulkText): string {
  const removed = outcome === 'ready' || outcome === 'done' ? job.removed : 0
  const others = count > removed || removed === 0 ? [t(outcomeKey(job, outcome), { count: count - removed })] : []
  return [...(removed > 0 ? [t(`outcomes.${outcome}Gone`, { count: removed })] : []), ...others].join(', ')
}

/** For example `18 will change, 2 are already so`. */
export const countsText = (job: WireJob, text: BulkText) =>
  countsOf(job)
    .map(({ outcome, count }) => outcomeText(job, outcome, count, text))
    .join(', ')

/** Result of one row, such as `Will change` or `Created`, or why it is left unchanged. */
export function resultOf(job: WireJob, item: WireJobItem, text: BulkText): readonly string[] {
  const reasons = reasonsOf(item, job.resource, text)
  const { outcome } = item
  if (outcome !== 'ready' && outcome !== 'done' && outcome !== 'pending') return reasons
  const how = item.isNew ? 'New' : item.isRemoved ? 'Gone' : job.kind === 'undo' ? 'Back' : ''
  return [text.t(`items.results.${outcome}${outcome === 'pending' ? '' : how}`), ...reasons]
}

/** Why a row is left unchanged: the issues by field, or the meaning of its outcome. */
export function reasonsOf(item: WireJobItem, name: string, text: BulkText): string[] {
  const resource = resourceNamed(name)
  const reasons = Object.entries(item.issues).flatMap(([field, [issue]]) => {
    const words = issue && text.issue(issue)
    if (!words) return []
    return [Object.hasOwn(resource.fields, field) ? labelled(text.t(`resources:${fieldKey(resource, field)}`), words) : words]
  })
  if (reasons.length > 0) return reasons
  return leftOut.includes(item.outcome) || item.outcome === 'same' ? [text.t(`reasons.${item.outcome}`)] : []
}
