import type * as sessionCalls from '@matricola/schema/calls/session.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { useState } from 'react'
import { translate, useText } from '../i18n.ts'
import { navigation, takeReturnPath } from '../navigation.ts'
import { storeToast } from '../toasts/toast-store.ts'
import { PublicPasswordField } from './password-field.tsx'
import { type PublicProps, usePublic } from './public-context.ts'
import { PublicForm } from './public-form.tsx'
import { useSubmit } from './use-submit.ts'

/**
 * Shown when a user first signs in with a password that someone else chose. Uses the password from
 * the sign-in form as the current one.
 */
export function MustChangePassword({
  username,
  typedPassword,
}: {
  username: string
  typedPassword: string
}) {
  const t = useText('public')
  const {
    http: { makeCall },
    session,
    authProvider,
  } = usePublic()
  const [current, setCurrent] = useState(typedPassword)
  const [needsCurrentPassword, setNeedsCurrentPassword] = useState(typedPassword === '')
  const [newPassword, setNewPassword] = useState('')
  const form = useSubmit({
    fields: { currentPassword: current, password: newPassword },
    send: (body) =>
      makeCall<typeof sessionCalls.changePassword>(sessionEndpoints.changePassword, {
        input: body,
        fallback: 'public:failed.changePassword',
      }),
    done: () => {
      storeToast({ severity: 'success', summary: translate('public:password.saved') })
      const { user } = session.current()
      navigation.replace(user ? takeReturnPath(user.role) : '/')
    },
  })
  // The current password was rejected, for example because it was changed elsewhere in the
  // meantime.
  if (form.messages.currentPassword && !needsCurrentPassword) setNeedsCurrentPassword(true)
  return (
    <PublicForm
      form={form}
      title={t('mustChange.title')}
      intro={t('mustChange.intro')}
      takesFocus
      labels={{ currentPassword: t('password.current'), password: t('password.new') }}
      submit={form.isBusy ? t('password.saving') : t('password.save')}
      after={
        <button type="button" className="button-link" onClick={() => signOut(authProvider)}>
          {t('mustChange.signOut')}
        </button>
      }
    >
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      {needsCurrentPassword ? (
        <PublicPasswordField
          name="currentPassword"
          label={t('password.current')}
          value={current}
          onChange={setCurrent}
          message={form.messages.currentPassword}
          autoComplete="current-password"
        />
      ) : null}
      <PublicPasswordField
        name="password"
        label={t('password.new')}
        hint={t('password.hint')}
        value={newPassword}
        onChange={setNewPassword}
        message={form.messages.password}
        autoComplete="new-password"
      />
    </PublicForm>
  )
}

async function signOut(authProvider: PublicProps['authProvider']) {
  try {
    await authProvider.logout()
    storeToast({ severity: 'success', summary: translate('public:signedOut') })
  } finally {
    navigation.replace('/')
  }
}
