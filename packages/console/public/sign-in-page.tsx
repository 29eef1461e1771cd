import { useSessionState } from '@matricola/providers/session.ts'
import { useState } from 'react'
import { addressParam } from './address.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { MustChangePassword } from './must-change-password.tsx'
import { usePublic } from './public-context.ts'
import { SignInForm } from './sign-in.tsx'

/**
 * The sign-in page: signing in, requesting a new password, and replacing a password that someone
 * else chose.
 */
export function SignInPage() {
  const { user } = useSessionState(usePublic().session)
  const [isForgotPassword, setForgotPassword] = useState(addressParam('view') === 'forgot')
  const [hasToggled, setToggled] = useState(false)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const toggle = () => {
    setForgotPassword(!isForgotPassword)
    setToggled(true)
  }
  if (user?.mustChangePassword)
    return <MustChangePassword username={user.username} typedPassword={password} />
  if (isForgotPassword)
    return (
      <ForgotPassword
        email={username.includes('@') ? username : ''}
        takesFocus={hasToggled}
        onBack={toggle}
      />
    )
  const signInValues = { username, password, setUsername, setPassword }
  return <SignInForm values={signInValues} takesFocus={hasToggled} onForgot={toggle} />
}
