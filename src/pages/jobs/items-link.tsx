import type { Outcome, WireJob } from '#model/wire/jobs.ts'
import { apiAddress } from '#providers/http.ts'
import { resourceNamed } from '#resources/index.ts'
import { provedDownload } from '#src/console/proved-download.ts'
import { Icon } from '#src/icons/icon.tsx'
import { itemsFile } from './items-file.ts'
import { showFailure } from './job-calls.ts'

interface ItemsLinkProps {
  readonly job: Pick<WireJob, 'id' | 'resource'>
  readonly format: 'csv' | 'xlsx'
  /** Absent: all. */
  readonly outcomes?: readonly Outcome[]
  readonly label: string
}

/** Downloads the items of a job as a file. Asks for the password first if the file contains personal data. */
export function ItemsLink({ job, format, outcomes, label }: ItemsLinkProps) {
  const path = itemsFile(job, format, outcomes)
  return (
    <a
      className="button"
      href={apiAddress(path)}
      download
      onClick={(event) => {
        event.preventDefault()
        provedDownload(resourceNamed(job.resource), path).catch(showFailure)
      }}
    >
      <Icon name="download" />
      {label}
    </a>
  )
}
