import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'

const base = '/api/registrations'

/**
 * Calls for applicants. They are separate from their declarations so that public pages load no
 * schemas. Paths: specification, section 7.
 */
export const admissionEndpoints = {
  publicConfig: { method: 'GET', path: `${base}/public-config` },
  /** The body is multipart, or JSON with the ids of staged files. */
  submit: { method: 'POST', path: `${base}/create` },
  sendFile: { method: 'POST', path: `${base}/files` },
  saveDraft: { method: 'POST', path: `${base}/drafts` },
  updateDraft: { method: 'PUT', path: `${base}/drafts/:id` },
  openDraft: { method: 'POST', path: `${base}/drafts/:id/open` },
  deleteDraft: { method: 'POST', path: `${base}/drafts/:id/delete` },
  requestDraftCode: { method: 'POST', path: `${base}/drafts/:id/lost-code` },
  renewDraftCode: { method: 'POST', path: `${base}/drafts/:id/new-code` },
  statusSearch: { method: 'POST', path: `${base}/status-search` },
  openApplication: { method: 'POST', path: `${base}/applicant-session` },
  closeApplication: { method: 'DELETE', path: `${base}/applicant-session` },
  application: { method: 'GET', path: `${base}/applicant` },
  applicationFile: { method: 'GET', path: `${base}/applicant/files/:field` },
  /** The previous file, if the applicant's last answer replaced it. */
  replacedFile: { method: 'GET', path: `${base}/applicant/files/:field/before` },
  /** PDF receipt of the application that the applicant has opened. */
  ownReceipt: { method: 'GET', path: `${base}/applicant/receipt` },
  /** PDF receipt for callers who send the access code. */
  receipt: { method: 'POST', path: `${base}/receipt` },
  sendChangedFile: { method: 'POST', path: `${base}/applicant/files` },
  answerRequest: { method: 'PATCH', path: `${base}/applicant-update` },
  newAccessCode: { method: 'POST', path: `${base}/access-code` },
  withdraw: { method: 'POST', path: `${base}/withdraw` },
  confirmPlace: { method: 'POST', path: `${base}/confirm-place` },
  appealResult: { method: 'POST', path: `${base}/appeal-result` },
  messages: { method: 'GET', path: `${base}/applicant/messages` },
  sendMessage: { method: 'POST', path: `${base}/applicant/messages` },
  sendAttachment: { method: 'POST', path: `${base}/applicant/messages/files` },
  attachment: { method: 'GET', path: `${base}/applicant/messages/files/:id` },
  undoWithdrawal: { method: 'POST', path: `${base}/withdraw/undo` },
} as const satisfies Record<string, Endpoint>
