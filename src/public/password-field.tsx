import { useState } from 'react'
import { useText } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A password field whose value can be revealed, so that it need not be typed twice. */
export function PublicPasswordField(
  parts: Omit<FieldProps, 'type' | 'beside' | 'autoComplete'> & { autoComplete: 'current-password' | 'new-password' },
) {
  const t = useText('public')
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...parts}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      beside={
        <button
          type="button"
          className="button field-button"
          aria-label={t(isShown ? 'password.hide' : 'password.show')}
          title={t(isShown ? 'password.hide' : 'password.show')}
          aria-controls={parts.name}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}
