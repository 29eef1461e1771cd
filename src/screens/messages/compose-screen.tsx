import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { useHttp } from '@matricola/console/app/console-context.ts'
import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { type IdempotencyHeaders, useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import type { Http } from '@matricola/providers/http.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { FieldIssues, Issue, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { getResource } from '#resources/index.ts'
import '@matricola/console/fields/fields.css'
import { controlId, FormField } from '@matricola/console/fields/form-field.tsx'
import { useIssueText } from '@matricola/console/fields/issue-text.ts'
import { focusField } from '@matricola/console/pages/form/focus-field.ts'
import '@matricola/console/pages/form/form.css'
import { PageHeader } from '@matricola/console/pages/form/page-header.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { useStoredDraft } from './use-stored-draft.ts'
import './messages.css'
import { Button } from '@matricola/console/kit/button.tsx'
import { useMessagingText } from '../use-messaging-text.ts'
import { type ChosenRecipient, RecipientInput } from './recipient-input.tsx'

interface MessageDraft {
  readonly to: ChosenRecipient | null
  readonly subject: string
  readonly body: string
}
const emptyDraft: MessageDraft = { to: null, subject: '', body: '' }
const requiredIssue: Issue = { code: 'required' }

/** A new message to a user or to all members of a class. Unsent text is kept on this device. */
export function ComposeScreen({ resource }: PageProps) {
  const http = useHttp()
  const { t } = useMessagingText()
  usePageTitle(t('resources:messages.new'))
  const { id: userId, role } = useUser()
  const navigate = useNavigate()
  const client = useQueryClient()
  const scope = useId()
  const form = useRef<HTMLFormElement>(null)
  const { draft, isRestored, change, clear } = useStoredDraft(`message-draft:${userId}`, emptyDraft)
  const [issues, setIssues] = useState<FieldIssues>({})
  const pages = pagePaths(resource, role)
  const submissionKey = useSubmissionKey()
  const isShown = isRestored && Boolean(draft.to || draft.subject || draft.body)
  useAnnounce(isShown ? t('compose.restored') : '')

  const show = (found: FieldIssues) => {
    setIssues(found)
    const first = ['recipientId', 'subject', 'body'].find((name) => found[name])
    if (first) focusField(controlId(scope, first))
  }
  const send = useMutation({
    mutationFn: () => submissionKey.run((headers) => sendMessage(http, draft, headers)),
    onSuccess({ message }) {
      clear()
      void client.invalidateQueries({ queryKey: ['messages'] })
      showToast({ severity: 'success', summary: message })
      navigate(pages.list)
    },
    onError(error) {
      const fields = error instanceof HttpError ? toMessageIssues(error.fields) : {}
      if (Object.keys(fields).length > 0) show(fields)
      else showToast({ severity: 'error', summary: error.message })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const missing: FieldIssues = {
      ...(!draft.to && { recipientId: [requiredIssue] }),
      ...(!draft.subject.trim() && { subject: [requiredIssue] }),
      ...(!draft.body.trim() && { body: [requiredIssue] }),
    }
    show(missing)
    if (Object.keys(missing).length === 0) send.mutate()
  }
  return (
    <div className="page narrow">
      <PageHeader
        title={t('resources:messages.new')}
        back={{ to: pages.list, label: t('resources:messages.many') }}
      />
      {isShown && (
        <div className="inline-group message message-draft-saved">
          <p>{t('compose.restored')}</p>
          <Button onClick={clear}>{t('compose.discard')}</Button>
        </div>
      )}
      <form ref={form} className="record-form" noValidate onSubmit={submit}>
        <section className="panel form-section" aria-label={t('resources:messages.new')}>
          <RecipientField
            id={controlId(scope, 'recipientId')}
            value={draft.to}
            issue={issues.recipientId?.[0]}
            onChange={(to) => change({ to })}
          />
          {(['subject', 'body'] as const).map((name) => (
            <FormField
              key={name}
              resource={resource}
              name={name}
              spec={fieldOf(resource, name)}
              value={draft[name]}
              values={draft as unknown as { readonly [field: string]: unknown }}
              required
              issue={issues[name]?.[0]}
              scope={scope}
              onChange={(value) => change({ [name]: String(value ?? '') })}
            />
          ))}
        </section>
        <div className="form-footer">
          <Button type="submit" kind="primary" aria-disabled={send.isPending}>
            {t(send.isPending ? 'compose.sending' : 'compose.send')}
          </Button>
        </div>
      </form>
    </div>
  )
}

interface RecipientFieldProps {
  readonly id: string
  readonly value: ChosenRecipient | null
  readonly issue: Issue | undefined
  readonly onChange: (value: ChosenRecipient | null) => void
}

function RecipientField({ id, value, issue, onChange }: RecipientFieldProps) {
  const { t } = useMessagingText()
  const issueText = useIssueText()
  return (
    <div className={issue ? 'form-field has-error' : 'form-field'}>
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {t('resources:messages.fields.recipientId')}
      </label>
      {issue && (
        <p className="field-error" id={`${id}-error`}>
          {issueText(issue)}
        </p>
      )}
      <div className="form-control">
        <RecipientInput
          id={id}
          value={value}
          isInvalid={issue !== undefined}
          describedBy={issue && `${id}-error`}
          onChange={onChange}
        />
      </div>
    </div>
  )
}

/** Sends the message to a user, or to a class by its action `message`. */
function sendMessage(http: Http, { to, subject, body }: MessageDraft, headers: IdempotencyHeaders) {
  const id = to?.id ?? ''
  if (to?.kind === 'class') {
    const call = endpointsOf(getResource('university-classes')).action
    return http.request<WireRecord>(call, {
      path: { id, action: 'message' },
      body: { messageSubject: subject, messageBody: body },
      headers,
    })
  }
  return http.request<WireRecord>(endpointsOf(getResource('messages')).create, {
    body: { recipientId: id, subject, body },
    headers,
  })
}

/** Maps the issues of the class's action to the fields of a message. */
const toMessageIssues = ({
  messageSubject,
  messageBody,
  _,
  ...fields
}: FieldIssues): FieldIssues => ({
  ...fields,
  ...(messageSubject && { subject: messageSubject }),
  ...(messageBody && { body: messageBody }),
  ...(_ && { recipientId: _ }),
})
