/** Calls that only the console makes, apart from the others so that public pages do not load them. */
import type { Endpoint } from './endpoints.ts'

const base = '/api/registrations'

/** What the office does with an application. Spellings: specification, section 7, and the contract. */
export const reviewEndpoints = {
  statusUpdate: { method: 'PATCH', path: `${base}/status-update` },
  undoStep: { method: 'POST', path: `${base}/:id/undo` },
  assign: { method: 'POST', path: `${base}/:id/assign` },
  markDocument: { method: 'PATCH', path: `${base}/:id/documents/:document` },
  addNote: { method: 'POST', path: `${base}/:id/notes` },
  waiveIdentity: { method: 'POST', path: `${base}/:id/identity-waiver` },
  reveal: { method: 'POST', path: `${base}/:id/reveal` },
  releaseDecisions: { method: 'POST', path: `${base}/release-decisions` },
  enrol: { method: 'POST', path: `${base}/enroll-students` },
  undoEnrolment: { method: 'POST', path: `${base}/:id/undo-enrolment` },
} as const satisfies Record<string, Endpoint>

/** What an admin does about the program itself. */
export const healthEndpoints = {
  confirmClock: { method: 'POST', path: '/api/health/clock' },
} as const satisfies Record<string, Endpoint>

/** Calls about the own account. */
export const accountEndpoints = {
  /** The language in which mails are from now on. */
  keepLanguage: { method: 'PUT', path: '/api/authentication/language' },
  /** Refused where the password is wanted again: asked before the browser fetches a file by its link, which could not ask. */
  passwordProof: { method: 'GET', path: '/api/authentication/password-proof' },
} as const satisfies Record<string, Endpoint>

/** Who looked at a record, of a resource whose declaration says `logsReads`. */
export const viewersEndpoint = ({ path }: { readonly path: string }): Endpoint => ({ method: 'GET', path: `/api/${path}/:id/viewers` })
