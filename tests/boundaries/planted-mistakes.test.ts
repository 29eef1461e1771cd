import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCatalogueProblems } from '#tests/locales/catalogues.ts'
import { copyProject, type ProjectCopy } from '#tests/support/project-copy.ts'

let copy: ProjectCopy

// The mistakes are made in a copy, because the checks read real files.
beforeAll(() => {
  copy = copyProject()
})
afterAll(() => copy.remove())

const check = (name: string, folder = copy.folder) => {
  const { status, output } = copy.run(
    process.execPath,
    join(projectRoot, 'scripts/checks', name),
    folder,
  )
  return { passes: status === 0, output }
}

/**
 * The file that gets the mistake, the code of the mistake, and the reason that the check reports.
 */
type Mistake = readonly [path: string, lines: string, reason: string]

/**
 * Adds all mistakes to the copy, runs the check once and removes them, because a check reads the
 * whole project.
 */
function withMistakes<T>(mistakes: readonly Mistake[], check: () => T): T {
  const before = new Map(
    mistakes.map(([path]) => [path, readFileSync(join(copy.folder, path), 'utf8')]),
  )
  for (const [path, lines] of mistakes) appendFileSync(join(copy.folder, path), `\n${lines}\n`)
  try {
    return check()
  } finally {
    for (const [path, text] of before) writeFileSync(join(copy.folder, path), text)
  }
}

