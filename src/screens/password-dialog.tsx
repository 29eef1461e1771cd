import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sessionEndpoints } from '#model/endpoints.ts'
import { HttpError, request } from '#providers/http.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { Dialog } from '#src/pages/form/dialog.tsx'
import { PasswordField } from './password-field.tsx'

/** Proves the password once more before a sensitive step; answers whether it was proved. */
export function PasswordDialog({ onAnswer }: { readonly onAnswer: (isProved: boolean) => void }) {
  const { t } = usePageText()
  const id = useId()
  const [password, setPassword] = useState('')
  const proof = useMutation({
    mutationFn: () => request(sessionEndpoints.confirmPassword, { body: { password } }),
    onSuccess: () => onAnswer(true),
  })
  const refusal = proof.error instanceof HttpError ? (proof.error.errors.password?.[0] ?? proof.error.message) : proof.error?.message
  return (
    <Dialog
      title={t('confirmPassword.title')}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <button type="submit" form={`${id}-form`} className="button button-primary" aria-disabled={proof.isPending}>
            {t('confirmPassword.continue')}
          </button>
          <button type="button" className="button" onClick={() => onAnswer(false)}>
            {t('form.cancel')}
          </button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!proof.isPending) proof.mutate()
        }}
      >
        <PasswordField
          id={`${id}-password`}
          label={t('data.password')}
          autoComplete="current-password"
          value={password}
          error={refusal ?? null}
          onChange={setPassword}
        />
      </form>
    </Dialog>
  )
}
