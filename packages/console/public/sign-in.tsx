import { type FormEvent, useRef } from 'react'
import { translate, useText } from '../i18n.ts'
import { navigation, takeReturnPath } from '../navigation.ts'
import { closeToast, showToast } from '../toasts/toast-store.ts'
import { Field } from './field.tsx'
import { PublicPasswordField } from './password-field.tsx'
import { type PublicProps, usePublic } from './public-context.ts'
import { PublicForm } from './public-form.tsx'
import { findRegisterPath } from './public-guard.tsx'
import { useSubmit } from './use-submit.ts'

interface SignInValues {
  readonly username: string
  readonly password: string
  readonly setUsername: (value: string) => void
  readonly setPassword: (value: string) => void
}

export function SignInForm({
  values,
  takesFocus,
  onForgot,
}: {
  values: SignInValues
  takesFocus: boolean
  onForgot: () => void
}) {
  const t = useText('public')
  const publicProps = usePublic()
  const { authProvider, SignInContent } = publicProps
  const refusal = useRef(0)
  const form = useSubmit({
    fields: { username: values.username.trim(), password: values.password },
    send: async (credentials) => {
      const { error } = await authProvider.login(credentials)
      if (error) throw error
    },
    done: () => continueAfterSignIn(publicProps),
    failed: (error) => {
      if (error.statusCode !== 401) return error.message
      // A single message. The specification fixes its text and place. The password is selected, so
      // that the user can type it again.
      refusal.current = showToast({
        severity: 'error',
        summary: translate('errors:errors.credentials.wrong'),
      })
      const password = document.getElementById('password')
      if (password instanceof HTMLInputElement) password.select()
      password?.focus()
      return null
    },
  })
  const submit = (event: FormEvent) => {
    // The next attempt may fail for a different reason.
    closeToast(refusal.current)
    form.submit(event)
  }
  return (
    <PublicForm
      form={{ ...form, submit }}
      title={t('signIn.title')}
      takesFocus={takesFocus}
      labels={{ username: t('signIn.username'), password: t('signIn.password') }}
      submit={form.isBusy ? t('signIn.submitting') : t('signIn.submit')}
      secondaryContent={SignInContent && <SignInContent />}
      after={
        <button type="button" className="button-link" onClick={onForgot}>
          {t('signIn.forgot')}
        </button>
      }
    >
      <Field
        name="username"
        label={t('signIn.username')}
        value={values.username}
        onChange={values.setUsername}
        message={form.messages.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PublicPasswordField
        name="password"
        label={t('signIn.password')}
        value={values.password}
        onChange={values.setPassword}
        message={form.messages.password}
        autoComplete="current-password"
      />
    </PublicForm>
  )
}

/**
 * Users who must change their password do so here first. All others continue to the page that they
 * requested.
 */
function continueAfterSignIn({ session, adminRole }: PublicProps) {
  const { user } = session.current()
  if (!user || user.mustChangePassword) return
  navigation.replace(
    findRegisterPath(user, window.location.search, adminRole) ?? takeReturnPath(user.role),
  )
}
