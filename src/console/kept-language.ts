import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import * as sessionCalls from '#model/calls/session.ts'
import { ask } from '#providers/ask.ts'
import { currentLanguage } from '#src/i18n.ts'

/** Stores the user's language on the server, so that emails are written in it. */
export function KeptLanguage() {
  const client = useQueryClient()
  useEffect(() => {
    const keep = async () => {
      // Names are returned in the language of the request.
      const again = client.invalidateQueries()
      try {
        await ask(sessionCalls.keepLanguage, { input: { language: currentLanguage() } })
        await again
        await client.invalidateQueries({ queryKey: ['data', 'default', 'users'] })
      } catch {
        // Not critical: the language can also be changed on the account page.
      }
    }
    i18next.on('languageChanged', keep)
    return () => i18next.off('languageChanged', keep)
  }, [client])
  return null
}
