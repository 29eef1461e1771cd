import { homePath, signInPath } from '@matricola/schema/paths.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { LiveRegion } from '../announcements/live-region.tsx'
import { useText } from '../i18n.ts'
import { navigation } from '../navigation.ts'
import { PrerenderedContext } from './prerendered-context.ts'
import { usePublic } from './public-context.ts'
import { CheckingSession } from './waiting.tsx'

/**
 * Shows a public page to users who are not signed in, and redirects others to their home page.
 * Until the session is known, it shows a spinner, which replaces the page or covers a prerendered
 * page.
 */
export function PublicGuard({ children }: { children: ReactNode }) {
  const { session, adminRole } = usePublic()
  const isPrerendered = useContext(PrerenderedContext)
  // The server does not know the session, so hydration starts from the prerendered state even if
  // the browser knows the session.
  const [isOpen, setOpen] = useState(!isPrerendered && session.current().status === 'anonymous')
  useEffect(() => {
    if (isOpen) return
    session.ensure().then(({ user }) => {
      const userHomePath = user && findHomePath(user, adminRole)
      if (userHomePath) navigation.replace(userHomePath)
      else setOpen(true)
    })
  }, [isOpen, session, adminRole])
  if (!isOpen && !isPrerendered) return <CheckingSession />
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
    <LiveRegion className="public-checking" isKnown>
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{t('entry.checking')}</span>
    </LiveRegion>
  )
}

/**
 * Returns the path that a signed-in user is redirected to. Null on the sign-in page if the user
 * must change the password there first.
 */
function findHomePath(user: WireUser, adminRole: Role): string | null {
  const { pathname, search } = window.location
  if (user.mustChangePassword) return pathname.startsWith(signInPath) ? null : signInPath
  return findRegisterPath(user, search, adminRole) ?? homePath(user.role)
}

/**
 * If the URL asks for the sign-in page's register view, returns the users page with its form open,
 * for users who may create accounts; otherwise null.
 */
export const findRegisterPath = (user: WireUser, search: string, adminRole: Role): string | null =>
  new URLSearchParams(search).get('view') === 'register' && user.role === adminRole
    ? `${homePath(adminRole)}/users?create=1`
    : null
