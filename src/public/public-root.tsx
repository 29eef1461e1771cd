import { Announcer } from '@matricola/console/announcements/announcer.tsx'
import { CrashBoundary } from '@matricola/console/crash.tsx'
import { PrerenderedContext } from '@matricola/console/public/prerendered-context.ts'
import { ToastHost } from '@matricola/console/toasts/toast-host.tsx'
import { useEffect } from 'react'
import { replayEarlyInput } from './early-input.ts'
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
