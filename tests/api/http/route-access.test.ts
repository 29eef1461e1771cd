import { buildServer, registeredRoutesOf } from '@matricola/server/app/build-server.ts'
import type { RegisteredRoute } from '@matricola/server/http/route-access.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#resources/roles.ts'
import { createMissingId } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'
import { routeAnswers, routesOfBuild } from './route-access.expected.ts'

const actors = ['nobody', 'student', 'professor', 'secretary', 'admin'] as const
const rows = routeAnswers
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split(/ +/))
  .map(([method = '', path = '', ...answers]) => ({ method, path, answers: answers.map(Number) }))

let site: SessionApp
const browsers = new Map<string, TestBrowser>()
beforeAll(async () => {
  site = await startSessionApp()
  for (const role of roles) await site.createAccount(role, { username: `one.${role}` })
  for (const actor of actors) browsers.set(actor, site.browser())
  for (const role of roles) await browsers.get(role)?.signIn(`one.${role}`)
})
afterAll(() => site.close())

/** Routes missing from the table. HEAD behaves like GET. */
const unknownOf = (routes: readonly RegisteredRoute[]) =>
  routes
    .map(({ method, path }) => ({ method: method === 'HEAD' ? 'GET' : method, path }))
    .filter(
      ({ method, path }) =>
        !routesOfBuild.includes(path) &&
        !rows.some((row) => row.method === method && row.path === path),
    )
    .map(({ method, path }) => `${method} ${path}`)

/** A path to call: ids that do not exist, an existing action, an existing file. */
const pathOf = (path: string) =>
  path
    .replace(':id', createMissingId())
    .replace(
      ':action',
      path.includes('/students/')
        ? 'suspend'
        : path.includes('/registrations/')
          ? 'accept'
          : 'deactivate',
    )
    .replace(':document', 'fileCV')
    .replace(':lng/:file', 'en/errors.json')
    .replace('docs/*', 'docs/static/index.css')

describe('every route of the program', () => {
  test('appears in the access table, and every row of the table is a route', () => {
    const routes = registeredRoutesOf(site.app)
    expect(unknownOf(routes)).toEqual([])
    for (const { method, path, answers } of rows) {
      expect([
        path,
        routes.some(
          (route) => route.path === path && (route.method === method || route.method === 'HEAD'),
        ),
      ]).toEqual([path, true])
      expect([path, answers.length]).toEqual([path, actors.length])
    }
  })

  test('is reported if it is missing from the table', async () => {
    const app = buildServer(testedApp, site.context)
    app.get('/api/new', { config: { access: 'signedIn' } }, async () => ({}))
    app.get('/new', async () => ({}))
    await app.ready()
    expect([...new Set(unknownOf(registeredRoutesOf(app)))]).toEqual(['GET /api/new', 'GET /new'])
    await app.close()
  })

  test.each(rows)(
    '$method $path responds to each role as the table says',
    async ({ method, path, answers }) => {
      for (const requestMethod of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
        const found: number[] = []
        for (const actor of actors) {
          const body = requestMethod === 'GET' || requestMethod === 'HEAD' ? undefined : {}
          found.push(
            (await browsers.get(actor)?.call(requestMethod, pathOf(path), body))?.status ?? 0,
          )
        }
        expect(`${requestMethod} ${path}: ${found}`).toBe(`${requestMethod} ${path}: ${answers}`)
      }
    },
  )
})
