import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useModalForm } from '@refinedev/antd'
import type { HttpError as RefineError } from '@refinedev/core'
import { usePageText } from '../../fields/page-text.ts'
import { Form, FormValue } from '../../kit/form.tsx'
import { Modal } from '../../kit/modal.tsx'
import { defaultValues } from '../../pages/form/form-values.ts'
import { RecordForm } from '../../pages/form/record-form.tsx'
import { toSaved, writeNotifications } from '../../pages/form/saved.ts'
import { FirstSignIn } from './first-sign-in.tsx'

/**
 * A dialog that creates a user. A first password is sent only here, so it is not a field of the
 * resource: Ant Design's form holds it.
 */
export function NewUserDialog({
  resource,
  onClose,
}: {
  readonly resource: AnyResource
  readonly onClose: () => void
}) {
  const { t } = usePageText()
  const { form, formProps, onFinish } = useModalForm<WireRecord, RefineError, object>({
    ...writeNotifications,
    resource: resource.name,
    action: 'create',
    defaultVisible: true,
    redirect: false,
    warnWhenUnsavedChanges: false,
  })
  const save = async (input: object) => {
    const { password = null } = form.getFieldsValue() as { readonly password?: string | null }
    return toSaved(await onFinish({ ...input, ...(password !== null && { password }) }))
  }
  const base = defaultValues(resource)

  return (
    <Modal title={t(`resources:${resource.name}.new`)} width={640}>
      <RecordForm
        resource={resource}
        mode="create"
        initial={{ base, values: base, titles: {} }}
        save={save}
        onSaved={onClose}
        onCancel={onClose}
        extra={(issues) => (
          <FormValue name="password">
            <FirstSignIn issue={issues.password?.[0]} />
          </FormValue>
        )}
        renderForm={({ props, content, submit }) => (
          <Form {...formProps} {...props} onFinish={submit}>
            {content}
          </Form>
        )}
      />
    </Modal>
  )
}
