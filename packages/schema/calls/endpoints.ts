/**
 * Method and path of calls that the console makes before it shows its first list, separate from
 * their declarations so that the browser does not load the schemas with them. See `CallEndpoint` in
 * `providers/make-call.ts`.
 */
import type { Endpoint } from '../wire/endpoints.ts'

export const userEndpoints = {
  checkReauthentication: { method: 'GET', path: '/api/authentication/password-proof' },
  keepLanguage: { method: 'PUT', path: '/api/authentication/language' },
} as const satisfies Record<string, Endpoint>

export const stageFileEndpoint = { method: 'POST', path: '/api/files' } as const satisfies Endpoint

export const jobEndpoints = {
  jobs: { method: 'GET', path: '/api/jobs' },
  job: { method: 'GET', path: '/api/jobs/:id' },
  items: { method: 'GET', path: '/api/jobs/:id/items' },
  exportItems: { method: 'GET', path: '/api/jobs/:id/items/export' },
  start: { method: 'POST', path: '/api/jobs/:id/start' },
  include: { method: 'POST', path: '/api/jobs/:id/include' },
  prepare: { method: 'POST', path: '/api/jobs/:id/prepare' },
  pause: { method: 'POST', path: '/api/jobs/:id/pause' },
  resume: { method: 'POST', path: '/api/jobs/:id/resume' },
  cancel: { method: 'POST', path: '/api/jobs/:id/cancel' },
  undo: { method: 'POST', path: '/api/jobs/:id/undo' },
  selectItems: { method: 'POST', path: '/api/jobs/:id/selection' },
} as const satisfies Record<string, Endpoint>

export const inboxEndpoints = {
  unread: { method: 'GET', path: '/api/notifications/unread' },
  markNotificationsRead: { method: 'POST', path: '/api/notifications/read' },
  markMessagesRead: { method: 'POST', path: '/api/messages/read' },
} as const satisfies Record<string, Endpoint>

export const liveEndpoints = {
  events: { method: 'GET', path: '/api/live' },
  presence: { method: 'POST', path: '/api/live/presence' },
} as const satisfies Record<string, Endpoint>

export const viewCountsEndpoint = {
  method: 'GET',
  path: '/api/saved-views/counts',
} as const satisfies Endpoint

export const menuEndpoint = { method: 'GET', path: '/api/menu' } as const satisfies Endpoint
