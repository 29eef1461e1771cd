/** Method and path of every call about records. The only place that spells them; the specification's own spellings are the resources' `path` and `paths`. */
import type { AnyResource } from '../resource.ts'

export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
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
    /** Puts a field, or a whole version, back to what it was. */
    restore: { method: 'POST', path: `${base}/:id/restore` },
    neighbours: { method: 'GET', path: `${base}/:id/neighbours` },
    facets: { method: 'GET', path: `${base}/facets` },
    /** The records that a role may name without reading them; only where a declaration grants that. */
    names: { method: 'GET', path: `${base}/names` },
    selections: { method: 'POST', path: `${base}/selections` },
    bulk: { method: 'POST', path: `${base}/bulk` },
    paste: { method: 'POST', path: `${base}/paste` },
    /** CSV, XLSX or JSON of a list's query, or of a selection. */
    export: { method: 'GET', path: `${base}/export` },
    /** Multipart: the file. */
    imports: { method: 'POST', path: `${base}/imports` },
    importTemplate: { method: 'GET', path: `${base}/imports/template` },
  } as const satisfies Record<string, Endpoint>
}

/** `fillPath('/api/courses/:id', { id })`, each value percent-encoded. */
export const fillPath = (path: string, values: { readonly [name: string]: string }) =>
  path.replace(/:([a-z]+)/gi, (_, name: string) => encodeURIComponent(values[name] ?? ''))

/** Calls of signing in, apart from their declarations: the pages for everybody make them, and load no schemas. Spellings: specification, section 7. */
export const sessionEndpoints = {
  checkAuth: { method: 'GET', path: '/api/authentication/check-auth' },
  login: { method: 'POST', path: '/api/authentication/login' },
  refresh: { method: 'POST', path: '/api/authentication/refresh-token' },
  revoke: { method: 'DELETE', path: '/api/authentication/revoke-auth' },
  forgotPassword: { method: 'POST', path: '/api/authentication/forgot-password' },
  resetPassword: { method: 'POST', path: '/api/authentication/reset-password' },
  acceptInvitation: { method: 'POST', path: '/api/authentication/accept-invitation' },
  changePassword: { method: 'POST', path: '/api/authentication/change-password' },
} as const satisfies Record<string, Endpoint>

/** Appearance of the university, for pages of any origin. */
export const faceEndpoints = {
  /** Another logo has another id. `?small`: as small as the head of a page shows it. */
  logo: { method: 'GET', path: '/api/university/logo/:id' },
} as const satisfies Record<string, Endpoint>
