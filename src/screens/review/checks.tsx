import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Link } from 'react-router'
import type { WireCheck, WireRegistration } from '#resources/admission/wire.ts'
import { IdentityWaiver } from './identity-waiver.tsx'
import { statusLabel } from './labels.ts'
import { registrationsResource } from './registration.ts'

/** Checks that an administrator may waive, with a reason. */
const waivable = new Set<WireCheck['code']>(['otherBirthDate', 'otherSex'])

const icons = { good: 'check', warning: 'warning', problem: 'error' } as const

/** Results of automatic comparisons, as text with an icon, never only as a colour. */
export function Checks({ checks, record }: { readonly checks: readonly WireCheck[]; readonly record: WireRegistration }) {
  const { t } = usePageText()
  const recordPath = useRecordPath()
  const { role } = useUser()
  if (checks.length === 0) return null
  return (
    <ul className="bare-list review-checks">
      {checks.map(({ code, tone, other }) => {
        const path = other && recordPath(registrationsResource.name, other.id)
        return (
          <li key={`${code}${other?.id ?? ''}`} className={`review-check check-${tone}`}>
            <Icon name={icons[tone]} />
            <span>
              {t(`review.checks.${code}`, {
                status: other ? statusLabel(t, other.status) : '',
                sex: typeof record.sex === 'string' ? record.sex : '',
              })}
              {other && path && (
                <>
                  {' '}
                  <Link to={path}>{other.reference}</Link> ({statusLabel(t, other.status)})
                </>
              )}
            </span>
            {role === 'admin' && waivable.has(code) && !record.identityWaived && <IdentityWaiver record={record} />}
          </li>
        )
      })}
    </ul>
  )
}