describe('the check of imports', () => {
  // Reading the project takes seconds, so all mistakes are added together, each on its own line.
  const mistakes: readonly Mistake[] = [
    [
      'packages/schema/values/dates.ts',
      "import '@matricola/server/context.ts'",
      'model-imports-only-model',
    ],
    [
      'resources/courses.ts',
      "import '@matricola/providers/http.ts'",
      'declarations-import-only-model',
    ],
    ['resources/students.ts', "import 'zod'", 'declarations-import-only-model'],
    [
      'packages/server/config.ts',
      "import '@matricola/providers/http.ts'",
      'server-imports-no-browser-code',
    ],
    ['providers/http.ts', "import '@matricola/server/config.ts'", 'providers-import-only-schema'],
    ['providers/data.ts', "import '../resources/areas.ts'", 'providers-import-only-schema'],
    [
      'examples/library/server/loans.ts',
      "import '../../../server/app.ts'",
      'examples-import-only-packages',
    ],
    [
      'src/texts.ts',
      "import '../examples/library/src/texts.ts'",
      'application-imports-no-examples',
    ],
    ['src/main.tsx', "import '@matricola/server/config.ts'", 'browser-imports-no-server-code'],
    [
      'packages/server/http/static-files.ts',
      "import 'drizzle-orm'",
      'database-drivers-only-in-database',
    ],
    [
      'packages/server/database/database.ts',
      "import '../http/static-files.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/server/database/names.ts',
      "import type { Records } from '../records/store.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/server/sql/cipher.ts',
      "import type { Permit } from '@matricola/server/policy/permit.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/server/policy/permit.ts',
      "import '@matricola/server/session/find-caller.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/server/records/store.ts',
      "import type { Digest } from '#server/study/rules.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/server/records/reading/page.ts',
      "import '#server/admission/timeline-events.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/server/jobs/chunk.ts',
      "import { addErrorHandler } from '../http/error-handler.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/server/http/envelope.ts',
      "export type { Mails } from '#server/mails/compose-mail.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'server/admission/timeline-events.ts',
      "import type {} from '#server/routes.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/server/routes/live.ts',
      "import type { Internals } from '@matricola/server/app/build-server.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/server/records/reading/page.ts',
      "import '../../../../custom/server/index.ts'",
      'custom-imported-only-by-registries',
    ],
    [
      'packages/schema/field-types/text/type.ts',
      "import '@matricola/console/fields/input.ts'",
      'model-imports-only-model',
    ],
    [
      'packages/schema/field.ts',
      "import '#resources/field-types/nationalId/type.ts'",
      'model-imports-only-model',
    ],
    [
      'resources/field-types/nationalId/type.ts',
      "import '#resources/students.ts'",
      'field-types-import-only-model',
    ],
    [
      'packages/schema/field-types/text/components.tsx',
      "import '@matricola/server/context.ts'",
      'browser-imports-no-server-code',
    ],
    [
      'packages/schema/field-types/set/components.tsx',
      "import '@matricola/console/pages/form/form.css'",
      'field-components-import-no-pages',
    ],
    [
      'packages/server/task-queue.ts',
      "import '@matricola/schema/field-types/text/components.tsx'",
      'server-imports-no-browser-code',
    ],
    [
      'custom/src/index.ts',
      "import '@matricola/server/context.ts'",
      'browser-imports-no-server-code',
    ],
    [
      'custom/resources/index.ts',
      "import '@matricola/server/context.ts'",
      'declarations-import-only-model',
    ],
    ['packages/schema/actions.ts', "import './access.ts'", 'modules import each other'],
    [
      'providers/http-error.ts',
      "import type { Answered } from './http.ts'",
      'files import each other',
    ],
    [
      'demo/rows.ts',
      "export const later = () => import('./demo-university.ts')",
      'files import each other',
    ],
    [
      'packages/server/live/stream.ts',
      "import type { WireIntake } from '#resources/admission/wire-intake.ts'",
      'no-imports-from-higher-layers',
    ],
    [
      'packages/schema/paths.ts',
      "import '../../resources/admission/counties.ts'",
      'packages-import-no-application',
    ],
    [
      'packages/console/pages/list/filter-chips.tsx',
      "import '../../../../resources/academic/exams.ts'",
      'packages-import-no-application',
    ],
    [
      'packages/server/jobs/chunk.ts',
      "import '../../../resources/index.ts'",
      'packages-import-no-application',
    ],
    [
      'packages/console/pages/list/saved-views.ts',
      "import type { students } from '../../../../resources/students.ts'",
      'packages-import-no-application',
    ],
    [
      'packages/console/app/router.tsx',
      "export const later = () => import('../../../src/console.ts')",
      'packages-import-no-application',
    ],
    ['providers/http-error.ts', "import 'zod'", 'only-declared-packages'],
    [
      'packages/server/task-queue.ts',
      "import '@matricola/server/config.ts'",
      'relative-within-a-package',
    ],
    ['packages/server/jobs/runner.ts', "import '#server/limits.ts'", 'which does not exist'],
    ['packages/schema/values/dates.ts', "import './not-there.ts'", 'which does not exist'],
  ]
  let found: ReturnType<typeof check>
  beforeAll(() => {
    found = withMistakes(mistakes, () => check('boundaries.mjs'))
  })

  test.each(mistakes)('fails when %s contains %s', (path, _, reason) => {
    expect(
      found.output
        .split('\n')
        .filter(
          (line) =>
            line.includes(reason) &&
            (reason.includes('import each other') ? line.includes(path) : line.startsWith(path)),
        ),
    ).not.toEqual([])
    expect(found.passes).toBe(false)
  })

  // A separate step before the tests verifies that the project passes.
  test('reads the modules of the project', () => {
    expect(Number(/(\d+) modules/.exec(found.output)?.[1])).toBeGreaterThan(1000)
  })

  test('fails when it can read no module', () => {
    const empty = mkdtempSync(join(tmpdir(), 'matricola-empty-'))
    const { passes, output } = check('boundaries.mjs', empty)
    rmSync(empty, { recursive: true })
    expect(output).toContain('only 0 modules were read')
    expect(passes).toBe(false)
  })
})

