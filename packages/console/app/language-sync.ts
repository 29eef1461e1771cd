import { userEndpoints } from '@matricola/schema/calls/endpoints.ts'
import type { keepLanguage } from '@matricola/schema/calls/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import { currentLanguage } from '../i18n.ts'
import { useHttp } from './console-context.ts'

/** Stores the user's language on the server, so that emails are written in it. */
export function LanguageSync() {
  const { makeCall } = useHttp()
  const client = useQueryClient()
  useEffect(() => {
    const saveLanguage = async () => {
      // Names are returned in the language of the request.
      const refetching = client.invalidateQueries()
      try {
        await makeCall<typeof keepLanguage>(userEndpoints.keepLanguage, {
          input: { language: currentLanguage() },
        })
        await refetching
        await client.invalidateQueries({ queryKey: ['data', 'default', 'users'] })
      } catch {
        // Not critical: the language can also be changed on the account page.
      }
    }
    i18next.on('languageChanged', saveLanguage)
    return () => i18next.off('languageChanged', saveLanguage)
  }, [makeCall, client])
  return null
}
