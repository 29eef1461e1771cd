import { HttpError } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type HttpError as RefineError, useForm } from '@refinedev/core'
import { useState } from 'react'
import { usePageText } from '../../fields/page-text.ts'
import { titleText } from '../../fields/title-text.ts'
import { Modal } from '../../kit/modal.tsx'
import '../../pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '../../pages/form/load-state.tsx'
import { RecordForm } from '../../pages/form/record-form.tsx'
import { toSaved, writeNotifications } from '../../pages/form/saved.ts'
import { createFormState } from '../../pages/form/use-form-state.ts'
import '../screens.css'
import { UserView } from './user-view.tsx'

interface UserDialogProps {
  readonly resource: AnyResource
  readonly id: string
  readonly startsEditing: boolean
  readonly onClose: () => void
}

/** A dialog that shows and edits a user, and activates or deactivates the account. */
export function UserDialog({ resource, id, startsEditing, onClose }: UserDialogProps) {
  const { t } = usePageText()
  const [isEditing, setEditing] = useState(startsEditing)
  const { query, onFinish } = useForm<WireRecord, RefineError, object>({
    ...writeNotifications,
    resource: resource.name,
    action: 'edit',
    id,
    redirect: false,
    queryOptions: { retry: false },
  })
  const record = query?.data?.data
  const error = query?.error instanceof HttpError ? query.error : null
  const name = record ? titleText(resource, record, t) : '…'

  return (
    <Modal
      title={isEditing ? t('edit.title', { name }) : name}
      width={640}
      closesOnOutsideClick={!isEditing}
      onClose={isEditing ? undefined : onClose}
    >
      {error ? (
        <LoadFailed
          message={error.message}
          reference={error.requestId}
          onRetry={() => void query?.refetch()}
        />
      ) : !record || (isEditing && !query?.isFetchedAfterMount) ? (
        <FieldsSkeleton />
      ) : isEditing ? (
        <RecordForm
          resource={resource}
          mode="edit"
          initial={createFormState(resource, record)}
          save={async (input) => toSaved(await onFinish(input))}
          onSaved={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <UserView
          resource={resource}
          record={record}
          onEdit={() => setEditing(true)}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
