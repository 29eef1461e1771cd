import { createRoot } from 'react-dom/client'
import { CrashBoundary } from '../crash.tsx'
import { ToastHost } from '../toasts/toast-host.tsx'
import { PublicPages } from './public-pages.tsx'

/** Opens the public pages in `root`; the texts are loaded. */
export function startPublic(root: HTMLElement) {
  createRoot(root).render(
    <CrashBoundary>
      <PublicPages />
      <ToastHost />
    </CrashBoundary>,
  )
}
