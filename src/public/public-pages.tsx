import { type ComponentType, lazy, Suspense } from 'react'
import { applyPath, invitationPath, resetPasswordPath, signInPath, statusPath, verifyPath } from '#model/paths.ts'
import { loadTexts } from '../i18n.ts'
import { currentAddress } from './address.ts'
import { Apply } from './apply/apply.tsx'
import { Entry } from './entry.tsx'
import { PublicGuard } from './guard.tsx'
import { NotFound } from './not-found.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { Status } from './status/status.tsx'
import { Loading } from './waiting.tsx'

/** A page that the server does not paint is a bundle of its own: people come to it by the link of a mail or a paper. */
function bundle(load: () => Promise<ComponentType>) {
  const Page = lazy(async () => ({ default: await load() }))
  return () => (
    <Suspense fallback={<Loading />}>
      <Page />
    </Suspense>
  )
}

const Invitation = bundle(async () => (await import('./invitation.tsx')).Invitation)
const ResetPassword = bundle(async () => (await import('./reset-password.tsx')).ResetPassword)
const Verify = bundle(async () => {
  const [{ Verify }] = await Promise.all([import('./verify/verify.tsx'), loadTexts('verify')])
  return Verify
})

/** The public page of the current path; unknown paths get the not-found page. Links of mails work whoever is signed in. */
export function PublicPages() {
  const path = currentAddress().path.replace(/(.)\/+$/, '$1')
  if (path === verifyPath || path.startsWith(`${verifyPath}/`)) return <Verify />
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
