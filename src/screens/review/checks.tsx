import { useHttp } from '@matricola/console/app/console-context.ts'
import { useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WireCheck, WireRegistration } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { statusLabel } from './labels.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { registrationKey, registrationsResource } from './registration.ts'

/** Checks that an administrator may waive, with a reason. */
const waivable = new Set<WireCheck['code']>(['otherBirthDate', 'otherSex'])

const icons = { good: 'check', warning: 'warning', problem: 'error' } as const

/** Results of automatic comparisons, as text with an icon, never only as a colour. */
export function Checks({
  checks,
  record,
}: {
  readonly checks: readonly WireCheck[]
  readonly record: WireRegistration
}) {
  const { t } = usePageText()
  const recordPath = useRecordPath()
  const { role } = useUser()
  if (checks.length === 0) return null
  return (
    <ul className="bare-list review-checks">
      {checks.map(({ code, field, tone, other }) => {
        // The same code for a CNP and for the number of another document.
        const text = code === 'sameCnp' && field !== 'cnp' ? 'sameDocument' : code
        const path = other && recordPath(registrationsResource.name, other.id)
        return (
          <li key={`${code}${other?.id ?? ''}`} className={`review-check check-${tone}`}>
            <Icon name={icons[tone]} />
            <span>
              {t(`review:checks.${text}`, {
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
            {role === 'admin' && waivable.has(code) && !record.identityWaived && (
              <IdentityWaiver record={record} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Lets administrators waive the identity check if the identity data in an application is
 * contradictory.
 */
function IdentityWaiver({ record }: { readonly record: WireRegistration }) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const submissionKey = useSubmissionKey()
  const waive = async (reason: string) => {
    const call = { params: { id: record.id }, input: { reason, version: record.version } }
    const { data } = await submissionKey.run((headers) =>
      makeCall(reviewCalls.waiveIdentityCheck, { ...call, headers }),
    )
    client.setQueryData(registrationKey(record.id), data)
  }
  return (
    <>
      <button type="button" className="button-link" onClick={() => setConfirming(true)}>
        {t('review:waive')}
      </button>
      {isConfirming && (
        <ReasonDialog
          title={t('review:waiveTitle')}
          action={t('review:waive')}
          onSend={waive}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}
