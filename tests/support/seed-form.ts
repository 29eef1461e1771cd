import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { expect } from 'vitest'
import type { FormContent } from '#resources/admission/form-content.ts'
import { seedRecord, updateSettings } from './submit-application.ts'

/** A form of the office, whose versions an administrator arranges and publishes. */
export interface SeededForm {
  readonly admissionSessionId: string
  readonly formId: string
  /** Returns the id of a new draft. */
  draft(): Promise<string>
  /** Returns the id of a draft with the content. */
  arrange(content: FormContent): Promise<string>
  publish(versionId: string): Promise<void>
}

/**
 * Opens the applications of a session that has a form for bachelor's programmes. `admin` is signed
 * in.
 */
export async function seedForm(site: SessionApp, admin: TestBrowser): Promise<SeededForm> {
  const session = await seedRecord(site, 'admission-sessions', {
    name: 'Admitere 2026',
    academicYear: '2026-2027',
  })
  await updateSettings(site, { registrationOpen: true, admissionSessionId: session.id })
  return { admissionSessionId: session.id, ...(await addForm(site, admin, session.id)) }
}

/** Adds a form for a degree to a session. */
export async function addForm(
  site: SessionApp,
  admin: TestBrowser,
  admissionSessionId: string,
  degree = 'bachelor',
): Promise<Omit<SeededForm, 'admissionSessionId'>> {
  const form = { name: 'Licență 2026', admissionSessionId, degree }
  const { id: formId } = await seedRecord(site, 'application-forms', form)
  const versions = '/api/application-form-versions'
  const run = async (id: string, action: string, body: object = {}) =>
    expect((await admin.call('POST', `${versions}/${id}/actions/${action}`, body)).status).toBe(200)
  const draft = async () =>
    (await admin.call<{ id: string }>('POST', `${versions}/create`, { formId })).data.id
  async function arrange(content: FormContent) {
    const id = await draft()
    await run(id, 'arrange', { content })
    return id
  }
  const publish = (id: string) => run(id, 'publish')
  return { formId, draft, arrange, publish }
}
