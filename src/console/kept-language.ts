import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import * as sessionCalls from '#model/calls/session.ts'
import { ask } from '#providers/ask.ts'
import { currentLanguage } from '#src/i18n.ts'

/** Tells the server which language the person has chosen, so that the next mail is in it. */
export function KeptLanguage() {
  const client = useQueryClient()
  useEffect(() => {
    const keep = async () => {
      // Names come in the language of the page.
      const again = client.invalidateQueries()
      try {
        await ask(sessionCalls.keepLanguage, { input: { language: currentLanguage() } })
        await again
        await client.invalidateQueries({ queryKey: ['data', 'default', 'users'] })
      } catch {
        // The account page shows and changes it as well.
      }
    }
    i18next.on('languageChanged', keep)
    return () => i18next.off('languageChanged', keep)
  }, [client])
  return null
}
