import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import type { WireJob } from '#model/wire/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { mayImport } from './access.ts'

/** Links from an import in the list of jobs to its steps, for the user who uploaded the file. */
export function ImportJobLink({ job }: { readonly job: WireJob }) {
  const { t } = useTranslation('shell')
  const { id, role } = usePerson()
  const resource = resourceNamed(job.resource)
  const isAllowed = mayImport(resource, useMay())
  if (job.kind !== 'import' || job.actor.id !== id || !isAllowed) return null
  return (
    <Link className="button" to={`${pagesOf(resource, role).import}?${new URLSearchParams({ id: job.id })}`}>
      {t('list.openImport')}
    </Link>
  )
}
