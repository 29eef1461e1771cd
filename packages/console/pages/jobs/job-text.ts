import { actionsOf } from '@matricola/schema/actions.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import {
  type JobKind,
  type JobOutcome,
  retriableOutcomes,
} from '@matricola/schema/wire/job-states.ts'
import type { WireJob, WireJobItem } from '@matricola/schema/wire/jobs.ts'
import { withLabel } from '../../i18n.ts'
import type { BulkText } from '../bulk/bulk-text.ts'

/** Outcomes of rows that the job does not change, in display order. */
export const unchangedOutcomes: readonly JobOutcome[] = [
  'claimed',
  'state',
  'denied',
  'invalid',
  'stale',
  'kept',
  'skipped',
]
const outcomeOrder: readonly JobOutcome[] = [
  'done',
  'ready',
  'same',
  ...unchangedOutcomes,
  'pending',
]

/** Outcomes that occur, with their number of rows; changed rows come first. */
export const outcomeCounts = ({
  counts,
}: WireJob): { readonly outcome: JobOutcome; readonly count: number }[] =>
  outcomeOrder.flatMap((outcome) =>
    (counts[outcome] ?? 0) > 0 ? [{ outcome, count: counts[outcome] ?? 0 }] : [],
  )

/** Number of unchanged rows for which a retry may succeed. */
export const retriableCount = ({ counts }: WireJob) =>
  retriableOutcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)

/** Whether a job finished without changing anything. */
export const hasNoEffect = ({ state, counts }: WireJob) =>
  state === 'done' && (counts.done ?? 0) === 0

/** Name of the job's operation, such as `Accept` or `Edit fields`. */
export function operationName(
  { kind, action, resource: name, fileName }: WireJob,
  registry: Registry,
  { t }: Pick<BulkText, 't'>,
): string {
  if (kind === 'action' && action !== null && Object.hasOwn(actionsOf(registry.get(name)), action))
    return t(`resources:${name}.actions.${action}`)
  return kind === 'import' && fileName
    ? t('kinds.importOf', { file: fileName })
    : t(`kinds.${kind}`)
}

/** Suffix of text keys for undone rows and for imported rows, which may be new. */
const keySuffixes: { readonly [K in JobKind]?: string } = { undo: 'Back', import: 'In' }
const outcomeKey = ({ kind }: WireJob, outcome: JobOutcome) =>
  outcome === 'ready' || outcome === 'done'
    ? `outcomes.${outcome}${keySuffixes[kind] ?? ''}`
    : `outcomes.${outcome}`

/** For example `18 will change`; for an undo, `3 will be removed, 15 will be restored`. */
export function outcomeText(
  job: WireJob,
  outcome: JobOutcome,
  count: number,
  { t }: BulkText,
): string {
  const removed = outcome === 'ready' || outcome === 'done' ? job.removed : 0
  const others =
    count > removed || removed === 0
      ? [t(outcomeKey(job, outcome), { count: count - removed })]
      : []
  return [
    ...(removed > 0 ? [t(`outcomes.${outcome}Gone`, { count: removed })] : []),
    ...others,
  ].join(', ')
}

/** For example `18 will change, 2 are already so`. */
export const countsText = (job: WireJob, text: BulkText) =>
  outcomeCounts(job)
    .map(({ outcome, count }) => outcomeText(job, outcome, count, text))
    .join(', ')

/** Texts for the rows of a resource. */
interface ItemText extends BulkText {
  readonly resource: AnyResource
}

/**
 * Result of one row, such as `Will change` or `Created`, or the reason why it is left unchanged.
 */
export function itemResultTexts(
  job: WireJob,
  item: WireJobItem,
  text: ItemText,
): readonly string[] {
  const reasons = itemReasonTexts(item, text)
  const { outcome } = item
  if (outcome !== 'ready' && outcome !== 'done' && outcome !== 'pending') return reasons
  const suffix = item.isNew ? 'New' : item.isRemoved ? 'Gone' : job.kind === 'undo' ? 'Back' : ''
  return [text.t(`items.results.${outcome}${outcome === 'pending' ? '' : suffix}`), ...reasons]
}

/** Reason why a row is left unchanged: the issues by field, or the meaning of its outcome. */
export function itemReasonTexts(item: WireJobItem, text: ItemText): string[] {
  const issues = itemIssueTexts(item, text)
  if (issues.length > 0) return issues
  return unchangedOutcomes.includes(item.outcome) || item.outcome === 'same'
    ? [text.t(`reasons.${item.outcome}`)]
    : []
}

/** Issues of a row by field. Empty if they say no more than its outcome. */
export const itemIssueTexts = (
  { issues }: WireJobItem,
  { resource, ...text }: ItemText,
): string[] =>
  Object.entries(issues).flatMap(([field, [issue]]) => {
    const message = issue && text.issue(issue)
    if (!message) return []
    return [
      Object.hasOwn(resource.fields, field)
        ? withLabel(text.t(`resources:${fieldKey(resource, field)}`), message)
        : message,
    ]
  })
