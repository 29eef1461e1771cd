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

const base = '/api/registrations'

/** The same of what applicants do. Spellings: specification, section 7, and the contract. */
export const admissionEndpoints = {
  publicConfig: { method: 'GET', path: `${base}/public-config` },
  /** Another logo has another id. `?small`: as small as the head of a page shows it. */
  universityLogo: { method: 'GET', path: '/api/university/logo/:id' },
  /** Multipart, or JSON with the ids of files sent before. */
  submit: { method: 'POST', path: `${base}/create` },
  sendFile: { method: 'POST', path: `${base}/files` },
  saveDraft: { method: 'POST', path: `${base}/drafts` },
  updateDraft: { method: 'PUT', path: `${base}/drafts/:id` },
  openDraft: { method: 'POST', path: `${base}/drafts/:id/open` },
  forgetDraft: { method: 'POST', path: `${base}/drafts/:id/forget` },
  statusSearch: { method: 'POST', path: `${base}/status-search` },
  openApplication: { method: 'POST', path: `${base}/applicant-session` },
  closeApplication: { method: 'DELETE', path: `${base}/applicant-session` },
  application: { method: 'GET', path: `${base}/applicant` },
  applicationFile: { method: 'GET', path: `${base}/applicant/files/:field` },
  /** The one that the last answer put another in the place of. */
  replacedFile: { method: 'GET', path: `${base}/applicant/files/:field/before` },
  /** PDF, of the open application. */
  ownReceipt: { method: 'GET', path: `${base}/applicant/receipt` },
  /** PDF, for who has the access code. */
  receipt: { method: 'POST', path: `${base}/receipt` },
  sendChangedFile: { method: 'POST', path: `${base}/applicant/files` },
  answerRequest: { method: 'PATCH', path: `${base}/applicant-update` },
  newAccessCode: { method: 'POST', path: `${base}/access-code` },
  withdraw: { method: 'POST', path: `${base}/withdraw` },
  confirmPlace: { method: 'POST', path: `${base}/confirm-place` },
  contestResult: { method: 'POST', path: `${base}/contest-result` },
  undoWithdrawal: { method: 'POST', path: `${base}/withdraw/undo` },
} as const satisfies Record<string, Endpoint>

/** The code of a certificate, for anybody. */
export const certificateEndpoints = {
  verify: { method: 'GET', path: '/api/certificates/verify/:code' },
} as const satisfies Record<string, Endpoint>
