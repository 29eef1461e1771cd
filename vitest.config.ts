import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { linkWorkspaces } from './scripts/workspaces.mjs'
import { workerFlags } from './tests/support/node-flags.ts'
import { excludedTests } from './tests/support/test-databases.mjs'
import viteConfig from './vite.config.ts'

linkWorkspaces(fileURLToPath(new URL('.', import.meta.url)))

const node = { extends: true, test: { environment: 'node' } } as const
const usesProductionReact = process.env.SUITE_REACT === 'production'
// Vitest's module cache ignores the build of React, so the development and production builds need
// separate folders.
const modules =
  process.env.SUITE_MODULES &&
  join(process.env.SUITE_MODULES, usesProductionReact ? 'production' : 'development')
// The packages are also tested without the application.
const applicationSetup = existsSync(fileURLToPath(new URL('server/app.ts', import.meta.url)))
  ? ['tests/support/global-setup.ts']
  : []
const needsDatabase = { globalSetup: ['packages/testing/global-setup.ts', ...applicationSetup] }

/** Test files of the application and of the packages. */
const testsIn = (pattern: string) =>
  ['tests', 'packages/*/tests', 'providers/tests'].map((folder) => `${folder}/${pattern}`)

/**
 * Loads a single copy of Ant Design, as in the browser. Packages that Node loads import its CommonJS
 * files (`lib`), and modules of the pages would otherwise import its ES modules (`es`).
 */
const singleAntDesign = { find: /^antd\/es\//, replacement: 'antd/lib/' }

const slowFilePatterns = [
  /journeys\/(?:apply|history|review)|browser\/public-pages|pages\/(?:list\/list-page|screens\/review)/,
  /long\/(?:browser\/(?:accessibility|add-an-entity)|guides\/custom-code|database\/(?:interrupted|killed)|api\/selection-property)|every-resource|server\/live/,
]

/** Starts the slowest files first, so that no worker still runs one at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) =>
      slowFilePatterns.some((names) => names.test(moduleId))
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

const browser = {
  ...node.test,
  globalSetup: ['tests/browser/support/global-setup.ts'],
  setupFiles: ['tests/browser/support/setup.ts'],
  isolate: false,
} as const

/**
 * The projects are grouped by what their tests need: nothing, a database, a DOM or a browser. `npm
 * test` runs those without `long` in their names, `npm run test:long` runs the others, and `npx
 * vitest run <file>` runs any single file.
 */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // Far longer than even a busy machine needs.
      expect: { poll: { timeout: 60_000 } },
      // Each worker spends several seconds loading the modules that its files share. More workers
      // would repeat that work more often.
      maxWorkers: 2,
      execArgv: workerFlags,
      restoreMocks: true,
      sequence: { sequencer: SlowestFirst },
      // The projects load the same modules. Each module is transformed once and cached in this
      // folder, so later runs reuse it.
      experimental: { fsModuleCache: modules !== undefined, fsModuleCachePath: modules },
      server: { deps: { inline: [/@refinedev\/(react-router|antd)/] } },
      projects: [
        {
          ...node,
          test: {
            ...node.test,
            name: 'unit',
            include: testsIn('**/*.test.{ts,tsx}'),
            exclude: [
              ...testsIn('{api,browser,database,long,pack,pages}/**'),
              '**/node_modules/**',
            ],
            isolate: false,
          },
        },
        {
          ...node,
          // The files share imported modules. Each file has its own database, and no server module
          // keeps state between files.
          test: {
            ...node.test,
            ...needsDatabase,
            name: 'api',
            include: testsIn('{api,database}/**/*.test.ts'),
            // Projects ignore the command-line option `--exclude`.
            exclude: excludedTests(process.env.SUITE_ON),
            isolate: false,
          },
        },
        {
          ...node,
          // Kills processes, damages disks, restores and upgrades archives, or copies and compiles
          // the project.
          test: {
            ...node.test,
            ...needsDatabase,
            name: 'long',
            include: testsIn('long/{api,database,guides}/**/*.test.ts'),
            exclude: excludedTests(process.env.SUITE_ON),
            isolate: false,
          },
        },
        {
          ...node,
          // Replaces the empty pack, which a university would fill, with a pack for tests.
          resolve: {
            alias: [
              singleAntDesign,
              {
                find: /^#custom\//,
                replacement: fileURLToPath(new URL('tests/pack/', import.meta.url)),
              },
            ],
          },
          test: {
            ...node.test,
            ...needsDatabase,
            name: 'pack',
            include: ['tests/pack/**/*.test.ts'],
            exclude: excludedTests(process.env.SUITE_ON),
            isolate: false,
          },
        },
        {
          extends: true,
          resolve: { alias: [singleAntDesign] },
          ...(usesProductionReact && { oxc: { jsx: { development: false } } }),
          test: {
            ...needsDatabase,
            name: 'pages',
            environment: 'jsdom',
            include: testsIn('pages/**/*.test.{ts,tsx}'),
            setupFiles: [
              ...(usesProductionReact ? ['packages/testing/pages/production.ts'] : []),
              'packages/testing/pages/setup.ts',
            ],
            env: usesProductionReact ? { NODE_ENV: 'production' } : {},
            isolate: false,
          },
        },
        {
          ...node,
          test: { ...browser, name: 'browser', include: testsIn('browser/**/*.test.ts') },
        },
        {
          ...node,
          test: { ...browser, name: 'long-browser', include: ['tests/long/browser/**/*.test.ts'] },
        },
      ],
    },
  }),
)
