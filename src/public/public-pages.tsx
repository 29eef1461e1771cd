import { lazy, Suspense } from 'react'
import { applyPath, invitationPath, resetPasswordPath, signInPath, statusPath, verifyPath } from '#model/paths.ts'
import { currentAddress } from './address.ts'
import { Apply } from './apply/apply.tsx'
import { Entry } from './entry.tsx'
import { PublicGuard } from './guard.tsx'
import { Invitation } from './invitation.tsx'
import { NotFound } from './not-found.tsx'
import { ResetPassword } from './reset-password.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { Status } from './status/status.tsx'

const Verify = lazy(async () => ({ default: (await import('./verify/verify.tsx')).Verify }))

/** The public page of the current path; unknown paths get the not-found page. Links of mails work whoever is signed in. */
export function PublicPages() {
  const path = currentAddress().path.replace(/(.)\/+$/, '$1')
  if (path === verifyPath || path.startsWith(`${verifyPath}/`))
    return (
      <Suspense fallback={null}>
        <Verify />
      </Suspense>
    )
  switch (path) {
    case '/':
      return <Entry />
    case signInPath:
      return (
        <PublicGuard>
          <SignInPage />
        </PublicGuard>
      )
    case applyPath:
      return (
        <PublicGuard>
          <Apply />
        </PublicGuard>
      )
    case statusPath:
      return (
        <PublicGuard>
          <Status />
        </PublicGuard>
      )
    case resetPasswordPath:
      return <ResetPassword />
    case invitationPath:
      return <Invitation />
    default:
      return <NotFound />
  }
}
