/** Application forms filled in like an applicant's, and the calls that submit them. */

import type { WireStagedFile } from '@matricola/schema/calls/files.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { buildPdf } from '@matricola/testing/build-pdf.ts'
import type { BrowserResponse, SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import {
  buildMultipart,
  type MultipartPart,
  multipartBoundary,
} from '@matricola/testing/uploads.ts'
import type { InjectOptions } from 'fastify'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import type { WireSubmitted } from '#resources/admission/wire.ts'
import { getResource, type ResourceName } from '#resources/index.ts'
import { danPop } from './form-answers.ts'
import type { ProgrammeIds } from './seed-programme.ts'
import { validCnp } from './seed-university.ts'

/** Updates a record directly, without a staff session. `values` includes the record's id. */
export const updateAsProgram = (site: SessionApp, resource: ResourceName, values: object) =>
  recordsOf(site.context).update(systemPermit('demo', getResource(resource), 'update'), values)
export const updateSettings = (site: SessionApp, values: object) =>
  updateAsProgram(site, 'settings', values)

/** Creates a record directly, without a staff session. */
export const seedRecord = (site: SessionApp, resource: ResourceName, values: object) =>
  recordsOf(site.context).insert(systemPermit('demo', getResource(resource), 'create'), values)

export const smallPdf = buildPdf()
export const pdfUpload = (field: string, bytes: Buffer = smallPdf): MultipartPart => ({
  field,
  name: `${field}.pdf`,
  type: 'application/pdf',
  bytes,
})
const requiredPdfs = [pdfUpload('fileCV'), pdfUpload('fileDiploma'), pdfUpload('fileIdCard')]

/** A completed form with a valid CNP that is derived from the sequence number. */
export const applicationForm = (
  sequence: number,
  programme: ProgrammeIds,
  values: object = {},
): Record<string, unknown> => ({
  ...programme,
  ...danPop,
  cnp: validCnp(sequence),
  serialNumber: `CJ${100_000 + sequence}`,
  personalEmail: `applicant.${sequence}@example.com`,
  ...values,
})

export const sendMultipart = <T>(
  browser: TestBrowser,
  path: string,
  payload: Buffer,
  headers: InjectOptions['headers'] = {},
): Promise<BrowserResponse<T>> =>
  browser.call<T>('POST', path, undefined, {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${multipartBoundary}`, ...headers },
  })

/** Submits the form and its documents in one multipart request, as an HTML form does. */
export function submitMultipart(
  browser: TestBrowser,
  form: Record<string, unknown>,
  files: readonly MultipartPart[] = requiredPdfs,
  headers: InjectOptions['headers'] = {},
): Promise<BrowserResponse<WireSubmitted>> {
  const texts = Object.entries(form).map(([name, value]) => [name, String(value)] as const)
  return sendMultipart<WireSubmitted>(
    browser,
    calls.submit.path,
    buildMultipart(...texts, ...files),
    headers,
  )
}

/** Uploads a document before the form is submitted. */
export const uploadStagedDocument = (
  browser: TestBrowser,
  part: MultipartPart = pdfUpload('file'),
): Promise<BrowserResponse<WireStagedFile>> =>
  sendMultipart<WireStagedFile>(
    browser,
    calls.sendFile.path,
    buildMultipart({ ...part, field: 'file' }),
  )

/** Uploads the three required documents and returns their ids by form field. */
export async function uploadRequiredDocuments(
  browser: TestBrowser,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of ['fileCV', 'fileDiploma', 'fileIdCard'])
    ids[name] = (await uploadStagedDocument(browser)).data.id
  return ids
}

export const submitJson = <T = WireSubmitted>(
  browser: TestBrowser,
  form: object,
  headers: InjectOptions['headers'] = {},
): Promise<BrowserResponse<T>> => browser.call<T>('POST', calls.submit.path, form, { headers })
