/** The console of this application: generated pages, and a home page written by hand. */
import type { ConsoleProps } from '@matricola/console/app/console-context.ts'
import { startConsole } from '@matricola/console/app/start.tsx'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { createProviders } from '@matricola/providers/providers.ts'
import i18next from 'i18next'
import { lazy } from 'react'
import { registry } from '../resources/index.ts'
import { productName } from '../resources/product-name.ts'
import { http, session } from './http.ts'
import { icons } from './icons.tsx'

const libraryConsole: ConsoleProps = {
  name: productName,
  registry,
  providers: createProviders({ registry, http, session, texts: i18next, showToast }),
  home: lazy(async () => {
    const [{ LoansDesk }] = await Promise.all([import('./loans-desk.tsx'), loadNamespaces('desk')])
    return { default: LoansDesk }
  }),
  icons,
  shortcuts: { dashboard: 'd', books: 'b', readers: 'r', loans: 'l' },
}

export const startLibraryConsole = (root: HTMLElement) => startConsole(root, libraryConsole)
