import { useEffect } from 'react'
import { CrashBoundary } from '../crash.tsx'
import { Announcer } from '../spoken/announcer.tsx'
import { ToastHost } from '../toasts/toast-host.tsx'
import { replayEarlyInput } from './early.ts'
import { PrerenderedContext } from './painted.ts'
import { PublicPages } from './public-pages.tsx'

/** The root of a public page, identical on the server and in the browser. */
export function PublicRoot({ isPrerendered }: { isPrerendered: boolean }) {
  useEffect(replayEarlyInput, [])
  return (
    <PrerenderedContext value={isPrerendered}>
      <CrashBoundary>
        <PublicPages />
        <ToastHost />
        <Announcer />
      </CrashBoundary>
    </PrerenderedContext>
  )
}
