import { HttpError } from '@matricola/providers/http.ts'
import type * as sessionCalls from '@matricola/schema/calls/session.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useHttp, useProviders } from '../../app/console-context.ts'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'
import { focusField } from '../../pages/form/focus-field.ts'
import { showToast } from '../../toasts/toast-store.ts'
import { PasswordField } from '../password-field.tsx'

const empty = { currentPassword: '', password: '' }

/** Asks for a new password and the current one. Errors appear next to their fields. */
export function ChangePassword() {
  const { session } = useProviders()
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const id = useId()
  const [values, setValues] = useState(empty)
  const change = useMutation({
    mutationFn: () =>
      makeCall<typeof sessionCalls.changePassword>(sessionEndpoints.changePassword, {
        input: values,
      }),
    onSuccess: ({ message }) => {
      setValues(empty)
      session.updateUser({ mustChangePassword: false })
      showToast({ severity: 'success', summary: message })
    },
    onError: (error) => {
      const refusedField =
        error instanceof HttpError &&
        (error.errors.currentPassword ? 'current' : error.errors.password && 'new')
      if (refusedField) focusField(`${id}-${refusedField}`)
    },
  })
  const errors = change.error instanceof HttpError ? change.error.errors : {}
  const isShownAtField = Object.keys(errors).some((name) => name in empty)
  return (
    <section className="form-section panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="section-title">
        {t('password.title')}
      </h2>
      <form
        noValidate
        className="record-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) change.mutate()
        }}
      >
        {change.error && !isShownAtField && (
          <p className="field-error" role="alert">
            {change.error.message}
          </p>
        )}
        <PasswordField
          id={`${id}-current`}
          label={t('password.current')}
          autoComplete="current-password"
          value={values.currentPassword}
          error={errors.currentPassword?.[0] ?? null}
          onChange={(currentPassword) => setValues({ ...values, currentPassword })}
        />
        <PasswordField
          id={`${id}-new`}
          label={t('password.new')}
          help={t('password.help')}
          autoComplete="new-password"
          value={values.password}
          error={errors.password?.[0] ?? null}
          onChange={(password) => setValues({ ...values, password })}
        />
        <div>
          <Button type="submit" kind="primary" aria-disabled={change.isPending}>
            {t(change.isPending ? 'form.saving' : 'password.change')}
          </Button>
        </div>
      </form>
    </section>
  )
}
