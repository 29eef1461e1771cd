import '../theme/console.css'
import { createRoot } from 'react-dom/client'
import { CrashBoundary } from '../crash.tsx'
import { ToastHost } from '../toasts/toast-host.tsx'
import { ToastPositioner } from '../toasts/toast-positioner.tsx'
import { Console } from './console.tsx'
import type { ConsoleProps } from './console-context.ts'
import { deriveTexts } from './derived-texts.ts'

/**
 * Renders the console in `root`. Locale files are loaded by then; the session has not been checked
 * yet.
 */
export async function startConsole(root: HTMLElement, props: ConsoleProps) {
  await deriveTexts(props.registry)
  createRoot(root).render(
    <CrashBoundary>
      <Console {...props} />
      <ToastHost />
      <ToastPositioner />
    </CrashBoundary>,
  )
}
