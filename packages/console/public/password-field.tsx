import { useState } from 'react'
import { useText } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A password field whose value can be revealed, so that it need not be typed twice. */
export function PublicPasswordField(
  props: Omit<FieldProps, 'type' | 'endAdornment' | 'autoComplete'> & {
    autoComplete: 'current-password' | 'new-password'
  },
) {
  const t = useText('public')
  const [isVisible, setVisible] = useState(false)
  return (
    <Field
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      endAdornment={
        <button
          type="button"
          className="button field-button"
          aria-label={t(isVisible ? 'password.hide' : 'password.show')}
          title={t(isVisible ? 'password.hide' : 'password.show')}
          aria-controls={props.name}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon name={isVisible ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}
