import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { blankImage, buildMultipart, multipartBoundary } from '@matricola/testing/uploads.ts'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

test('the public settings name the current logo of the university', async () => {
  const site = await startSessionApp()
  await site.createAccount('admin', { username: 'root' })
  const admin = site.browser()
  await admin.signIn('root')
  const publicLogo = async () =>
    (await site.browser().call<WireIntake>('GET', admissionEndpoints.publicConfig.path)).data.logo
  const choose = (logo: string | null) =>
    admin.call<WireRecord>('PUT', '/api/settings/update', { logo })
  expect(await publicLogo()).toBeNull()
  const bytes = await blankImage(400, 100).png().toBuffer()
  const { data } = await admin.call<{ id: string }>('POST', '/api/files', undefined, {
    payload: buildMultipart({ name: 'sigla.png', type: 'image/png', bytes, field: 'file' }),
    headers: { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` },
  })
  expect((await choose(data.id)).status).toBe(200)
  const logo = await publicLogo()
  expect(logo).toMatch(/^\/api\/university\/logo\/[0-9a-f-]{36}$/)
  expect((await site.app.inject(String(logo))).statusCode).toBe(200)
  await choose(null)
  expect(await publicLogo()).toBeNull()
  await site.close()
})
