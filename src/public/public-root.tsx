import { useEffect } from 'react'
import { Announcer } from '#packages/console/announcements/announcer.tsx'
import { CrashBoundary } from '#packages/console/crash.tsx'
import { ToastHost } from '#packages/console/toasts/toast-host.tsx'
import { replayEarlyInput } from './early-input.ts'
import { PrerenderedContext } from './prerendered-context.ts'
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
