import { useSessionState } from '@matricola/providers/session.ts'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Announcer } from '../announcements/announcer.tsx'
import { LiveRegion } from '../announcements/live-region.tsx'
import { consoleIcons } from '../icons/console-icons.tsx'
import { IconsContext } from '../icons/icon.tsx'
import { publicIcons } from '../icons/public-icons.tsx'
import { navigation, rememberLocation } from '../navigation.ts'
import { App } from './app.tsx'
import { ConsoleContext, type ConsoleProps } from './console-context.ts'
import { decideAccess } from './session-guard.ts'
import { watchSession } from './session-watch.ts'

/**
 * Root of all private pages: checks the session, then shows the user's console or redirects to the
 * public site.
 */
export function Console(props: ConsoleProps) {
  const { providers } = props
  const { t } = useTranslation('shell')
  const session = useSessionState(providers.session)
  const icons = useMemo(() => ({ ...publicIcons, ...consoleIcons, ...props.icons }), [props.icons])
  const decision = decideAccess(session)
  useEffect(() => {
    void providers.session.ensure()
    return watchSession(providers.session)
  }, [providers])
  useEffect(() => {
    if (decision.kind !== 'leave') return
    // The title may contain the name of the record that was shown.
    document.title = props.name
    // Return to this page after an expired session, but not after a sign-out.
    if (session.error) rememberLocation()
    navigation.replace('/')
  }, [decision.kind, session.error, props.name])

  if (decision.kind === 'show')
    return (
      <ConsoleContext value={props}>
        <IconsContext value={icons}>
          <App key={decision.user.id} user={decision.user} />
        </IconsContext>
      </ConsoleContext>
    )
  return (
    <>
      <main className="session-check" aria-busy="true">
        <span className="spinner" aria-hidden="true" />
        <LiveRegion className="visually-hidden">{t('loading')}</LiveRegion>
      </main>
      <Announcer />
    </>
  )
}
