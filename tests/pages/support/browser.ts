/** The browser of the university's page tests. */
import { createPageBrowser } from '@matricola/testing/pages/browser.ts'
import { registry } from '#resources/index.ts'
import { http, session } from '#src/http.ts'
import { browserTexts } from '#src/texts.ts'

export {
  allowConsoleErrors,
  navigatedPaths,
} from '@matricola/testing/pages/browser.ts'
export const pageBrowser = createPageBrowser({ registry, http, session, texts: browserTexts })
export const { setAddress } = pageBrowser
