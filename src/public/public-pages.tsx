import { currentAddress } from '@matricola/console/public/address.ts'
import { Entry } from '@matricola/console/public/entry.tsx'
import { PublicContext } from '@matricola/console/public/public-context.ts'
import { PublicGuard } from '@matricola/console/public/public-guard.tsx'
import { LoadingPage } from '@matricola/console/public/waiting.tsx'
import { invitationPath, resetPasswordPath, signInPath } from '@matricola/schema/paths.ts'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import {
  applyPath,
  emailLinkPath,
  formPreviewFramePath,
  statusPath,
  verifyPath,
} from '#resources/paths.ts'
import { PublicNotFound } from './not-found.tsx'
import { universityPublic } from './university-public.tsx'

/** A page in a separate bundle, which other pages do not load. */
function createPageBundle(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | null = null
  const prepare = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const Later = lazy(prepare)
  const Page = () => {
    // The first render decides this, because a page must not remount when its code arrives.
    const [Ready] = useState(() => loaded)
    if (Ready) return <Ready />
    return (
      <Suspense fallback={<LoadingPage />}>
        <Later />
      </Suspense>
    )
  }
  return Object.assign(Page, { prepare })
}

const Apply = createPageBundle(async () => {
  const { Apply, prepareView } = await import('./apply/apply.tsx')
  await prepareView()
  return Apply
})
const Status = createPageBundle(async () => (await import('./status/status-page.tsx')).StatusPage)
const SignInPage = createPageBundle(
  async () => (await import('@matricola/console/public/sign-in-page.tsx')).SignInPage,
)
/** Prerendered pages in separate bundles. */
const prerenderedBundles: {
  readonly [path: string]: { readonly prepare: () => Promise<unknown> } | undefined
} = {
  [applyPath]: Apply,
  [statusPath]: Status,
  [signInPath]: SignInPage,
}

const LaterPages = createPageBundle(async () => (await import('./later-pages.tsx')).LaterPages)

/** Loads the code of a prerendered page, so that its HTML stays until hydration. */
export async function preparePage(path: string): Promise<void> {
  await prerenderedBundles[path]?.prepare()
}

/** The path of the current page. */
export const currentPath = () => currentAddress().path.replace(/(.)\/+$/, '$1')

/**
 * The public page for the current path, or the not-found page. Links in emails work for signed-in
 * users as well.
 */
export function PublicPages() {
  return (
    <PublicContext value={universityPublic}>
      <CurrentPage />
    </PublicContext>
  )
}

/** Pages of links in emails and on documents, and the preview, which few visitors open. */
const isLaterPath = (path: string) =>
  [resetPasswordPath, invitationPath, emailLinkPath, formPreviewFramePath].includes(path) ||
  `${path}/`.startsWith(`${verifyPath}/`)

function CurrentPage() {
  const path = currentPath()
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
    default:
      return isLaterPath(path) ? <LaterPages /> : <PublicNotFound />
  }
}
