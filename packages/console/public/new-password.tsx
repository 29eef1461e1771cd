import { signInPath } from '@matricola/schema/paths.ts'
import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'
import { type ReactNode, useState } from 'react'
import { translate, useText } from '../i18n.ts'
import { navigation } from '../navigation.ts'
import { storeToast } from '../toasts/toast-store.ts'
import { PublicPasswordField } from './password-field.tsx'
import { usePublic } from './public-context.ts'
import { PublicForm } from './public-form.tsx'
import { PublicFrame } from './public-frame.tsx'
import { useSubmit } from './use-submit.ts'

interface NewPasswordProps {
  readonly endpoint: Endpoint
  readonly title: string
  readonly intro: string
  /** Key of the toast that the sign-in page shows afterwards. */
  readonly done: string
  readonly noToken: string
  readonly remedy?: ReactNode
}

/**
 * Sets a password with a one-time token from an email. The token is in the fragment, which browsers
 * never send to a server.
 */
export function NewPassword({ endpoint, title, intro, done, noToken, remedy }: NewPasswordProps) {
  const t = useText('public')
  const { request } = usePublic().http
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('t') ?? '')
  const [password, setPassword] = useState('')
  const form = useSubmit({
    fields: { password },
    send: (body) =>
      request(endpoint, { body: { token, ...body }, fallback: 'public:failed.changePassword' }),
    done: () => {
      storeToast({ severity: 'success', summary: translate(done) })
      navigation.replace(signInPath)
    },
  })
  if (token === '') {
    return (
      <PublicFrame title={title}>
        <h1>{title}</h1>
        <p>{noToken}</p>
        {remedy}
      </PublicFrame>
    )
  }
  return (
    <PublicForm
      form={form}
      title={title}
      intro={intro}
      labels={{ password: t('password.new') }}
      submit={form.isBusy ? t('password.saving') : t('password.save')}
      remedy={form.error?.code === 'token.invalid' ? remedy : null}
    >
      <PublicPasswordField
        name="password"
        label={t('password.new')}
        hint={t('password.hint')}
        value={password}
        onChange={setPassword}
        message={form.messages.password}
        autoComplete="new-password"
      />
    </PublicForm>
  )
}
