import { readFileSync } from 'node:fs'
import { projectRoot } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'
import { workspacesOf } from '../../scripts/workspaces.mjs'

const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
const { packages } = JSON.parse(text) as {
  packages: Record<
    string,
    { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }
  >
}
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Record<'dependencies' | 'devDependencies', Record<string, string>>

test('the lock file contains no host name, so that it installs from any configured registry', () => {
  const named = Object.entries(packages).filter(
    ([, { resolved }]) => resolved !== undefined && /^[a-z+]+:/.test(resolved),
  )
  expect(named.map(([path]) => path)).toEqual([])
})

/** Minimum versions without a known vulnerability that affects this program. */
const floors = {
  fastify: '5.12.8',
  '@fastify/multipart': '10.1.9',
  '@fastify/busboy': '3.2.1',
  '@fastify/static': '10.1.4',
  '@fastify/proxy-addr': '5.1.1',
  'drizzle-orm': '0.45.2',
  sharp: '0.35.3',
  nodemailer: '10.6.0',
}

test.each(Object.entries(floors))('%s is at least %s wherever it is installed', (name, floor) => {
  const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
  expect(found.length).toBeGreaterThan(0)
  for (const [path, { version = '0' }] of found)
    expect(isAtLeast(version, floor), `${path} ${version}`).toBe(true)
})

test('the package xlsx is never installed', () => {
  expect(Object.keys(packages).filter((path) => path.endsWith('node_modules/xlsx'))).toEqual([])
})

test('every package of the lock file has a version, including those for other systems, because npm ci requires it', () => {
  const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter(
      (name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
    ),
  )
  expect([...new Set(missing)]).toEqual([])
})

test('every direct dependency is pinned to one version', () => {
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
})

test('versions are compared numerically by component', () => {
  expect(isAtLeast('10.1.9', '9.9.9')).toBe(true)
  expect(isAtLeast('5.12.7', '5.12.8')).toBe(false)
})

function isAtLeast(version: string, floor: string): boolean {
  const numbers = (one: string) => one.split(/[.-]/).slice(0, 3).map(Number)
  const [a, b] = [numbers(version), numbers(floor)]
  for (const index of [0, 1, 2]) if (a[index] !== b[index]) return (a[index] ?? 0) > (b[index] ?? 0)
  return true
}

test.each(workspacesOf(projectRoot))(
  '$name depends on the versions that the project installs',
  (workspace) => {
    const known: Record<string, string> = { ...dependencies, ...devDependencies }
    const named = {
      ...workspace.dependencies,
      ...workspace.devDependencies,
      ...workspace.peerDependencies,
    }
    expect(Object.entries(named).filter(([name, version]) => known[name] !== version)).toEqual([])
  },
)

test('the image copies the package.json of each workspace before it installs packages', () => {
  const [beforeInstall = ''] = readFileSync(
    new URL('../../Dockerfile', import.meta.url),
    'utf8',
  ).split('RUN npm ci')
  const copied = [...beforeInstall.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(
    ([, path]) => path,
  )
  expect(copied.sort()).toEqual(
    workspacesOf(projectRoot)
      .map(({ path }) => path)
      .sort(),
  )
})
