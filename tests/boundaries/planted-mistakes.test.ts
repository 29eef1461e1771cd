import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCatalogueProblems } from '#tests/locales/catalogues.ts'
import { projectRoot } from '#tests/support/databases.ts'
import { copyProject, type ProjectCopy } from '#tests/support/project-copy.ts'

let copy: ProjectCopy

// The mistakes are made in a copy, because the checks read real files.
beforeAll(() => {
  copy = copyProject()
})
afterAll(() => copy.remove())

const check = (name: string, folder = copy.folder) => {
  const { status, output: said } = copy.run(process.execPath, join(projectRoot, 'scripts/checks', name), folder)
  return { passes: status === 0, said }
}

/** Where the mistake is made, the code of the mistake, and the reason that the check reports. */
type Mistake = readonly [path: string, lines: string, reason: string]

/** Adds all mistakes to the copy, runs the check once and removes them, because a check reads the whole project. */
function planted<T>(mistakes: readonly Mistake[], look: () => T): T {
  const before = new Map(mistakes.map(([path]) => [path, readFileSync(join(copy.folder, path), 'utf8')]))
  for (const [path, lines] of mistakes) appendFileSync(join(copy.folder, path), `\n${lines}\n`)
  try {
    return look()
  } finally {
    for (const [path, text] of before) writeFileSync(join(copy.folder, path), text)
  }
}

describe('the check of imports', () => {
  // Reading the project takes seconds, so all mistakes are made at once, each on its own line.
  const mistakes: readonly Mistake[] = [
    ['model/values/dates.ts', "import '#server/engine/context.ts'", 'the-language-stands-alone'],
    ['resources/courses.ts', "import '#providers/http.ts'", 'declarations-speak-only-the-language'],
    ['resources/students.ts', "import 'zod'", 'declarations-speak-only-the-language'],
    ['server/engine/config.ts', "import '#providers/http.ts'", 'server-and-browser-never-meet'],
    ['providers/http.ts', "import '#server/engine/config.ts'", 'providers-know-no-page-and-no-server'],
    ['src/main.tsx', "import '#server/engine/config.ts'", 'browser-and-server-never-meet'],
    ['server/engine/http/static-files.ts', "import 'drizzle-orm'", 'sql-stays-home'],
    ['server/engine/database/database.ts', "import '../http/static-files.ts'", 'nothing-looks-up'],
    ['server/engine/database/names.ts', "import type { Records } from '../records/store.ts'", 'nothing-looks-up'],
    ['server/engine/sql/cipher.ts', "import type { Permit } from '#server/engine/policy/permit.ts'", 'nothing-looks-up'],
    ['server/engine/policy/permit.ts', "import '#server/engine/session/find-caller.ts'", 'nothing-looks-up'],
    ['server/engine/records/store.ts', "import type { Digest } from '#server/university/study/rules.ts'", 'nothing-looks-up'],
    ['server/engine/records/reading/page.ts', "import '#server/university/admission/timeline-events.ts'", 'nothing-looks-up'],
    ['server/engine/jobs/chunk.ts', "import { addErrorHandler } from '../http/error-handler.ts'", 'nothing-looks-up'],
    ['server/engine/http/envelope.ts', "export type { Mails } from '#server/university/mails/compose-mail.ts'", 'nothing-looks-up'],
    [
      'server/university/admission/timeline-events.ts',
      "import type {} from '#server/university/routes/admission-public.ts'",
      'nothing-looks-up',
    ],
    ['server/engine/routes/live.ts', "import type { Internals } from '#server/app/app.ts'", 'nothing-looks-up'],
    ['server/engine/records/reading/page.ts', "import '#custom/server/index.ts'", 'one-door-for-what-is-added'],
    ['field-types/text/type.ts', "import '#src/fields/input.ts'", 'the-language-stands-alone'],
    ['field-types/text/components.tsx', "import '#server/engine/context.ts'", 'browser-and-server-never-meet'],
    ['field-types/set/components.tsx', "import '#src/pages/form/form.css'", 'faces-of-fields-know-no-page'],
    ['server/engine/task-queue.ts', "import '#field-types/text/components.tsx'", 'server-and-browser-never-meet'],
    ['custom/src/index.ts', "import '#server/engine/context.ts'", 'browser-and-server-never-meet'],
    ['custom/resources/index.ts', "import '#server/engine/context.ts'", 'declarations-speak-only-the-language'],
    ['model/actions.ts', "import './access.ts'", 'modules that need each other'],
    ['providers/http-error.ts', "import type { Answered } from './http.ts'", 'files that need each other'],
    ['demo/rows.ts', "export const later = () => import('./demo-university.ts')", 'files that need each other'],
    ['server/engine/live/stream.ts', "import type { WireIntake } from '#model/admission/wire.ts'", 'nothing-looks-up'],
    ['model/paths.ts', "import './admission/counties.ts'", 'what-is-for-all-knows-no-story'],
    ['src/pages/list/filter-chips.tsx', "import '#model/academic/exams.ts'", 'what-is-for-all-knows-no-story'],
    ['model/values/dates.ts', "import './not-there.ts'", 'which is not there'],
  ]
  let found: ReturnType<typeof check>
  beforeAll(() => {
    found = planted(mistakes, () => check('boundaries.mjs'))
  })

  test.each(mistakes)('fails when %s contains %s', (path, _, reason) => {
    expect(
      found.said
        .split('\n')
        .filter((line) => line.includes(reason) && (reason.includes('need each other') ? line.includes(path) : line.startsWith(path))),
    ).not.toEqual([])
    expect(found.passes).toBe(false)
  })

  // A separate step before the tests verifies that the project passes.
  test('reads the modules of the project', () => {
    expect(Number(/(\d+) modules/.exec(found.said)?.[1])).toBeGreaterThan(1000)
  })

  test('fails when it can read no module', () => {
    const empty = mkdtempSync(join(tmpdir(), 'matricola-empty-'))
    const { passes, said } = check('boundaries.mjs', empty)
    rmSync(empty, { recursive: true })
    expect(said).toContain('only 0 modules were read')
    expect(passes).toBe(false)
  })
})

