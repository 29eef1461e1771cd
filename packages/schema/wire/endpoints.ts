/**
 * Method and path of every generated call, defined only here. `path` and `paths` of a resource
 * follow the specification.
 */
import type { AnyResource } from '../resource.ts'

export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
}

/** Paths contain `:id` and `:action` as placeholders for `fillPath`. */
export function endpointsOf(resource: AnyResource) {
  const base = `/api/${resource.path}`
  return {
    list: { method: 'GET', path: resource.paths?.list ? `/api/${resource.paths.list}` : base },
    single: { method: 'GET', path: resource.singleton ? base : `${base}/:id` },
    create: { method: 'POST', path: `/api/${resource.paths?.create ?? `${resource.path}/create`}` },
    update: {
      method: resource.singleton ? 'PUT' : 'PATCH',
      path: `/api/${resource.paths?.update ?? `${resource.path}/update`}`,
    },
    history: {
      method: 'GET',
      path: resource.singleton ? `${base}/history` : `${base}/:id/history`,
    },
    action: { method: 'POST', path: `${base}/:id/actions/:action` },
    /** Restores a field or a whole version from the history. */
    restore: { method: 'POST', path: `${base}/:id/restore` },
    neighbours: { method: 'GET', path: `${base}/:id/neighbours` },
    /** Dynamic fields. The call exists only for resources that have some. */
    fields: { method: 'GET', path: `${base}/fields` },
    facets: { method: 'GET', path: `${base}/facets` },
    /**
     * Titles of records that a role may not read. The call exists only if the declaration grants
     * `name`.
     */
    names: { method: 'GET', path: `${base}/names` },
    selections: { method: 'POST', path: `${base}/selections` },
    bulk: { method: 'POST', path: `${base}/bulk` },
    paste: { method: 'POST', path: `${base}/paste` },
    /** Exports a list's query or a selection as CSV, XLSX or JSON. */
    export: { method: 'GET', path: `${base}/export` },
    /** A multipart upload of the file. */
    imports: { method: 'POST', path: `${base}/imports` },
    importTemplate: { method: 'GET', path: `${base}/imports/template` },
  } as const satisfies Record<string, Endpoint>
}

/** Replaces placeholders with percent-encoded values: `fillPath('/api/courses/:id', { id })`. */
export const fillPath = (path: string, values: { readonly [name: string]: string }) =>
  path.replace(/:([a-z]+)/gi, (_, name: string) => encodeURIComponent(values[name] ?? ''))

/**
 * Calls for signing in, separate from their declarations so that public pages load no schemas.
 * Paths: specification, section 7.
 */
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

/**
 * Name of the `<meta>` element that gives the organization's name and, in `data-logo`, the path of
 * its logo.
 */
export const organizationMeta = 'organization'

/** The university's appearance, for pages of any origin. */
export const brandingEndpoints = {
  /** A new logo has a new id. `?small` returns the size used in page headers. */
  logo: { method: 'GET', path: '/api/university/logo/:id' },
} as const satisfies Record<string, Endpoint>
