import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { headlessShellPath } from '../tests/support/chromium.mjs'
import { startPostgres } from '../tests/support/postgres-server.mjs'
import { openModuleCache } from './module-cache.mjs'
import { root } from './project-files.mjs'

const node = process.execPath
const tool = (path) => [node, join(root, 'node_modules', path)]
const script = (path) => [node, join(root, 'scripts', path)]
const isCi = process.env.CI === 'true'

/**
 * Uses one core, so it runs in parallel with the other checks. Like every step, it resolves with
 * the numbers of passed, failed and skipped tests.
 */
const types = { name: 'types', run: () => runCommand(script('checks/types.mjs')) }

const checks = [
  {
    name: 'lint and format',
    run: () =>
      runCommand([...tool('@biomejs/biome/bin/biome'), 'check', '.', '--error-on-warnings']),
  },
  { name: 'boundaries', run: () => runCommand(script('checks/boundaries.mjs')) },
  { name: 'restricted APIs', run: () => runCommand(script('checks/restricted-apis.mjs')) },
  {
    name: 'words of the application in packages',
    run: () => runCommand(script('checks/words.mjs')),
  },
  { name: 'English', run: () => runCommand(script('checks/english.mjs')) },
  { name: 'migrations up to date', run: () => runCommand(script('checks/migrations.mjs')) },
  { name: 'build', run: () => runCommand(script('build-if-stale.mjs')) },
  { name: 'docs/openapi.json up to date', run: () => runCommand(script('checks/openapi.mjs')) },
]

const unit = { name: 'tests: unit', run: () => runVitest(['unit']) }

/**
 * The parts of the suite that each command runs. They run one after the other, because each keeps
 * both cores busy.
 */
const parts = {
  check: [
    unit,
    { name: 'tests: api, embedded database', run: () => runOnEmbedded('embedded,both', 'api') },
  ],
  all: [
    unit,
    { name: 'tests: api, embedded database', run: () => runOnEmbedded('embedded', 'api', 'pack') },
    { name: 'tests: api, PostgreSQL', run: () => runOnPostgres('api', 'pack') },
    // Uses the production build of React, which users get and which is faster. `npm run test:long`
    // runs these tests with the development build and its warnings.
    { name: 'tests: pages', run: () => runVitest(['pages'], { SUITE_REACT: 'production' }) },
    { name: 'tests: browser', run: () => runInBrowser('browser') },
  ],
  long: [
    { name: 'long tests: embedded database', run: () => runOnEmbedded('embedded,both', 'long') },
    { name: 'long tests: PostgreSQL', run: () => runOnPostgres('long') },
    // `npm test` runs these on PostgreSQL.
    {
      name: 'tests: api, tests for both databases, embedded database',
      run: () => runOnEmbedded('both', 'api', 'pack'),
    },
    { name: 'long tests: pages, development build of React', run: () => runVitest(['pages']) },
    { name: 'long tests: browser', run: () => runInBrowser('long-browser') },
  ],
}

/**
 * Runs the steps of a command (`check`, `all` or `long`) and prints the report. Returns the exit
 * code.
 */
export async function runSteps(mode) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const startedAt = Date.now()
  const runStep = async (step) => {
    const start = Date.now()
    process.stdout.write(`${step.name} …\n`)
    const { passed, failed, skipped = 0, output } = await step.run()
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    const counts = [
      `${passed} passed`,
      failed > 0 && `${failed} failed`,
      skipped > 0 && `${skipped} SKIPPED`,
    ]
      .filter(Boolean)
      .join(', ')
    if (failed > 0 || skipped > 0) console.log(output)
    console.log(`${failed > 0 ? '✗' : '✓'} ${step.name}: ${counts} (${seconds(start)})`)
  }
  const runInSequence = async (steps) => {
    for (const step of steps) await runStep(step)
  }
  process.env.SUITE_MODULES = openModuleCache()
  if (mode !== 'long') await Promise.all([runStep(types), runInSequence(checks)])
  await runInSequence(parts[mode])
  console.log(`\nin ${seconds(startedAt)}${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  if (isCi && total.skipped > 0) {
    console.log('With CI=true, skipped tests count as failed.')
    total.failed += total.skipped
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 ? 1 : 0
}

const seconds = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`

/** Runs a program as a step, which passes if the exit code is 0. */
async function runCommand([program, ...args]) {
  const { code, output } = await captureOutput(program, args)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
}

/**
 * Runs tests and counts them. If the run fails without a failed test, or runs no test, one failure
 * is counted.
 */
async function runVitest(projects, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-tests-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await captureOutput(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...reporters,
    ],
    { NO_COLOR: '1', FORCE_COLOR: undefined, TEST_DATABASE_URL: undefined, ...env },
  )
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  rmSync(folder, { recursive: true, force: true })
  const passed = result?.numPassedTests ?? 0
  const failed = result?.numFailedTests ?? 0
  const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0)
  return {
    passed,
    failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed,
    skipped,
    output,
  }
}

/** `entries` names entries of `databasesByPath`, separated by commas. */
const runOnEmbedded = (entries, ...projects) => runVitest(projects, { SUITE_ON: entries })

const postgresEntries = 'postgres,both'

/**
 * If no PostgreSQL server is available, these tests run on the embedded database, and the report
 * counts one skipped test.
 */
async function runOnPostgres(...projects) {
  const server = await startPostgres()
  if (!server.url) {
    const embedded = await runVitest(projects, { SUITE_ON: postgresEntries })
    return {
      ...embedded,
      skipped: embedded.skipped + 1,
      output: `${embedded.output}\nNOT TESTED ON POSTGRESQL: ${server.missing}`,
    }
  }
  const stopAndEnd = () => {
    server.stop()
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopAndEnd)
  try {
    return await runVitest(projects, { TEST_DATABASE_URL: server.url, SUITE_ON: postgresEntries })
  } finally {
    server.stop()
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, stopAndEnd)
  }
}

async function runInBrowser(...projects) {
  const path = await headlessShellPath()
  if (!path)
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      output: 'NOT TESTED IN A BROWSER: Chromium was not found. Set CHROME_PATH to its path.',
    }
  return runVitest(projects, { CHROME_PATH: path })
}

/** Runs a program and captures its output. */
function captureOutput(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code, output }))
  })
}
