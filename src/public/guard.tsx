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
 * Shows a public page to people who are not signed in; those who are go to their home. Until that is known: a spinner, in
 * place of the page, or on it where the server has painted it already.
 */
export function PublicGuard({ children }: { children: ReactNode }) {
  const isPainted = useContext(Painted)
  // The server does not know: a page is taken over as it was painted, even where the browser has found out by then.
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
    // The page can be read already: nothing is announced that would stay behind.
    <Status className="public-checking" isKnown>
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{t('entry.checking')}</span>
    </Status>
  )
}

/** Where a signed-in person belongs; null for the sign-in page when a password must be chosen there first. */
function placeOf(user: WireUser): string | null {
  const { pathname, search } = window.location
  if (user.mustChangePassword) return pathname.startsWith(signInPath) ? null : signInPath
  return wantsRegister(search) && user.role === 'admin' ? createUserPath : homeOf(user.role)
}

/** The register view of the sign-in page: for a signed-in admin, the users page with its form open. */
export const wantsRegister = (search: string) => new URLSearchParams(search).get('view') === 'register'
export const createUserPath = `${homeOf('admin')}/users?create=1`
