import type { Outcome, WireJob } from '#model/wire/jobs.ts'
import { datedTitle } from '#src/fields/title-text.ts'
import { useBulkText } from '../bulk/words.ts'
import { useJobItems } from './job-calls.ts'
import { countsOf, leftOut, outcomeText, reasonsOf } from './job-words.ts'

/** Lists the rows that are left out with their reasons, at most `most` per outcome. */
export function LeftOut({ job, most }: { readonly job: WireJob; readonly most: number }) {
  const outcomes = countsOf(job).filter(({ outcome }) => leftOut.includes(outcome))
  if (outcomes.length === 0) return null
  return (
    <ul className="bare-list left-out">
      {outcomes.map(({ outcome, count }) => (
        <Names key={outcome} job={job} outcome={outcome} count={count} most={most} />
      ))}
    </ul>
  )
}

interface NamesProps {
  readonly job: WireJob
  readonly outcome: Outcome
  readonly count: number
  readonly most: number
}

function Names({ job, outcome, count, most }: NamesProps) {
  const text = useBulkText()
  const { data } = useJobItems({ job, outcomes: [outcome], page: 1, pageSize: most })
  const names = (data?.list ?? []).map((item) => {
    const reasons = Object.keys(item.issues).length > 0 ? reasonsOf(item, job.resource, text).join(' ') : ''
    const title = datedTitle(item.title)
    return reasons === '' ? title : `${title} (${reasons.replace(/\.$/, '')})`
  })
  const others = count - names.length
  return (
    <li>
      {outcomeText(job, outcome, count, text)}: {names.join(', ')}
      {data && others > 0 && ` ${text.t('items.others', { count: others })}`}
    </li>
  )
}
