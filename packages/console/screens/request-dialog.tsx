import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useInvalidate } from '@refinedev/core'
import { type ReactNode, useId, useState } from 'react'
import { useHttp } from '../app/console-context.ts'
import type { IdempotencyHeaders } from '../app/submission-key.ts'
import { FormField } from '../fields/form-field.tsx'
import { useIssueText } from '../fields/issue-text.ts'
import { useText } from '../i18n.ts'
import { FormDialog } from '../pages/form/form-dialog.tsx'
import { useSubmission } from '../pages/form/use-dialog-submission.ts'
import { showToast } from '../toasts/toast-store.ts'

interface RequestDialogProps {
  readonly resource: AnyResource
  readonly title: string
  readonly submit: string
  /** Fields of the request other than the explanation. Their issues appear above the form. */
  readonly body: { readonly [field: string]: unknown }
  readonly needsExplanation?: boolean
  /** Reloads the data that shows the request. */
  readonly onSent: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A student's request with an explanation. `children` describes the subject of the request. */
export function RequestDialog({
  resource,
  title,
  submit,
  body,
  needsExplanation = false,
  onSent,
  onClose,
  children,
}: RequestDialogProps) {
  const { request } = useHttp()
  const t = useText('pages')
  const issueText = useIssueText()
  const scope = useId()
  const invalidate = useInvalidate()
  const [explanation, setExplanation] = useState<unknown>(null)
  const { issues, failure, isRunning, send } = useSubmission(scope, ['explanation'])
  const [otherIssue] = Object.keys(body).flatMap((name) => issues[name] ?? [])

  const sendRequest = async (headers: IdempotencyHeaders) => {
    const { message } = await request<WireRecord>(endpointsOf(resource).create, {
      body: { ...body, explanation },
      headers,
      fallback: `resources:${resource.name}.problems.create`,
    })
    showToast({ severity: 'success', summary: message })
    await Promise.all([invalidate({ resource: resource.name, invalidates: ['list'] }), onSent()])
  }

  return (
    <FormDialog
      title={title}
      submit={submit}
      isDisabled={isRunning}
      cancel={t('form.cancel')}
      failure={failure && otherIssue ? issueText(otherIssue) : failure}
      onSubmit={() => {
        if (!isRunning) void send(sendRequest, onClose)
      }}
      onClose={onClose}
    >
      {children}
      <FormField
        scope={scope}
        resource={resource}
        name="explanation"
        spec={fieldOf(resource, 'explanation')}
        value={explanation}
        values={{ explanation }}
        required={needsExplanation}
        issue={issues.explanation?.[0]}
        onChange={setExplanation}
      />
    </FormDialog>
  )
}
