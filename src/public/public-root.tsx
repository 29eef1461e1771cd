import { useEffect } from 'react'
import { CrashBoundary } from '../crash.tsx'
import { Announcer } from '../spoken/announcer.tsx'
import { ToastHost } from '../toasts/toast-host.tsx'
import { answerEarly } from './early.ts'
import { Painted } from './painted.ts'
import { PublicPages } from './public-pages.tsx'

/** All of a public page; the same on the server, which paints it, and in the browser. */
export function PublicRoot({ isPainted }: { isPainted: boolean }) {
  useEffect(answerEarly, [])
  return (
    <Painted value={isPainted}>
      <CrashBoundary>
        <PublicPages />
        <ToastHost />
        <Announcer />
      </CrashBoundary>
    </Painted>
  )
}
