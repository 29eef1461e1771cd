import type { Registry } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type {
  AuthProvider,
  DataProvider,
  I18nProvider,
  NotificationProvider,
} from '@refinedev/core'
import type { i18n } from 'i18next'
import { createAccessControlProvider, type RefineAccessControl } from './access-control.ts'
import { createAuthProvider } from './auth.ts'
import { createDataProvider } from './data.ts'
import type { Http } from './http.ts'
import { createI18nProvider } from './i18n.ts'
import { createLiveProvider, type LiveProvider } from './live.ts'
import { createNotificationProvider, ErrorDetails, type ShowToast } from './notification.ts'
import type { Session } from './session.ts'

interface ProviderSettings {
  readonly registry: Registry
  readonly http: Http
  readonly session: Session
  readonly texts: i18n
  readonly showToast: ShowToast
}

/** Refine's providers for an application, and what they are made of. */
export interface Providers {
  readonly http: Http
  readonly session: Session
  readonly data: DataProvider
  readonly auth: AuthProvider
  /** The permissions of a role. */
  readonly accessControl: (role: Role) => RefineAccessControl
  readonly i18n: I18nProvider
  readonly notification: NotificationProvider
  readonly live: LiveProvider
}

export function createProviders({
  registry,
  http,
  session,
  texts,
  showToast,
}: ProviderSettings): Providers {
  const errorDetails = new ErrorDetails()
  return {
    http,
    session,
    data: createDataProvider({ registry, http, errorDetails }),
    auth: createAuthProvider(session),
    accessControl: (role) => createAccessControlProvider(registry, role),
    i18n: createI18nProvider(texts),
    notification: createNotificationProvider(showToast, errorDetails),
    live: createLiveProvider(http),
  }
}
