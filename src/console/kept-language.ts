import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import { accountEndpoints } from '#model/console-endpoints.ts'
import { request } from '#providers/http.ts'
import { currentLanguage } from '#src/i18n.ts'

/** Tells the server which language the person has chosen, so that the next mail is in it. */
export function KeptLanguage() {
  const client = useQueryClient()
  useEffect(() => {
    const keep = async () => {
      try {
        await request(accountEndpoints.keepLanguage, { body: { language: currentLanguage() } })
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
