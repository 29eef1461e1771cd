/**
 * Creates applications one at a time. Each is stored with documents, like a new submission, and
 * then moved to the state that a test starts from.
 */

import { randomUUID } from 'node:crypto'
import type { Context } from '@matricola/server/context.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { stageNewFile } from '@matricola/server/session/file-records.ts'
import { buildPdf } from '@matricola/testing/build-pdf.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { standardDocuments } from '#resources/admission/fixed-items.ts'
import { type DocumentName, documentField } from '#resources/application-documents.ts'
import { controlDigit } from '#resources/field-types/nationalId/national-id.ts'
import { getResource } from '#resources/index.ts'
import { createAccessCode, setAccessCode } from '#server/admission/applicant/access-code.ts'
import { insertSeededApplication } from './insert-application.ts'
import type { ProgrammeIds } from './seed-programme.ts'

/** Returns a valid CNP of a woman born on 15 April 2005. */
export function nextCnp(): string {
  const number = ++applicantCount
  const county = String((Math.trunc(number / 999) % 46) + 1).padStart(2, '0')
  const digits = `6050415${county}${String((number % 999) + 1).padStart(3, '0')}`
  return `${digits}${controlDigit(digits)}`
}
let applicantCount = 0

export interface SeededApplication {
  readonly id: string
  readonly reference: string
  readonly code: string
  readonly cnp: string
}

/** A PDF with one empty page. `content` makes its bytes distinct. */
export const distinctPdf = (content: string) => buildPdf({ objects: [`(${content})`] })

/** Stages a file as an anonymous applicant. */
function stagePdf(context: Context, content: string, name = `${content}.pdf`): Promise<string> {
  const bytes = distinctPdf(content)
  return stageNewFile(context, { bytes, original: bytes, kind: 'pdf', name, ownerId: null })
}

/** A new application with three documents and an access code. */
export async function seedApplication(
  context: Context,
  programme: ProgrammeIds,
  parts: object = {},
): Promise<SeededApplication> {
  const cnp = nextCnp()
  const files = await Promise.all(
    standardDocuments.map(
      async (name: DocumentName) =>
        [documentField(name), await stagePdf(context, `first ${name}`)] as const,
    ),
  )
  const permit = systemPermit('applicant', getResource('registrations'), 'create')
  const body = {
    lastName: 'Popescu',
    firstName: 'Ioana',
    cnp,
    serialNumber: 'CJ123456',
    birthDate: '2005-04-15',
    sex: 'F',
    county: 'CJ',
    city: 'Turda',
    address: 'Str. Morii nr. 3',
    postalCode: '401001',
    phone: '0740555333',
    personalEmail: `ioana.${randomUUID().slice(0, 8)}@example.com`,
    language: 'en',
    ...programme,
    ...Object.fromEntries(files),
    ...parts,
  }
  const record = await insertSeededApplication(context, permit, {
    values: body,
    serverValues: { submittedAt: context.clock.now().toISOString() },
  })
  const code = createAccessCode()
  const at = context.clock.now()
  await context.database.transaction((queries) =>
    setAccessCode(queries, context.keys, { registrationId: record.id, code, at }),
  )
  return {
    id: record.id,
    reference: String(record.referenceCode),
    code,
    cnp: String((body as { cnp?: unknown }).cnp ?? ''),
  }
}

/** Opens the application with its access code and returns the browser. */
export async function openWithAccessCode(
  site: SessionApp,
  { reference, code }: SeededApplication,
  browser: TestBrowser = site.browser(),
): Promise<TestBrowser> {
  const answer = await browser.call('POST', '/api/registrations/applicant-session', {
    reference,
    accessCode: code,
  })
  if (answer.status !== 200) throw new Error(`the application could not be opened: ${answer.text}`)
  return browser
}
