/** The HTTP client and the session of this page. */
import { config } from '@matricola/console/config.ts'
import { currentLanguage, translate } from '@matricola/console/i18n.ts'
import { createAuthProvider } from '@matricola/providers/auth.ts'
import { createHttp } from '@matricola/providers/http.ts'
import { Session } from '@matricola/providers/session.ts'

export const http = createHttp({
  baseUrl: config.apiUrl,
  language: currentLanguage,
  text: translate,
})
export const session = new Session(http)
export const authProvider = createAuthProvider(session)
