import { useEffect } from 'react'
import { signInPath } from '#model/paths.ts'
import { knownSession } from '#providers/session.ts'
import { navigation, takeReturnPath } from '../navigation.ts'
import { keepToast } from '../toasts/toast-store.ts'
import { Waiting } from './waiting.tsx'

/** `/`: asks who is signed in, then leads to the remembered location, the role's home or the sign-in page. */
export function Entry() {
  useEffect(() => {
    lead()
  }, [])
  return <Waiting />
}

async function lead() {
  const { user, error } = await knownSession()
  if (user) return navigation.replace(user.mustChangePassword ? signInPath : takeReturnPath(user.role))
  // That nobody is signed in is no news; that the question could not be answered is.
  if (error && error.statusCode !== 401) keepToast({ severity: 'error', summary: error.message })
  navigation.replace(signInPath)
}
