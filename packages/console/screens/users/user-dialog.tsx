import { HttpError } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { FieldIssues, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useModalForm } from '@refinedev/antd'
import type { HttpError as RefineError } from '@refinedev/core'
import { useState } from 'react'
import { usePageText } from '../../fields/page-text.ts'
import { titleText } from '../../fields/title-text.ts'
import { HookForm } from '../../kit/hook-form.tsx'
import { Modal } from '../../kit/modal.tsx'
import { defaultValues } from '../../pages/form/form-values.ts'
import '../../pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '../../pages/form/load-state.tsx'
import { RecordForm } from '../../pages/form/record-form.tsx'
import { toSaved, writeNotifications } from '../../pages/form/saved.ts'
import { createFormState } from '../../pages/form/use-form-state.ts'
import '../screens.css'
import { FirstSignIn } from './first-sign-in.tsx'
import { UserView } from './user-view.tsx'

interface UserDialogProps {
  readonly resource: AnyResource
  /** Undefined for a new user. */
  readonly id: string | undefined
  readonly startsEditing: boolean
  readonly onClose: () => void
}

/** A dialog that creates, shows and edits a user, and activates or deactivates the account. */
export function UserDialog({ resource, id, startsEditing, onClose }: UserDialogProps) {
  const { t } = usePageText()
  const [isEditing, setEditing] = useState(startsEditing)
  const [password, setPassword] = useState<string | null>(null)
  const { formProps, query, onFinish } = useModalForm<WireRecord, RefineError, object>({
    ...writeNotifications,
    resource: resource.name,
    action: id === undefined ? 'create' : 'edit',
    ...(id !== undefined && { id }),
    defaultVisible: true,
    redirect: false,
    autoSubmitClose: false,
    autoResetForm: false,
    warnWhenUnsavedChanges: false,
    queryOptions: { retry: false },
  })
  const record = query?.data?.data
  const error = query?.error instanceof HttpError ? query.error : null
  const isForm = id === undefined || isEditing
  const name = record ? titleText(resource, record, t) : '…'
  const title = id === undefined ? t(`resources:${resource.name}.new`) : isEditing ? t('edit.title', { name }) : name
  // A first password is only sent when the user is created, so it is not a field of the resource.
  const firstPassword = password === null ? {} : { password }

  return (
    <Modal title={title} width={640} closesOnOutsideClick={!isForm} onClose={isForm ? undefined : onClose}>
      <HookForm formProps={formProps}>
        {id === undefined ? (
          <RecordForm
            resource={resource}
            mode="create"
            initial={{ base: defaultValues(resource), values: defaultValues(resource), titles: {} }}
            save={async (input) => toSaved(await onFinish({ ...input, ...firstPassword }))}
            onSaved={onClose}
            onCancel={onClose}
            extra={(issues: FieldIssues) => <FirstSignIn password={password} issue={issues.password?.[0]} onChange={setPassword} />}
          />
        ) : error ? (
          <LoadFailed message={error.message} reference={error.requestId} onRetry={() => void query?.refetch()} />
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
          <UserView resource={resource} record={record} onEdit={() => setEditing(true)} onClose={onClose} />
        )}
      </HookForm>
    </Modal>
  )
}
