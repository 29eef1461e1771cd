import { choiceKey } from '@matricola/schema/message-keys.ts'
import type { JobOutcome, WireJob } from '@matricola/schema/wire/jobs.ts'
import { useRegistry } from '../../app/console-context.ts'
import { formatTitleDates } from '../../fields/title-text.ts'
import { useBulkText } from '../bulk/bulk-text.ts'
import { useJobItems } from './job-calls.ts'
import { itemIssueTexts, outcomeCounts, outcomeText, unchangedOutcomes } from './job-text.ts'

/** Lists the rows that are left out, each with its reason. Shows at most `max` rows per outcome. */
export function UnchangedRows({ job, max }: { readonly job: WireJob; readonly max: number }) {
  const outcomes = outcomeCounts(job).filter(({ outcome }) => unchangedOutcomes.includes(outcome))
  if (outcomes.length === 0) return null
  return (
    <ul className="bare-list unchanged-rows">
      {outcomes.map(({ outcome, count }) => (
        <UnchangedRowNames key={outcome} job={job} outcome={outcome} count={count} max={max} />
      ))}
    </ul>
  )
}

interface UnchangedRowNamesProps {
  readonly job: WireJob
  readonly outcome: JobOutcome
  readonly count: number
  readonly max: number
}

function UnchangedRowNames({ job, outcome, count, max }: UnchangedRowNamesProps) {
  const resource = useRegistry().get(job.resource)
  const text = useBulkText()
  const { data } = useJobItems({ job, outcomes: [outcome], page: 1, pageSize: max })
  const names = (data?.list ?? []).map((item) => {
    const reasons = itemIssueTexts(item, { ...text, resource }).join(' ')
    const title = formatTitleDates(item.title)
    return reasons === '' ? title : `${title} (${reasons.replace(/\.$/, '')})`
  })
  const others = count - names.length
  const stateField = resource.workflow?.field ?? ''
  const states = (outcome === 'state' ? (job.blockedStates ?? []) : []).map(
    (group) =>
      `${group.count} ${text.t(`resources:${choiceKey(resource, stateField, group.state)}`)}`,
  )
  return (
    <li>
      {outcomeText(job, outcome, count, text)}
      {states.length > 0 && ` (${states.join(', ')})`}: {names.join(', ')}
      {data && others > 0 && ` ${text.t('items.others', { count: others })}`}
    </li>
  )
}
