import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { authProvider } from '#providers/auth.ts'
import { useSession } from '#providers/session.ts'
import { navigation, rememberLocation } from '#src/navigation.ts'
import { Announcer } from '#src/spoken/announcer.tsx'
import { Status } from '#src/spoken/status.tsx'
import { App } from './app.tsx'
import { decide } from './guard.ts'
import { watchSession } from './session-watch.ts'

/** Every private page: checks the session, then shows the console of whoever is signed in, or leaves it. */
export function Console() {
  const { t } = useTranslation('shell')
  const session = useSession()
  const decision = decide(session)
  useEffect(() => {
    void authProvider.check()
  }, [])
  useEffect(watchSession, [])
  useEffect(() => {
    if (decision.kind !== 'leave') return
    // It can name the record that was on the page.
    document.title = 'Matricola'
    // Whoever signed out meant to leave; everyone else wants to come back here.
    if (session.error) rememberLocation()
    navigation.replace('/')
  }, [decision.kind, session.error])

  if (decision.kind === 'show') return <App key={decision.user.id} user={decision.user} />
  return (
    <>
      <main className="gate" aria-busy="true">
        <span className="spinner" aria-hidden="true" />
        <Status className="visually-hidden">{t('loading')}</Status>
      </main>
      <Announcer />
    </>
  )
}
