import { navigation, takeReturnPath } from '@matricola/console/navigation.ts'
import { storeToast } from '@matricola/console/toasts/toast-store.ts'
import { signInPath } from '@matricola/schema/paths.ts'
import { useEffect } from 'react'
import { session } from '../http.ts'
import { CheckingSession } from './waiting.tsx'

/** `/`: checks the session and redirects to the stored location, the home page of the role, or the sign-in page. */
export function Entry() {
  useEffect(() => {
    redirect()
  }, [])
  return <CheckingSession />
}

async function redirect() {
  const { user, error } = await session.ensure()
  if (user) return navigation.replace(user.mustChangePassword ? signInPath : takeReturnPath(user.role))
  // A missing session is expected. Any other error is shown.
  if (error && error.statusCode !== 401) storeToast({ severity: 'error', summary: error.message })
  navigation.replace(signInPath)
}
