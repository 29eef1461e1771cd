import { type ComponentType, lazy, Suspense, useState } from 'react'
import { applyPath, invitationPath, resetPasswordPath, signInPath, statusPath, verifyPath } from '#model/paths.ts'
import { loadTexts } from '../i18n.ts'
import { currentAddress } from './address.ts'
import { Entry } from './entry.tsx'
import { PublicGuard } from './guard.tsx'
import { NotFound } from './not-found.tsx'
import { Loading } from './waiting.tsx'

/** A page whose code is a bundle of its own: other pages do without it. */
function bundle(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | null = null
  const prepare = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const Later = lazy(prepare)
  const Page = () => {
    // As it was at first: a page does not begin anew because its code has come.
    const [Ready] = useState(() => loaded)
    if (Ready) return <Ready />
    return (
      <Suspense fallback={<Loading />}>
        <Later />
      </Suspense>
    )
  }
  return Object.assign(Page, { prepare })
}

const Apply = bundle(async () => {
  const { Apply, prepareView } = await import('./apply/apply.tsx')
  await prepareView()
  return Apply
})
const Status = bundle(async () => (await import('./status/status.tsx')).Status)
const SignInPage = bundle(async () => (await import('./sign-in-page.tsx')).SignInPage)
/** Pages that the server paints and whose code is a bundle of its own. */
const paintedBundles: { readonly [path: string]: { readonly prepare: () => Promise<unknown> } | undefined } = {
  [applyPath]: Apply,
  [statusPath]: Status,
  [signInPath]: SignInPage,
}

const Invitation = bundle(async () => (await import('./invitation.tsx')).Invitation)
const ResetPassword = bundle(async () => (await import('./reset-password.tsx')).ResetPassword)
const Verify = bundle(async () => {
  const [{ Verify }] = await Promise.all([import('./verify/verify.tsx'), loadTexts('verify')])
  return Verify
})

/** Loads the code of a page that the server paints, so that what is painted stays until the browser takes it over. */
export async function preparePage(path: string): Promise<void> {
  await paintedBundles[path]?.prepare()
}

/** The path of the page that is shown. */
export const currentPath = () => currentAddress().path.replace(/(.)\/+$/, '$1')

/** The public page of the current path; unknown paths get the not-found page. Links of mails work whoever is signed in. */
export function PublicPages() {
  const path = currentPath()
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
