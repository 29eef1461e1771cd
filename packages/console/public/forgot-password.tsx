import type * as sessionCalls from '@matricola/schema/calls/session.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { useState } from 'react'
import { useText } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { showToast } from '../toasts/toast-store.ts'
import { Field } from './field.tsx'
import { usePublic } from './public-context.ts'
import { PublicForm } from './public-form.tsx'
import { useSubmit } from './use-submit.ts'

/**
 * Requests an email with a link to reset the password. The page shows the server's response, which
 * is the same whether or not an account has this address.
 */
export function ForgotPassword({
  email: initialEmail,
  takesFocus,
  onBack,
}: {
  email: string
  takesFocus: boolean
  onBack: () => void
}) {
  const t = useText('public')
  const { makeCall } = usePublic().http
  const [email, setEmail] = useState(initialEmail)
  const [answer, setAnswer] = useState<string | null>(null)
  const form = useSubmit({
    fields: { email: email.trim() },
    send: (body) =>
      makeCall<typeof sessionCalls.forgotPassword>(sessionEndpoints.forgotPassword, {
        input: body,
        fallback: 'public:failed.forgotPassword',
      }),
    done: ({ data }) => {
      setAnswer(data)
      showToast({ severity: 'success', summary: data })
    },
    failed: (error) => {
      showToast({ severity: 'error', summary: error.message })
      return error.message
    },
  })
  return (
    <PublicForm
      form={form}
      title={t('forgot.title')}
      intro={t('forgot.intro')}
      takesFocus={takesFocus}
      labels={{ email: t('forgot.email') }}
      submit={form.isBusy ? t('forgot.submitting') : t('forgot.submit')}
      after={
        <>
          {answer ? (
            <p className="message message-success">
              <Icon name="success" />
              {answer}
            </p>
          ) : null}
          <button type="button" className="button-link" onClick={onBack}>
            {t('forgot.back')}
          </button>
        </>
      }
    >
      <Field
        name="email"
        label={t('forgot.email')}
        value={email}
        onChange={setEmail}
        message={form.messages.email}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </PublicForm>
  )
}
