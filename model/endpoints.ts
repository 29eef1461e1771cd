/** Method and path of every call about records. The only place that spells them; the specification's own spellings are the resources' `path` and `paths`. */
import type { AnyResource } from './resource.ts'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
}

/** Paths hold `:id` and `:action` where the caller puts a value; `fillPath` does that. */
export function endpointsOf(resource: AnyResource) {
  const base = `/api/${resource.path}`
  return {
    list: { method: 'GET', path: resource.paths?.list ? `/api/${resource.paths.list}` : base },
    single: { method: 'GET', path: resource.single ? base : `${base}/:id` },
    create: { method: 'POST', path: `/api/${resource.paths?.create ?? `${resource.path}/create`}` },
    update: { method: resource.single ? 'PUT' : 'PATCH', path: `/api/${resource.paths?.update ?? `${resource.path}/update`}` },
    history: { method: 'GET', path: resource.single ? `${base}/history` : `${base}/:id/history` },
    action: { method: 'POST', path: `${base}/:id/actions/:action` },
  } as const satisfies Record<string, Endpoint>
}

/** `fillPath('/api/courses/:id', { id })`, each value percent-encoded. */
export const fillPath = (path: string, values: { readonly [name: string]: string }) =>
  path.replace(/:([a-z]+)/gi, (_, name: string) => encodeURIComponent(values[name] ?? ''))

/** Calls of the session and of the person signed in. Spellings: specification, section 7, and the contract. */
export const sessionEndpoints = {
  checkAuth: { method: 'GET', path: '/api/authentication/check-auth' },
  login: { method: 'POST', path: '/api/authentication/login' },
  refresh: { method: 'POST', path: '/api/authentication/refresh-token' },
  revoke: { method: 'DELETE', path: '/api/authentication/revoke-auth' },
  forgotPassword: { method: 'POST', path: '/api/authentication/forgot-password' },
  resetPassword: { method: 'POST', path: '/api/authentication/reset-password' },
  acceptInvitation: { method: 'POST', path: '/api/authentication/accept-invitation' },
  resendInvitation: { method: 'POST', path: '/api/authentication/users/:id/invitation' },
  changePassword: { method: 'POST', path: '/api/authentication/change-password' },
  confirmPassword: { method: 'POST', path: '/api/authentication/confirm-password' },
  sessions: { method: 'GET', path: '/api/authentication/sessions' },
  endSession: { method: 'DELETE', path: '/api/authentication/sessions/:id' },
  uploadImage: { method: 'PATCH', path: '/api/authentication/users/:id/upload-image' },
  personalData: { method: 'GET', path: '/api/personal-data' },
  settingsHistory: { method: 'GET', path: '/api/settings/history' },
  settingsExport: { method: 'GET', path: '/api/settings/export' },
  backup: { method: 'GET', path: '/api/settings/download-database-backup' },
  dashboard: { method: 'GET', path: '/api/dashboard' },
  stageFile: { method: 'POST', path: '/api/files' },
  file: { method: 'GET', path: '/api/files/:id' },
  mails: { method: 'GET', path: '/api/mails' },
  mail: { method: 'GET', path: '/api/mails/:id' },
  unread: { method: 'GET', path: '/api/notifications/unread' },
  readNotifications: { method: 'POST', path: '/api/notifications/read' },
  readMessages: { method: 'POST', path: '/api/messages/read' },
  publicConfig: { method: 'GET', path: '/api/registrations/public-config' },
  searchRecords: { method: 'GET', path: '/api/search' },
} as const satisfies Record<string, Endpoint>
