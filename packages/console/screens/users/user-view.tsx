import * as sessionCalls from '@matricola/schema/calls/session.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useMutation } from '@tanstack/react-query'
import { useHttp } from '../../app/console-context.ts'
import { useSubmissionKey } from '../../app/submission-key.ts'
import { usePermission } from '../../app/use-permission.ts'
import { usePageText } from '../../fields/page-text.ts'
import { titleText } from '../../fields/title-text.ts'
import { RecordActions } from '../../pages/show/record-actions.tsx'
import { RecordDetails } from '../../pages/show/record-details.tsx'
import { RecordHistory } from '../../pages/show/record-history.tsx'
import { RecordStateBadge } from '../../pages/show/record-state-badge.tsx'
import '../../pages/show/show.css'
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { showToast } from '../../toasts/toast-store.ts'

interface UserViewProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly onEdit: () => void
  readonly onClose: () => void
}

/** The details of a user, with all account actions. */
export function UserView({ resource, record, onEdit, onClose }: UserViewProps) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const can = usePermission()
  const [tab, setTab] = useState('details')
  const submissionKey = useSubmissionKey()
  const invite = useMutation({
    mutationFn: () =>
      submissionKey.run((headers) =>
        makeCall(sessionCalls.resendInvitation, { params: { id: record.id }, headers }),
      ),
    onSuccess: ({ message }) => showToast({ severity: 'success', summary: message }),
    onError: (error) => showToast({ severity: 'error', summary: error.message }),
  })
  const tabs = [
    {
      name: 'details',
      label: t('show.details'),
      content: <RecordDetails resource={resource} record={record} />,
    },
    ...(can('history', resource, record)
      ? [
          {
            name: 'history',
            label: t('show.history'),
            content: <RecordHistory resource={resource} id={record.id} />,
          },
        ]
      : []),
  ]
  return (
    <div className="record-form">
      <RecordStateBadge resource={resource} record={record} />
      <Tabs label={titleText(resource, record, t)} tabs={tabs} current={tab} onChange={setTab} />
      <div className="form-footer">
        {can('update', resource, record) && (
          <Button kind="primary" onClick={onEdit}>
            {t('show.edit')}
          </Button>
        )}
        {/* Users who have signed in need no invitation. */}
        {record.lastLoginAt === null && record.isActive === true && (
          <Button
            aria-disabled={invite.isPending}
            onClick={() => !invite.isPending && invite.mutate()}
          >
            {t('users:resend')}
          </Button>
        )}
        <RecordActions resource={resource} record={record} />
        <Button onClick={onClose}>{t('form.close')}</Button>
      </div>
    </div>
  )
}
