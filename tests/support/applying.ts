/** People who apply: forms as they fill them in, and the calls that send them. */
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

/** Changes a record as the office would, without its session; `values` names it by its id. */
export const change = (site: SessionApp, resource: ResourceName, values: object) =>
  recordsOf(site.context).update(systemPermit('demo', resourceNamed(resource), 'update'), values)
export const setSettings = (site: SessionApp, values: object) => change(site, 'settings', values)

/** Makes a record as the office would. */
export const plant = (site: SessionApp, resource: ResourceName, values: object) =>
  recordsOf(site.context).insert(systemPermit('demo', resourceNamed(resource), 'create'), values)

export const smallPdf = pdfOf()
export const pdfPart = (field: string, bytes: Buffer = smallPdf): Part => ({ field, name: `${field}.pdf`, type: 'application/pdf', bytes })
const threePdfs = [pdfPart('fileCV'), pdfPart('fileDiploma'), pdfPart('fileIdCard')]

/** A form filled in by a man with a sound CNP of that sequence number. */
export const formOf = (sequence: number, programme: Programme, values: object = {}): Record<string, unknown> => ({
  ...programme,
  ...danPop,
  cnp: soundCnp(sequence),
  serialNumber: `CJ${100_000 + sequence}`,
  personalEmail: `applicant.${sequence}@example.com`,
  ...values,
})

/** Sends a multipart body. */
export const sendParts = <T>(browser: Browser, path: string, payload: Buffer, headers: InjectOptions['headers'] = {}): Promise<Reply<T>> =>
  browser.call<T>('POST', path, undefined, {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })

/** Sends the form with its documents in one request, as a browser's form would. */
export function applyWith(
  browser: Browser,
  form: Record<string, unknown>,
  files: readonly Part[] = threePdfs,
  headers: InjectOptions['headers'] = {},
): Promise<Reply<WireSubmitted>> {
  const texts = Object.entries(form).map(([name, value]) => [name, String(value)] as const)
  return sendParts<WireSubmitted>(browser, calls.submit.path, multipart(...texts, ...files), headers)
}

/** Sends a document ahead of the form. */
export const sendAhead = (browser: Browser, part: Part = pdfPart('file')): Promise<Reply<WireSentFile>> =>
  sendParts<WireSentFile>(browser, calls.sendFile.path, multipart({ ...part, field: 'file' }))

/** Three documents sent ahead, under the names of the form. */
export async function threeAhead(browser: Browser): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of ['fileCV', 'fileDiploma', 'fileIdCard']) ids[name] = (await sendAhead(browser)).data.id
  return ids
}

/** Sends the form as JSON. */
export const applyJson = <T = WireSubmitted>(browser: Browser, form: object, headers: InjectOptions['headers'] = {}): Promise<Reply<T>> =>
  browser.call<T>('POST', calls.submit.path, form, { headers })
