import * as sessionCalls from '@matricola/schema/calls/session.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useHttp } from '../app/console-context.ts'
import { usePageText } from '../fields/page-text.ts'
import { FormDialog } from '../pages/form/form-dialog.tsx'
import { PasswordField, passwordRefusal } from './password-field.tsx'

/**
 * Asks for the password before a sensitive action. `onAnswer` receives true if the password was
 * confirmed.
 */
export function PasswordDialog({
  onAnswer,
}: {
  readonly onAnswer: (isConfirmed: boolean) => void
}) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const id = useId()
  const [password, setPassword] = useState('')
  const confirmation = useMutation({
    mutationFn: () => makeCall(sessionCalls.confirmPassword, { input: { password } }),
    onSuccess: () => onAnswer(true),
  })
  return (
    <FormDialog
      title={t('confirmPassword.title')}
      submit={t('confirmPassword.continue')}
      isDisabled={confirmation.isPending}
      cancel={t('form.cancel')}
      onSubmit={() => {
        if (!confirmation.isPending) confirmation.mutate()
      }}
      onClose={() => onAnswer(false)}
    >
      <PasswordField
        id={`${id}-password`}
        label={t('password.own')}
        autoComplete="current-password"
        value={password}
        error={passwordRefusal(confirmation.error)}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
