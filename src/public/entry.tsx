import { useEffect } from 'react'
import { navigation, takeReturnPath } from '#packages/console/navigation.ts'
import { storeToast } from '#packages/console/toasts/toast-store.ts'
import { signInPath } from '#packages/schema/paths.ts'
import { ensureSession } from '#providers/session.ts'
import { CheckingSession } from './waiting.tsx'

/** `/`: checks the session and redirects to the stored location, the home page of the role, or the sign-in page. */
export function Entry() {
  useEffect(() => {
    redirect()
  }, [])
  return <CheckingSession />
}

async function redirect() {
  const { user, error } = await ensureSession()
  if (user) return navigation.replace(user.mustChangePassword ? signInPath : takeReturnPath(user.role))
  // A missing session is expected. Any other error is shown.
  if (error && error.statusCode !== 401) storeToast({ severity: 'error', summary: error.message })
  navigation.replace(signInPath)
}
