import { type ReactNode, useContext, useEffect, useState } from 'react'
import { homeOf, signInPath } from '#model/paths.ts'
import type { WireUser } from '#model/wire/wire.ts'
import { currentSession, knownSession } from '#providers/session.ts'
import { useText } from '../i18n.ts'
import { navigation } from '../navigation.ts'
import { Status } from '../spoken/status.tsx'
import { Painted } from './painted.ts'
import { Waiting } from './waiting.tsx'

/**
 * Shows a public page to users who are not signed in, and redirects others to their home page. Until this is known it shows a
 * spinner: instead of the page, or on top of it if the page was prerendered.
 */
export function PublicGuard({ children }: { children: ReactNode }) {
  const isPainted = useContext(Painted)
  // The server does not know the session, so hydration starts from the prerendered state even if the browser already knows more.
  const [isOpen, setOpen] = useState(!isPainted && currentSession().status === 'anonymous')
  useEffect(() => {
    if (isOpen) return
    knownSession().then(({ user }) => {
      const elsewhere = user && placeOf(user)
      if (elsewhere) navigation.replace(elsewhere)
      else setOpen(true)
    })
  }, [isOpen])
  if (!isOpen && !isPainted) return <Waiting />
  return (
    <>
      {children}
      {isOpen ? null : <Checking />}
    </>
  )
}

function Checking() {
  const t = useText('public')
  return (
    // Not announced: the page is already readable, and the text would remain after it is outdated.
    <Status className="public-checking" isKnown>
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{t('entry.checking')}</span>
    </Status>
  )
}

/** Where a signed-in user belongs. Null for the sign-in page if the user must first change the password there. */
function placeOf(user: WireUser): string | null {
  const { pathname, search } = window.location
  if (user.mustChangePassword) return pathname.startsWith(signInPath) ? null : signInPath
  return wantsRegister(search) && user.role === 'admin' ? createUserPath : homeOf(user.role)
}

/** The sign-in page's register view. For a signed-in admin it is the users page with its form open. */
export const wantsRegister = (search: string) => new URLSearchParams(search).get('view') === 'register'
export const createUserPath = `${homeOf('admin')}/users?create=1`
