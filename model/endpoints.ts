/** Method and path of every call about records. The only place that spells them; the specification's own spellings are the resources' `path` and `paths`. */
import type { AnyResource } from './resource.ts'

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
  settingsExport: { method: 'GET', path: '/api/settings/export' },
  backup: { method: 'GET', path: '/api/settings/download-database-backup' },
  dashboard: { method: 'GET', path: '/api/dashboard' },
  /** Of a student or professor. */
  home: { method: 'GET', path: '/api/home' },
  studentAccount: { method: 'GET', path: '/api/students/:id/account' },
  overfullClasses: { method: 'GET', path: '/api/settings/overfull-classes' },
  stageFile: { method: 'POST', path: '/api/files' },
  file: { method: 'GET', path: '/api/files/:id' },
  mails: { method: 'GET', path: '/api/mails' },
  mail: { method: 'GET', path: '/api/mails/:id' },
  unread: { method: 'GET', path: '/api/notifications/unread' },
  readNotifications: { method: 'POST', path: '/api/notifications/read' },
  readMessages: { method: 'POST', path: '/api/messages/read' },
  searchRecords: { method: 'GET', path: '/api/search' },
} as const satisfies Record<string, Endpoint>

/** Messages beside those of any resource. */
export const postEndpoints = {
  /** People and classes that the caller may write to. */
  recipients: { method: 'GET', path: '/api/messages/recipients' },
} as const satisfies Record<string, Endpoint>

/** What belongs to the views of lists beside the saved ones as records. */
export const viewEndpoints = {
  counts: { method: 'GET', path: '/api/saved-views/counts' },
} as const satisfies Record<string, Endpoint>

/** Calls about long work, of whatever resource. */
export const jobEndpoints = {
  jobs: { method: 'GET', path: '/api/jobs' },
  job: { method: 'GET', path: '/api/jobs/:id' },
  items: { method: 'GET', path: '/api/jobs/:id/items' },
  /** The rows of some outcomes as a file: what became of each, or what has to be corrected. */
  itemsFile: { method: 'GET', path: '/api/jobs/:id/items/export' },
  start: { method: 'POST', path: '/api/jobs/:id/start' },
  pause: { method: 'POST', path: '/api/jobs/:id/pause' },
  resume: { method: 'POST', path: '/api/jobs/:id/resume' },
  cancel: { method: 'POST', path: '/api/jobs/:id/cancel' },
  include: { method: 'POST', path: '/api/jobs/:id/include' },
  undo: { method: 'POST', path: '/api/jobs/:id/undo' },
  /** A selection of the records whose outcome is one of those named. */
  selectItems: { method: 'POST', path: '/api/jobs/:id/selection' },
  import: { method: 'GET', path: '/api/imports/:id' },
  mapImport: { method: 'PATCH', path: '/api/imports/:id' },
  /** Puts right one row of an import that is not running yet. */
  importRow: { method: 'PATCH', path: '/api/imports/:id/rows/:position' },
  /** What rows with problems say that no field of their column can hold; and another text for all that say the same. */
  wrongValues: { method: 'GET', path: '/api/imports/:id/values' },
  replaceValue: { method: 'PATCH', path: '/api/imports/:id/values' },
} as const satisfies Record<string, Endpoint>

/** The event stream, and who has which record open. */
export const liveEndpoints = {
  events: { method: 'GET', path: '/api/live' },
  presence: { method: 'POST', path: '/api/live/presence' },
} as const satisfies Record<string, Endpoint>

const base = '/api/registrations'

/** Calls of the admission beside those of any resource. Spellings: specification, section 7, and the contract. */
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
  undoWithdrawal: { method: 'POST', path: `${base}/withdraw/undo` },
} as const satisfies Record<string, Endpoint>

/** What a student has achieved, and the papers about it. */
export const studyEndpoints = {
  record: { method: 'GET', path: '/api/students/:id/study-record' },
} as const satisfies Record<string, Endpoint>

/** The sheet of marks of an exam. */
export const sheetEndpoints = {
  read: { method: 'GET', path: '/api/exams/:id/sheet' },
  save: { method: 'PATCH', path: '/api/exams/:id/sheet' },
  publish: { method: 'POST', path: '/api/exams/:id/sheet/publish' },
} as const satisfies Record<string, Endpoint>

/** Certificates as files, and their codes for anybody. */
export const certificateEndpoints = {
  pdf: { method: 'GET', path: '/api/certificates/:id/pdf' },
  verify: { method: 'GET', path: '/api/certificates/verify/:code' },
} as const satisfies Record<string, Endpoint>

/** The own week, and the calendar behind a secret address. */
export const timetableEndpoints = {
  week: { method: 'GET', path: '/api/timetable' },
  makeAddress: { method: 'POST', path: '/api/timetable/calendar-address' },
  /** The token and `.ics`. */
  calendar: { method: 'GET', path: '/api/calendar/:file' },
} as const satisfies Record<string, Endpoint>

/** Calls about planning exams, sitting them, and asking for another sitting. */
export const examEndpoints = {
  /** What would stand against an exam at a time and place, stored or not. */
  conflicts: { method: 'POST', path: '/api/exams/conflicts' },
  /** A session's exams with what stands against each. */
  planning: { method: 'GET', path: '/api/exams/planning' },
  /** The exams that the student sits and sat. */
  own: { method: 'GET', path: '/api/exams/own' },
  /** What the student may ask for, and why not. */
  possibleResits: { method: 'GET', path: '/api/exam-resits/possible' },
} as const satisfies Record<string, Endpoint>
