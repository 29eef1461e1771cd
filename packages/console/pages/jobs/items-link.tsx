import type { JobOutcome, WireJob } from '@matricola/schema/wire/jobs.ts'
import { useHttp, useRegistry } from '../../app/console-context.ts'
import { downloadAfterReauthentication } from '../../app/reauthenticated-download.ts'
import { Icon } from '../../icons/icon.tsx'
import { itemsFilePath } from './items-file-path.ts'
import { showErrorToast } from './job-calls.ts'

interface ItemsLinkProps {
  readonly job: Pick<WireJob, 'id' | 'resource'>
  readonly format: 'csv' | 'xlsx'
  /** Absent: items with any outcome. */
  readonly outcomes?: readonly JobOutcome[]
  readonly label: string
}

/**
 * Downloads the items of a job as a file. Asks for the password first if the file contains personal
 * data.
 */
export function ItemsLink({ job, format, outcomes, label }: ItemsLinkProps) {
  const http = useHttp()
  const { apiUrl } = http
  const resource = useRegistry().get(job.resource)
  const path = itemsFilePath(job, format, outcomes)
  return (
    <a
      className="button"
      href={apiUrl(path)}
      download
      onClick={(event) => {
        event.preventDefault()
        downloadAfterReauthentication(http, resource, path).catch(showErrorToast)
      }}
    >
      <Icon name="download" />
      {label}
    </a>
  )
}
