import type { Session } from '@matricola/providers/session.ts'
import { signInPath } from '@matricola/schema/paths.ts'
import { useEffect } from 'react'
import { navigation, takeReturnPath } from '../navigation.ts'
import { storeToast } from '../toasts/toast-store.ts'
import { usePublic } from './public-context.ts'
import { CheckingSession } from './waiting.tsx'

/**
 * `/`: checks the session and redirects to the stored location, the home page of the role, or the
 * sign-in page.
 */
export function Entry() {
  const { session } = usePublic()
  useEffect(() => {
    redirect(session)
  }, [session])
  return <CheckingSession />
}

async function redirect(session: Session) {
  const { user, error } = await session.ensure()
  if (user)
    return navigation.replace(user.mustChangePassword ? signInPath : takeReturnPath(user.role))
  // A missing session is expected. Any other error is shown.
  if (error && error.statusCode !== 401) storeToast({ severity: 'error', summary: error.message })
  navigation.replace(signInPath)
}
