import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shellPath } from '../tests/support/chromium.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { whereRun } from '../tests/support/where-run.mjs'
import { root } from './folders.mjs'

const node = process.execPath
const tool = (path) => [node, join(root, 'node_modules', path)]
const script = (path) => [node, join(root, 'scripts', path)]
const isCi = process.env.CI === 'true'

/** A step answers what passed, failed and was skipped. This one takes one processor of two, beside the checks. */
const types = { name: 'types', run: () => command(script('checks/types.mjs')) }

const checks = [
  { name: 'lint and format', run: () => command([...tool('@biomejs/biome/bin/biome'), 'check', '.', '--error-on-warnings']) },
  { name: 'boundaries', run: () => command(script('checks/boundaries.mjs')) },
  { name: 'single doors', run: () => command(script('checks/single-doors.mjs')) },
  { name: 'migrations up to date', run: () => command(script('checks/migrations.mjs')) },
  { name: 'build', run: () => command(script('build-now.mjs')) },
  { name: 'docs/openapi.json up to date', run: () => command(script('checks/openapi.mjs')) },
]

/**
 * Parts of the suite, which run side by side: what one waits for, a program that starts or a page that is drawn, leaves no
 * processor idle. `slow` ones are left out by `npm run check`.
 */
const parts = [
  { name: 'tests: browser', slow: true, run: inBrowser },
  {
    name: 'tests: api, embedded database',
    run: (mode) => vitest(['api', 'pack'], { TEST_DATABASE_URL: undefined, SUITE_ON: mode === 'all' ? 'embedded' : undefined }),
  },
  { name: 'tests: api, PostgreSQL', slow: true, run: onPostgres },
  {
    name: 'tests: pages',
    // Warnings of React while it is developed fail them in `npm run check`: here they run on what users have.
    run: (mode) => vitest(['pages'], { TEST_DATABASE_URL: undefined, SUITE_REACT: mode === 'all' ? 'production' : undefined }),
  },
  { name: 'tests: unit', run: () => vitest(['unit']) },
]

/** Runs the steps and prints the report. Answers the exit code. */
export async function runSteps(mode) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const begin = Date.now()
  const take = async (step) => {
    const start = Date.now()
    process.stdout.write(`${step.name} …\n`)
    const { passed, failed, skipped = 0, said } = await step.run(mode)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} SKIPPED`].filter(Boolean).join(', ')
    if (failed > 0 || skipped > 0) console.log(said)
    console.log(`${failed > 0 ? '✗' : '✓'} ${step.name}: ${counts} (${seconds(start)})`)
  }
  const inTurn = async (steps) => {
    for (const step of steps) await take(step)
  }
  const modules = mkdtempSync(join(tmpdir(), 'matricola-modules-'))
  process.env.SUITE_MODULES = modules
  await Promise.all([take(types), inTurn(checks)])
  await Promise.all(parts.filter(({ slow }) => mode === 'all' || !slow).map(take))
  rmSync(modules, { recursive: true, force: true })
  console.log(`\nin ${seconds(begin)}${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  if (isCi && total.skipped > 0) {
    console.log('A skipped part counts as failed here.')
    total.failed += total.skipped
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 ? 1 : 0
}

const seconds = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`

/** A program that passes when it ends with 0. */
async function command([program, ...args]) {
  const { code, said } = await output(program, args)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, said }
}

/** Counts tests; a part that ends badly or holds no test has failed even when no test did. */
async function vitest(projects, env = {}, args = []) {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-tests-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { code, said } = await output(
    node,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects.flatMap((name) => ['--project', name]), ...args, ...reporters],
    { NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
  )
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  rmSync(folder, { recursive: true, force: true })
  const passed = result?.numPassedTests ?? 0
  const failed = result?.numFailedTests ?? 0
  const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0)
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed, skipped, said }
}

async function onPostgres() {
  const server = await startPostgres()
  if (!server.url) {
    const embedded = await vitest(['api'], { TEST_DATABASE_URL: undefined }, whereRun.postgres)
    return { ...embedded, skipped: embedded.skipped + 1, said: `${embedded.said}\nNOT TESTED ON POSTGRESQL: ${server.missing}.` }
  }
  const stopAndEnd = () => {
    server.stop()
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopAndEnd)
  try {
    return await vitest(['api', 'pack'], { TEST_DATABASE_URL: server.url, SUITE_ON: 'postgres' })
  } finally {
    server.stop()
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, stopAndEnd)
  }
}

async function inBrowser() {
  const path = await shellPath()
  if (!path) return { passed: 0, failed: 0, skipped: 1, said: 'NOT TESTED IN A BROWSER: no Chromium was found, set CHROME_PATH.' }
  return vitest(['browser'], { CHROME_PATH: path, TEST_DATABASE_URL: undefined })
}

/** Runs a program to its end and keeps everything it said. */
function output(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const hear = (chunk) => {
      said += chunk
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', (error) => resolve({ code: 1, said: error.message }))
    child.once('close', (code) => resolve({ code, said }))
  })
}
