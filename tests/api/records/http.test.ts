import { registeredRoutesOf } from '@matricola/server/app/build-server.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#resources/languages.ts'
import { startApp } from '#tests/support/app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await startApp()
})
afterAll(() => api.close())

test('every error code has a standard status and a text in every language', () => {
  for (const [code, { status }] of Object.entries(testedApp.packs.errors)) {
    expect([400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 429, 431, 500, 503]).toContain(status)
    for (const language of languages)
      expect(api.context.texts.text(language, `errors:errors.${code}`)).toMatch(/\w/)
  }
  // Only a missing session may return 401, because clients renew the session on it.
  expect(
    Object.entries(testedApp.packs.errors)
      .filter(([, { status }]) => status === 401)
      .map(([code]) => code),
  ).toEqual(['session.required', 'session.expired', 'credentials.wrong'])
})

test('every route declares its callers, and few are public', () => {
  const open = registeredRoutesOf(api.app).filter(
    ({ path, access, method }) =>
      access === 'public' &&
      path.startsWith('/api/') &&
      method !== 'HEAD' &&
      !path.startsWith('/api/docs'),
  )
  const paths = [...new Set(open.map(({ path }) => path))].filter(
    (path) => !path.startsWith('/api/authentication/'),
  )
  const admission = [
    'public-config',
    'status-search',
    'access-code',
    'applicant-session',
    'applicant',
    'applicant-update',
  ]
  const drafts = [
    'drafts',
    'drafts/:id',
    'drafts/:id/open',
    'drafts/:id/delete',
    'drafts/:id/lost-code',
    'drafts/:id/new-code',
  ]
  const applicantPaths = [
    ...admission,
    'applicant/files',
    'applicant/files/:field',
    'applicant/files/:field/before',
    'applicant/contact',
    'applicant/email',
    'applicant/messages',
    'applicant/messages/files',
    'applicant/messages/files/:id',
    'applicant/receipt',
    'email-link',
    'receipt',
    ...drafts,
    'withdraw',
    'withdraw/undo',
    'confirm-place',
    'appeal-result',
  ]
  const publicPaths = [
    '/api/openapi.json',
    '/api/university/logo/:id',
    '/api/calendar/:file',
    '/api/certificates/verify/:code',
  ]
  expect(paths.sort()).toEqual(
    [...publicPaths, ...applicantPaths.map((path) => `/api/registrations/${path}`)].sort(),
  )
})
