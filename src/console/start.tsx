import { createRoot } from 'react-dom/client'
import { CrashBoundary } from '../crash.tsx'
import { consoleDrawings } from '../icons/console-drawings.tsx'
import { addDrawings } from '../icons/icon.tsx'
import { ToastHost } from '../toasts/toast-host.tsx'
import { ToastPlace } from '../toasts/toast-place.tsx'
import { Console } from './console.tsx'

/** Opens the console in `root`; the texts are loaded, the session is not checked yet. */
export function startConsole(root: HTMLElement) {
  addDrawings(consoleDrawings)
  createRoot(root).render(
    <CrashBoundary>
      <Console />
      <ToastHost />
      <ToastPlace />
    </CrashBoundary>,
  )
}
