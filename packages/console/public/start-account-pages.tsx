import { createRoot } from 'react-dom/client'
import { Announcer } from '../announcements/announcer.tsx'
import { CrashBoundary } from '../crash.tsx'
import { ToastHost } from '../toasts/toast-host.tsx'
import { AccountPages } from './account-pages.tsx'
import { PublicContext, type PublicProps } from './public-context.ts'

/** Renders the pages for signing in, in `root`. Texts are loaded by then. */
export function startAccountPages(root: HTMLElement, props: PublicProps): void {
  createRoot(root).render(
    <PublicContext value={props}>
      <CrashBoundary>
        <AccountPages />
        <ToastHost />
        <Announcer />
      </CrashBoundary>
    </PublicContext>,
  )
  delete document.documentElement.dataset.rerendering
}
