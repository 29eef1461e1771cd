import '../theme/console.css'
import { createRoot } from 'react-dom/client'
import { CrashBoundary } from '../crash.tsx'
import { consoleDrawings } from '../icons/console-drawings.tsx'
import { addDrawings } from '../icons/icon.tsx'
import { ToastHost } from '../toasts/toast-host.tsx'
import { ToastPlace } from '../toasts/toast-place.tsx'
import { Console } from './console.tsx'
import { deriveTexts } from './derived-texts.ts'

/** Opens the console in `root`; the texts of files are loaded, the session is not checked yet. */
export async function startConsole(root: HTMLElement) {
  await deriveTexts()
  addDrawings(consoleDrawings)
  createRoot(root).render(
    <CrashBoundary>
      <Console />
      <ToastHost />
      <ToastPlace />
    </CrashBoundary>,
  )
}
