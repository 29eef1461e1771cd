import { createRoot } from 'react-dom/client'
import { CrashBoundary } from '../crash.tsx'

/** Opens the console in `root`; the texts are loaded, the session is not checked yet. */
export function startConsole(root: HTMLElement) {
  createRoot(root).render(<CrashBoundary>{null}</CrashBoundary>)
}
