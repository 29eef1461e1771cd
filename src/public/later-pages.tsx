import { loadNamespaces } from '@matricola/console/i18n.ts'
import { currentAddress } from '@matricola/console/public/address.ts'
import { LoadingPage } from '@matricola/console/public/waiting.tsx'
import { invitationPath, resetPasswordPath } from '@matricola/schema/paths.ts'
import { type ComponentType, lazy, Suspense } from 'react'
import { emailLinkPath, formPreviewFramePath } from '#resources/paths.ts'

const lazyPage = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load() }))

const Invitation = lazyPage(
  async () => (await import('@matricola/console/public/invitation.tsx')).Invitation,
)
const ResetPassword = lazyPage(
  async () => (await import('@matricola/console/public/reset-password.tsx')).ResetPassword,
)
const Verify = lazyPage(async () => {
  const [{ Verify }] = await Promise.all([import('./verify/verify.tsx'), loadNamespaces('verify')])
  return Verify
})
const EmailLink = lazyPage(async () => {
  const [{ EmailLinkPage }] = await Promise.all([
    import('./email-link/email-link.tsx'),
    loadNamespaces('emailLink', 'apply', 'status'),
  ])
  return EmailLinkPage
})
const FormPreview = lazyPage(async () => (await import('./preview/preview-page.tsx')).PreviewPage)

const pages: { readonly [path: string]: ComponentType } = {
  [resetPasswordPath]: ResetPassword,
  [invitationPath]: Invitation,
  [emailLinkPath]: EmailLink,
  [formPreviewFramePath]: FormPreview,
}

/** Pages that few visitors open, so that the other pages do not load the list of their bundles. */
export function LaterPages() {
  const Page = pages[currentAddress().path.replace(/\/+$/, '')] ?? Verify
  return (
    <Suspense fallback={<LoadingPage />}>
      <Page />
    </Suspense>
  )
}
