import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { useHttp, useRegistry } from '../../app/console-context.ts'
import { DependantsNote, isDeactivation } from '../show/dependants.tsx'
import { fetchFirstItems, jobsKey } from './job-calls.ts'

/** Shows, before a job starts, how many other records depend on those that it would deactivate. */
export function JobEffect({ job }: { readonly job: WireJob }) {
  const http = useHttp()
  const resource = useRegistry().get(job.resource)
  const ready = job.counts.ready ?? 0
  const { data: ids } = useQuery({
    queryKey: [...jobsKey, 'effect', job.id, ready],
    queryFn: async () =>
      (await fetchFirstItems(http, job, ['ready'], ready)).flatMap(
        ({ recordId }) => recordId ?? [],
      ),
    enabled:
      job.can.includes('start') &&
      ready > 0 &&
      resource.dependants !== undefined &&
      deactivatesRecords(job, resource),
  })
  return ids ? <DependantsNote resource={resource} ids={ids} /> : null
}

const deactivatesRecords = ({ action, edit, kind }: WireJob, resource: AnyResource) =>
  kind === 'action'
    ? action !== null && isDeactivation(resource, action)
    : (edit ?? []).some(
        ({ field, operator, value }) =>
          field === 'isActive' && operator === 'set' && value === false,
      )
