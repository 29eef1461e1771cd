import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { workerFlags } from './tests/support/node-flags.ts'
import { leftOut } from './tests/support/where-run.mjs'
import viteConfig from './vite.config.ts'

const node = { extends: true, test: { environment: 'node' } } as const
/** The one guide whose pages are opened. */
const guideInBrowser = 'tests/guides/add-an-entity.test.ts'
const modules = process.env.SUITE_MODULES
const isReactAsBuilt = process.env.SUITE_REACT === 'production'
const needsDatabase = { globalSetup: ['tests/support/global-setup.ts'] }

const long =
  /journeys\/(?:accessibility|apply|review)|guides\/|database\/(?:backup|embedded|interrupted|killed)|every-resource|selection-property/

/** Files that take many times as long as most begin first, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * The parts of the suite, by what they need: nothing, a database, a document, a browser. `npm test` runs them side by side;
 * `npx vitest run <file>` runs one file wherever it stands.
 */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // A busy machine takes its time: waiting ends when it has lasted far too long.
      expect: { poll: { timeout: 60_000 } },
      // Each worker loads all that its files share, for seconds: parts that run side by side have one each, and take all there is.
      maxWorkers: modules === undefined ? 2 : 1,
      execArgv: workerFlags,
      restoreMocks: true,
      sequence: { sequencer: LongestFirst },
      // The parts of the suite load the same modules: a run of all of them has a folder in which each is transformed once.
      experimental: { fsModuleCache: modules !== undefined, fsModuleCachePath: modules },
      server: { deps: { inline: [/@refinedev\/(react-router|antd)/] } },
      projects: [
        {
          ...node,
          test: {
            ...node.test,
            name: 'unit',
            include: ['tests/**/*.test.{ts,tsx}'],
            exclude: ['tests/{api,database,pack,pages,browser,guides}/**', '**/node_modules/**'],
            isolate: false,
          },
        },
        {
          ...node,
          // The files share what they import: each has a database of its own, and nothing of the server lives longer than that.
          test: {
            ...node.test,
            ...needsDatabase,
            name: 'api',
            include: ['tests/{api,database,guides}/**/*.test.ts'],
            // Words after `vitest run --exclude` are not heard by a project.
            exclude: [guideInBrowser, ...leftOut(process.env.SUITE_ON)],
            isolate: false,
          },
        },
        {
          ...node,
          // A pack of two entities in the place of the empty one that a university fills.
          resolve: { alias: [{ find: /^#own\//, replacement: fileURLToPath(new URL('tests/pack/', import.meta.url)) }] },
          test: {
            ...node.test,
            ...needsDatabase,
            name: 'pack',
            include: ['tests/pack/**/*.test.ts'],
            exclude: leftOut(process.env.SUITE_ON),
            isolate: false,
          },
        },
        {
          extends: true,
          // One Ant Design, as in the browser: packages that Node loads find it as its main files, modules of the pages would bring the other ones.
          resolve: { alias: [{ find: /^antd\/es\//, replacement: 'antd/lib/' }] },
          ...(isReactAsBuilt && { oxc: { jsx: { development: false } } }),
          test: {
            ...needsDatabase,
            name: 'pages',
            environment: 'jsdom',
            include: ['tests/pages/**/*.test.{ts,tsx}'],
            setupFiles: [...(isReactAsBuilt ? ['tests/pages/support/production.ts'] : []), 'tests/pages/support/setup.ts'],
            env: isReactAsBuilt ? { NODE_ENV: 'production' } : {},
            isolate: false,
          },
        },
        {
          ...node,
          test: {
            ...node.test,
            name: 'browser',
            // Its tests wait for pages and programs that start: while one waits, the other goes on.
            maxWorkers: 2,
            include: ['tests/browser/**/*.test.ts', guideInBrowser],
            globalSetup: ['tests/browser/support/global-setup.ts'],
            setupFiles: ['tests/browser/support/setup.ts'],
            isolate: false,
          },
        },
      ],
    },
  }),
)
