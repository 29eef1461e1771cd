import { useText } from '@matricola/console/i18n.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { useEffect, useRef } from 'react'
import { fetchOwnApplication, isSessionEnded } from './applicant-calls.ts'
import { onApplicantSessionMessage } from './applicant-channel.ts'
import { clearChangesDrafts } from './changes-draft.ts'
import { clearOwnDocuments } from './own-document-cache.tsx'
import type { StatusNavigation } from './status-navigation.ts'

/**
 * Removes an application from the page once its session has ended: when another tab signs out or
 * opens another application, or when the page becomes visible and the server no longer knows the
 * session. Without a connection nothing changes.
 */
export function useSharedSession(views: StatusNavigation): void {
  const t = useText('status')
  const { view } = views
  const reference = 'application' in view ? view.application.reference : null
  const end = (messageKey: 'details.leftElsewhere' | 'details.otherElsewhere') => {
    clearOwnDocuments()
    clearChangesDrafts()
    views.reset()
    showToast({ severity: 'info', summary: t(messageKey) })
  }
  const checkSession = async () => {
    // Sending the answer has ended the session.
    if (document.visibilityState !== 'visible' || reference === null || view.name === 'sent') return
    try {
      if ((await fetchOwnApplication()).reference !== reference) end('details.otherElsewhere')
    } catch (error) {
      if (isSessionEnded(error)) views.reset({ name: 'code', reference, notice: t('code.ended') })
      else if (!(error instanceof HttpError)) throw error
    }
  }
  const latest = useRef({ end, checkSession: checkSession })
  latest.current = { end, checkSession: checkSession }
  useEffect(() => {
    if (reference === null) return
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void latest.current.checkSession()
    }
    const onVisible = () => void latest.current.checkSession()
    const stop = onApplicantSessionMessage((message) => {
      if (message.type === 'closed') latest.current.end('details.leftElsewhere')
      else if (message.reference !== reference) latest.current.end('details.otherElsewhere')
    })
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [reference])
}
