/** Application forms as applicants fill them in, and the calls that submit them. */
import type { InjectOptions } from 'fastify'
import { admissionEndpoints as calls } from '#model/admission/endpoints.ts'
import type { WireSubmitted } from '#model/admission/wire.ts'
import type { WireSentFile } from '#model/calls/files.ts'
import { type ResourceName, resourceNamed } from '#resources/index.ts'
import { systemPermit } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { danPop } from './answers.ts'
import { pdfOf } from './pdfs.ts'
import type { Programme } from './programmes.ts'
import { soundCnp } from './records.ts'
import type { Browser, Reply, SessionApp } from './session.ts'
import { boundary, multipart, type Part } from './uploads.ts'

/** Updates a record directly, without a staff session. `values` includes the record's id. */
export const change = (site: SessionApp, resource: ResourceName, values: object) =>
  recordsOf(site.context).update(systemPermit('demo', resourceNamed(resource), 'update'), values)
export const setSettings = (site: SessionApp, values: object) => change(site, 'settings', values)

/** Creates a record directly, without a staff session. */
export const plant = (site: SessionApp, resource: ResourceName, values: object) =>
  recordsOf(site.context).insert(systemPermit('demo', resourceNamed(resource), 'create'), values)

export const smallPdf = pdfOf()
export const pdfPart = (field: string, bytes: Buffer = smallPdf): Part => ({ field, name: `${field}.pdf`, type: 'application/pdf', bytes })
const threePdfs = [pdfPart('fileCV'), pdfPart('fileDiploma'), pdfPart('fileIdCard')]

/** A completed form with a valid CNP for the given sequence number. */
export const formOf = (sequence: number, programme: Programme, values: object = {}): Record<string, unknown> => ({
  ...programme,
  ...danPop,
  cnp: soundCnp(sequence),
  serialNumber: `CJ${100_000 + sequence}`,
  personalEmail: `applicant.${sequence}@example.com`,
  ...values,
})

export const sendParts = <T>(browser: Browser, path: string, payload: Buffer, headers: InjectOptions['headers'] = {}): Promise<Reply<T>> =>
  browser.call<T>('POST', path, undefined, {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })

/** Submits the form and its documents in one multipart request, as an HTML form does. */
export function applyWith(
  browser: Browser,
  form: Record<string, unknown>,
  files: readonly Part[] = threePdfs,
  headers: InjectOptions['headers'] = {},
): Promise<Reply<WireSubmitted>> {
  const texts = Object.entries(form).map(([name, value]) => [name, String(value)] as const)
  return sendParts<WireSubmitted>(browser, calls.submit.path, multipart(...texts, ...files), headers)
}

/** Uploads a document before the form is submitted. */
export const sendAhead = (browser: Browser, part: Part = pdfPart('file')): Promise<Reply<WireSentFile>> =>
  sendParts<WireSentFile>(browser, calls.sendFile.path, multipart({ ...part, field: 'file' }))

/** Uploads the three required documents and returns their ids by form field. */
export async function threeAhead(browser: Browser): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of ['fileCV', 'fileDiploma', 'fileIdCard']) ids[name] = (await sendAhead(browser)).data.id
  return ids
}

export const applyJson = <T = WireSubmitted>(browser: Browser, form: object, headers: InjectOptions['headers'] = {}): Promise<Reply<T>> =>
  browser.call<T>('POST', calls.submit.path, form, { headers })