describe('the check of restricted APIs', () => {
  test('passes on the project', () => {
    expect(check('restricted-apis.mjs')).toMatchObject({ passes: true })
  })

  const mistakes: readonly Mistake[] = [
    ['src/main.tsx', "void fetch('/api/courses')", 'providers/http.ts'],
    [
      'packages/server/context.ts',
      'export const port = process.env.PORT',
      'packages/server/config.ts',
    ],
    ['providers/http.ts', 'export const mode = import.meta.env.MODE', 'packages/console/config.ts'],
    ['src/main.tsx', 'export const title = <h1>Courses of the year</h1>', 'locales/<language>/'],
    [
      'src/main.tsx',
      'export const input = <input placeholder="Search by name" />',
      'locales/<language>/',
    ],
    [
      'src/main.tsx',
      'export const said = (words: string) => <p role="status">{words}</p>',
      'LiveRegion or useAnnounce from packages/console/announcements',
    ],
    [
      'src/main.tsx',
      'export const said = (words: string) => <p aria-live="polite">{words}</p>',
      'LiveRegion or useAnnounce from packages/console/announcements',
    ],
    [
      'src/main.tsx',
      'export const name = (record: { _title: string }) => record._title',
      'titleText from packages/console/fields/title-text.ts',
    ],
    [
      'src/main.tsx',
      "export const key = 'application:waiting.sentence'",
      'stateOf in resources/admission/application-state.ts',
    ],
    [
      'server/main.ts',
      'export const due = formatLongDay(round.confirmBy, language)',
      'stateOf in resources/admission/application-state.ts',
    ],
    [
      'src/main.tsx',
      'export const box = <dialog open />',
      'NativeModal from packages/console/announcements',
    ],
    ['src/main.tsx', "import { Button } from 'antd'", 'packages/console/kit'],
    [
      'src/main.tsx',
      'export const shown = <Suspense fallback={null}>{overlay}</Suspense>',
      'lazyOverlay from packages/console/app/lazy-overlay.tsx',
    ],
    [
      'packages/console/screens/key-hint.tsx',
      `export const words = \`\${label}: \${reason}\``,
      'withLabel from packages/console/i18n.ts',
    ],
    [
      'packages/schema/field-types/text/components.tsx',
      "export const words = [label, reason].join(': ')",
      'withLabel from packages/console/i18n.ts',
    ],
    [
      'packages/schema/field-types/text/components.tsx',
      'export const shown = <Suspense>{overlay}</Suspense>',
      'lazyOverlay from packages/console/app/lazy-overlay.tsx',
    ],
    [
      'src/main.tsx',
      "export const mayEdit = (record: WireRecord) => record._can.includes('update')",
      'usePermission from packages/console/app',
    ],
    [
      'src/main.tsx',
      "export const mayAdd = isGranted(courses, 'admin', 'create')",
      'usePermission from packages/console/app',
    ],
    [
      'packages/server/http/static-files.ts',
      "export const all = 'select id from courses where true'",
      'SQL is not allowed here',
    ],
    [
      'server/study/rules.ts',
      "export const all = (queries: Queries) => queries.query('select id from courses')",
      'packages/server/sql/typed.ts',
    ],
    ['server/study/rules.ts', "export const other = table(students, 's')", 'Name the table'],
    [
      'packages/server/routes/files.ts',
      'export const bytes = (context: Context) => context.files.read(key)',
      'readStored from',
    ],
    [
      'providers/session.ts',
      "export const isOdd = (name: string) => name === 'courses'",
      'must not name a resource',
    ],
    [
      'providers/session.ts',
      "export const isAdmin = (user: WireUser) => user.role === 'admin'",
      'must not name a role',
    ],
    [
      'packages/server/backup/rows.ts',
      "export const notes = ['admission_sessions']",
      'must not name tables of a pack',
    ],
    [
      'packages/server/sql/parameters.ts',
      'export const codes = "delete from access_code"',
      'must not name tables of a pack',
    ],
    ['src/main.tsx', "export const home = '/admin/courses'", 'packages/schema/paths.ts'],
    ['examples/library/src/main.tsx', "void fetch('/api/books')", 'providers/http.ts'],
    [
      'examples/library/src/main.tsx',
      "export const home = '/librarian/books'",
      'packages/schema/paths.ts',
    ],
    [
      'custom/server/index.ts',
      "export const one = (queries: Queries) => queries.query('select 1')",
      'packages/server/sql/typed.ts',
    ],
  ]
  let found: ReturnType<typeof check>
  beforeAll(() => {
    found = withMistakes(mistakes, () => check('restricted-apis.mjs'))
  })

  test.each(mistakes)('fails when %s contains %s', (path, line, code) => {
    // The report gives the location and the alternative, with the line below them.
    const places = found.output.split('\n').filter((_, at, lines) => lines[at + 1]?.trim() === line)
    expect(
      places.filter((location) => location.startsWith(`${path}:`) && location.includes(code)),
    ).toHaveLength(1)
    expect(found.passes).toBe(false)
  })
})

describe('the check of texts', () => {
  test('passes on the project and finds a missing translation in a copy', () => {
    expect(findCatalogueProblems(copy.folder)).toEqual([])
    const path = join(copy.folder, 'packages/schema/locales/ro/errors.json')
    const texts = JSON.parse(readFileSync(path, 'utf8')) as {
      errors: { session: { expired?: string } }
    }
    delete texts.errors.session.expired
    writeFileSync(path, JSON.stringify(texts))
    expect(findCatalogueProblems(copy.folder)).toEqual([
      'packages/schema/locales/ro/errors: missing errors.session.expired',
    ])
  })
})
