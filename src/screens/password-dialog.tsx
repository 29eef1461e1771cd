import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as sessionCalls from '#model/calls/session.ts'
import { ask } from '#providers/ask.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { FormDialog } from '#src/pages/form/form-dialog.tsx'
import { PasswordField, passwordRefusal } from './password-field.tsx'

/** Asks for the password before a sensitive action. `onAnswer` receives whether it was confirmed. */
export function PasswordDialog({ onAnswer }: { readonly onAnswer: (isProved: boolean) => void }) {
  const { t } = usePageText()
  const id = useId()
  const [password, setPassword] = useState('')
  const proof = useMutation({
    mutationFn: () => ask(sessionCalls.confirmPassword, { input: { password } }),
    onSuccess: () => onAnswer(true),
  })
  return (
    <FormDialog
      title={t('confirmPassword.title')}
      submit={t('confirmPassword.continue')}
      isHeld={proof.isPending}
      cancel={t('form.cancel')}
      onSubmit={() => {
        if (!proof.isPending) proof.mutate()
      }}
      onClose={() => onAnswer(false)}
    >
      <PasswordField
        id={`${id}-password`}
        label={t('data.password')}
        autoComplete="current-password"
        value={password}
        error={passwordRefusal(proof.error)}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
