import type { Issue } from '@matricola/schema/wire/wire.ts'
import { useId } from 'react'
import { useIssueText } from '../../fields/issue-text.ts'
import { usePageText } from '../../fields/page-text.ts'
import { Radio } from '../../kit/checks.tsx'
import { PasswordField } from '../password-field.tsx'

interface FirstSignInProps {
  /**
   * The first password; null: the user receives an invitation. The form sets this and `onChange`.
   */
  readonly value?: string | null
  readonly onChange?: (password: string | null) => void
  readonly issue: Issue | undefined
}

/**
 * How a new user signs in for the first time: with a link in an email, or with a temporary
 * password.
 */
export function FirstSignIn({ value: password = null, onChange, issue }: FirstSignInProps) {
  const { t } = usePageText()
  const issueText = useIssueText()
  const id = useId()
  const options = [
    { label: t('users:invite'), isChosen: password === null, choose: () => onChange?.(null) },
    {
      label: t('users:setPassword'),
      isChosen: password !== null,
      choose: () => onChange?.(password ?? ''),
    },
  ]
  return (
    <section className="form-section panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="section-title">
        {t('users:firstSignIn')}
      </h2>
      <div className="options" role="radiogroup" aria-labelledby={`${id}-title`}>
        {options.map(({ label, isChosen, choose }) => (
          <Radio key={label} name={`${id}-way`} checked={isChosen} onChange={choose}>
            {label}
          </Radio>
        ))}
      </div>
      {password !== null && (
        <PasswordField
          id={`${id}-password`}
          label={t('users:password')}
          help={t('users:passwordHelp')}
          autoComplete="new-password"
          value={password}
          error={issue ? issueText(issue) : null}
          onChange={(text) => onChange?.(text)}
        />
      )}
    </section>
  )
}
