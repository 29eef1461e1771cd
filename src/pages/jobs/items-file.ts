import * as jobCalls from '#model/calls/jobs.ts'
import { fillPath } from '#model/wire/endpoints.ts'
import type { Outcome, WireJob } from '#model/wire/jobs.ts'
import { currentLanguage } from '#src/i18n.ts'

/** Path of a job's rows as a file, in the language of the page; without outcomes, all of them. */
export function itemsFile(job: Pick<WireJob, 'id'>, format: 'csv' | 'xlsx', outcomes: readonly Outcome[] = []): string {
  const params = new URLSearchParams({ ...(outcomes.length > 0 && { outcome: outcomes.join(',') }), format, lng: currentLanguage() })
  return `${fillPath(jobCalls.itemsFile.path, { id: job.id })}?${params}`
}
