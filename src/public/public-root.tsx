import { useEffect } from 'react'
import { CrashBoundary } from '../crash.tsx'
import { Announcer } from '../spoken/announcer.tsx'
import { ToastHost } from '../toasts/toast-host.tsx'
import { Painted } from './painted.ts'
import { PublicPages } from './public-pages.tsx'
import { typeAgain } from './typed-early.ts'

/** All of a public page; the same on the server, which paints it, and in the browser. */
export function PublicRoot({ isPainted }: { isPainted: boolean }) {
  useEffect(typeAgain, [])
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
