import { currentLanguage } from '@matricola/console/i18n.ts'
import { currentAddress, loadedSearch } from '@matricola/console/public/address.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { intakeElementId } from '#resources/admission/prerendered-page.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { setPublicConfig } from './public-config.ts'
import { currentPath, preparePage } from './public-pages.tsx'
import { PublicRoot } from './public-root.tsx'

/**
 * Starts the public pages in `root`, with texts already loaded. A page prerendered in this language
 * is hydrated.
 */
export async function startPublic(root: HTMLElement) {
  // If the code cannot be loaded, the page shows the error itself.
  const publicConfig = document.getElementById(intakeElementId)?.textContent
  // Trusted, because our server wrote it into this page.
  if (publicConfig) setPublicConfig(JSON.parse(publicConfig) as WireIntake)
  const isPageLoaded = await preparePage(currentPath()).then(
    () => true,
    () => false,
  )
  // Back or Forward may have led to another entry of this document, which is not prerendered.
  if (
    isPageLoaded &&
    root.dataset.language === currentLanguage() &&
    loadedSearch() === currentAddress().search
  )
    hydrateRoot(root, <PublicRoot isPrerendered={true} />)
  else {
    root.textContent = ''
    createRoot(root).render(<PublicRoot isPrerendered={false} />)
  }
  delete document.documentElement.dataset.rerendering
}
