import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useCall } from '@matricola/console/use-call.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { Link } from 'react-router'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import { getResource } from '#resources/index.ts'
import { registrationsPath } from '../registrations-path.ts'

/** Links of the section on admission: admission sessions. */
export function AdmissionLinks() {
  const { t } = usePageText()
  const { role } = useUser()
  return (
    <p>
      <Link to={pagePaths(getResource('admission-sessions'), role).list}>
        {t('settings:links.admissions')}
      </Link>
    </p>
  )
}

/** Links of the section on review: decisions to release. */
export function ReviewLinks() {
  const { t } = usePageText()
  const { role } = useUser()
  return (
    <p>
      <Link to={registrationsPath(role, { view: 'toRelease' })}>
        {t('settings:links.toRelease')}
      </Link>
    </p>
  )
}

/** Links of the section on teaching: academic years and periods, overfull classes. */
export function TeachingLinks({ record }: { readonly record: WireRecord }) {
  const { t } = usePageText()
  const { role } = useUser()
  return (
    <>
      <p className="button-row">
        <Link to={pagePaths(getResource('academic-years'), role).list}>
          {t('settings:links.years')}
        </Link>
        <Link to={pagePaths(getResource('academic-periods'), role).list}>
          {t('settings:links.periods')}
        </Link>
      </p>
      {role === 'admin' && <OverfullClasses version={record.version} />}
    </>
  )
}

/** Lowering the class limit removes no students, so classes above the limit are listed. */
function OverfullClasses({ version }: { readonly version: number }) {
  const { t } = usePageText()
  const recordPath = useRecordPath()
  const { data } = useCall(
    dashboardCalls.overfullClasses,
    {},
    { key: ['overfull-classes', version] },
  )
  if (!data) return null
  if (data.length === 0) return <p className="caption">{t('settings:overfull.none')}</p>
  return (
    <div className="message message-warn">
      <p>{t('settings:overfull.some', { count: data.length })}</p>
      <ul>
        {data.map(({ id, title, students }) => {
          const path = recordPath('university-classes', id)
          const label = t('settings:overfull.class', { title, count: students })
          return <li key={id}>{path ? <Link to={path}>{label}</Link> : label}</li>
        })}
      </ul>
    </div>
  )
}