describe('the check of single entry points', () => {
  test('passes on the project', () => {
    expect(check('single-doors.mjs')).toMatchObject({ passes: true })
  })

  const mistakes: readonly Mistake[] = [
    ['src/main.tsx', "void fetch('/api/courses')", 'providers/http.ts'],
    ['server/engine/context.ts', 'export const port = process.env.PORT', 'server/engine/config.ts'],
    ['providers/http.ts', 'export const mode = import.meta.env.MODE', 'src/config.ts'],
    ['src/main.tsx', 'export const title = <h1>Courses of the year</h1>', 'locales/<language>/'],
    ['src/main.tsx', 'export const input = <input placeholder="Search by name" />', 'locales/<language>/'],
    ['src/main.tsx', 'export const said = (words: string) => <p role="status">{words}</p>', 'Status of src/announcements'],
    ['src/main.tsx', 'export const said = (words: string) => <p aria-live="polite">{words}</p>', 'Status of src/announcements'],
    ['src/main.tsx', 'export const name = (record: { _title: string }) => record._title', 'titleText of src/fields'],
    ['src/main.tsx', 'export const box = <dialog open />', 'Modal of src/announcements'],
    ['src/main.tsx', "import { Button } from 'antd'", 'src/kit'],
    ['src/main.tsx', 'export const shown = <Suspense fallback={null}>{overlay}</Suspense>', 'later of src/console/lazy-overlay.tsx'],
    ['src/screens/key-hint.tsx', `export const words = \`\${label}: \${reason}\``, 'labelled of src/i18n.ts'],
    ['field-types/text/components.tsx', "export const words = [label, reason].join(': ')", 'labelled of src/i18n.ts'],
    ['field-types/text/components.tsx', 'export const shown = <Suspense>{overlay}</Suspense>', 'later of src/console/lazy-overlay.tsx'],
    ['src/main.tsx', "export const mayEdit = (record: WireRecord) => record._can.includes('update')", 'ask useMay'],
    ['src/main.tsx', "export const mayAdd = isGranted(courses, 'admin', 'create')", 'ask useMay'],
    ['server/engine/http/static-files.ts', "export const all = 'select id from courses where true'", 'SQL lives in'],
    [
      'server/university/study/rules.ts',
      "export const all = (queries: Queries) => queries.query('select id from courses')",
      'server/engine/sql/typed.ts',
    ],
    ['server/engine/routes/files.ts', 'export const bytes = (context: Context) => context.files.read(key)', 'readStored of'],
    ['providers/session.ts', "export const isOdd = (name: string) => name === 'courses'", 'treats all resources alike'],
    ['server/engine/backup/rows.ts', "export const notes = ['admission_sessions']", 'a pack names its tables'],
    ['server/engine/sql/parameters.ts', 'export const codes = "delete from access_code"', 'a pack names its tables'],
    ['src/main.tsx', "export const home = '/admin/courses'", 'model/paths.ts'],
  ]
  let found: ReturnType<typeof check>
  beforeAll(() => {
    found = planted(mistakes, () => check('single-doors.mjs'))
  })

  test.each(mistakes)('fails when %s contains %s', (path, line, instead) => {
    // The report gives the place and the alternative, and the line below them.
    const places = found.said.split('\n').filter((_, at, said) => said[at + 1]?.trim() === line)
    expect(places.filter((place) => place.startsWith(`${path}:`) && place.includes(instead))).toHaveLength(1)
    expect(found.passes).toBe(false)
  })
})

describe('the check of texts', () => {
  test('passes on the project and finds a missing translation in a copy', () => {
    const locales = join(copy.folder, 'locales')
    expect(findCatalogueProblems(locales)).toEqual([])
    const path = join(locales, 'ro/errors.json')
    const texts = JSON.parse(readFileSync(path, 'utf8')) as { errors: { session: { expired?: string } } }
    delete texts.errors.session.expired
    writeFileSync(path, JSON.stringify(texts))
    expect(findCatalogueProblems(locales)).toEqual(['ro/errors: missing errors.session.expired'])
  })
})
