import { jobEndpoints } from '@matricola/schema/calls/endpoints.ts'
import { fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { JobOutcome, WireJob } from '@matricola/schema/wire/jobs.ts'
import { currentLanguage } from '../../i18n.ts'

/**
 * Path of a file with a job's items in the current language. Without outcomes, it contains all
 * items.
 */
export function itemsFilePath(
  job: Pick<WireJob, 'id'>,
  format: 'csv' | 'xlsx',
  outcomes: readonly JobOutcome[] = [],
): string {
  const params = new URLSearchParams({
    ...(outcomes.length > 0 && { outcome: outcomes.join(',') }),
    format,
    lng: currentLanguage(),
  })
  return `${fillPath(jobEndpoints.exportItems.path, { id: job.id })}?${params}`
}
