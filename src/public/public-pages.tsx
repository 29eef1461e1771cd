import { applyPath, invitationPath, resetPasswordPath, signInPath, statusPath } from '#model/paths.ts'
import { currentAddress } from './address.ts'
import { Apply } from './apply/apply.tsx'
import { Entry } from './entry.tsx'
import { PublicGuard } from './guard.tsx'
import { Invitation } from './invitation.tsx'
import { NotFound } from './not-found.tsx'
import { ResetPassword } from './reset-password.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { Status } from './status/status.tsx'

/** The public page of the current path; unknown paths get the not-found page. Links of mails work whoever is signed in. */
export function PublicPages() {
  switch (currentAddress().path.replace(/(.)\/+$/, '$1')) {
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
