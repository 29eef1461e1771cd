import { useEffect } from 'react'
import { CrashBoundary } from '../crash.tsx'
import { Announcer } from '../spoken/announcer.tsx'
import { ToastHost } from '../toasts/toast-host.tsx'
import { answerEarly } from './early.ts'
import { Painted } from './painted.ts'
import { PublicPages } from './public-pages.tsx'

/** The root of a public page, identical on the server and in the browser. */
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
