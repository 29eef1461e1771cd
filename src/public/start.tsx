import { createRoot, hydrateRoot } from 'react-dom/client'
import { intakeId } from '#model/admission/painted-page.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import { currentLanguage } from '../i18n.ts'
import { currentPath, preparePage } from './public-pages.tsx'
import { PublicRoot } from './public-root.tsx'
import { knowIntake } from './university.ts'

/** Opens the public pages in `root`; the texts are loaded. What the server has painted in this language is taken over as it stands. */
export async function startPublic(root: HTMLElement) {
  // Where its code does not come, the page says so itself.
  const isHere = await preparePage(currentPath()).then(
    () => true,
    () => false,
  )
  const intake = document.getElementById(intakeId)?.textContent
  // Written by our own server into this very page.
  if (intake) knowIntake(JSON.parse(intake) as WireIntake)
  if (isHere && root.dataset.language === currentLanguage() && isWhereLoaded()) hydrateRoot(root, <PublicRoot isPainted={true} />)
  else {
    root.textContent = ''
    createRoot(root).render(<PublicRoot isPainted={false} />)
  }
  delete document.documentElement.dataset.repainting
}

/** False once Back or Forward has led to another entry of this very document: what was painted is another view. */
function isWhereLoaded(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return !load || new URL(load.name).search === window.location.search
}
