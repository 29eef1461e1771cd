import { useQuery } from '@tanstack/react-query'
import type { WireJob } from '#packages/schema/wire/jobs.ts'
import { getResource } from '#resources/index.ts'
import { DependantsNote, isDeactivation } from '../show/dependants.tsx'
import { fetchFirstItems, jobsKey } from './job-calls.ts'

/** Shows, before a job starts, how many other records depend on those that it would deactivate. */
export function JobEffect({ job }: { readonly job: WireJob }) {
  const resource = getResource(job.resource)
  const ready = job.counts.ready ?? 0
  const { data: ids } = useQuery({
    queryKey: [...jobsKey, 'effect', job.id, ready],
    queryFn: async () => (await fetchFirstItems(job, ['ready'], ready)).flatMap(({ recordId }) => recordId ?? []),
    enabled: job.can.includes('start') && ready > 0 && resource.dependants !== undefined && deactivatesRecords(job),
  })
  return ids ? <DependantsNote resource={resource} ids={ids} /> : null
}

const deactivatesRecords = ({ resource, action, edit, kind }: WireJob) =>
  kind === 'action'
    ? action !== null && isDeactivation(getResource(resource), action)
    : (edit ?? []).some(({ field, operator, value }) => field === 'isActive' && operator === 'set' && value === false)
