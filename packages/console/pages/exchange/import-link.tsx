import { pagePaths } from '@matricola/schema/paths.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRegistry } from '../../app/console-context.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { isImportAllowed } from './access.ts'

/** Links from an import in the list of jobs to its steps, for the user who uploaded the file. */
export function ImportJobLink({ job }: { readonly job: WireJob }) {
  const { t } = useTranslation('shell')
  const { id, role } = useUser()
  const resource = useRegistry().get(job.resource)
  const isAllowed = isImportAllowed(resource, usePermission())
  if (job.kind !== 'import' || job.actor.id !== id || !isAllowed) return null
  return (
    <Link
      className="button"
      to={`${pagePaths(resource, role).import}?${new URLSearchParams({ id: job.id })}`}
    >
      {t('list.openImport')}
    </Link>
  )
}
