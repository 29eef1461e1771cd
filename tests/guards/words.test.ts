import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'

const exceptions = 'scripts/checks/words-exceptions.tsv'

/**
 * Runs the check on packages that consist of these files, with the declarations of the project.
 * Returns the problems it prints.
 */
function problemsOf(files: { readonly [path: string]: string }): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-words-'))
  for (const [path, content] of Object.entries({ [exceptions]: '', ...files })) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(projectRoot, 'scripts/checks/words.mjs'), folder],
    { encoding: 'utf8' },
  )
  removeFolder(folder)
  const lines = stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Packages do not know'))
  expect(status).toBe(lines.length > 0 ? 1 : 0)
  return lines
}

test('finds names that the application declares in identifiers, strings, templates, types, JSX and paths, in any spelling', () => {
  expect(
    problemsOf({
      'packages/server/a.ts':
        "export const findStudents = 1\nexport const path = '/grade-sheets'\nexport interface Row { cnp: string }\n",
      'packages/console/b.tsx':
        'export const text = <p title={`admission_sessions`}>Plagiarism</p>\n',
      'packages/console/c.tsx': 'export const text = <b>Departments</b>\n',
      'packages/schema/resit.ts': 'export {}\n',
      'providers/d.ts': "export const path = 'registration.closed'\n",
      'server/e.ts': 'export const students = 1\n',
    }).toSorted(),
  ).toEqual([
    expect.stringMatching(
      /^packages\/console\/b\.tsx: "admission_sessions" contains "admission session", the entity admission-sessions$/,
    ),
    expect.stringMatching(/^packages\/console\/c\.tsx: "Departments" contains "department", /),
    expect.stringMatching(
      /^packages\/schema\/resit\.ts: "packages\/schema\/resit\.ts" contains "resit", a field of students$/,
    ),
    expect.stringMatching(
      /^packages\/server\/a\.ts: "\/grade-sheets" contains "grade sheet", the code gradeSheet\./,
    ),
    expect.stringMatching(/^packages\/server\/a\.ts: "cnp" contains "cnp", a field of /),
    expect.stringMatching(/^packages\/server\/a\.ts: "findStudents" contains "student", /),
    expect.stringMatching(
      /^providers\/d\.ts: "registration\.closed" contains "registration closed", the code registration\.closed$/,
    ),
  ])
})

test('ignores comments, imports, and names of the entities of packages', () => {
  expect(
    problemsOf({
      'packages/server/a.ts':
        "// Students and their grades.\nimport { department } from './a.ts'\n/** An exam. */\nexport const isSmall = true\n",
      'packages/schema/system/users.ts': "export const users = { lastName: 'department' }\n",
      'packages/server/b.ts': "export const lastName = ''\nexport const department = 1\n",
    }),
  ).toEqual([])
})

test('accepts exceptions with a path or for all files, and finds those that are unused or have no reason', () => {
  const files = {
    'packages/server/a.ts': 'export const student = 1\n',
    'packages/server/b.ts': 'export const students = exam\n',
  }
  expect(
    problemsOf({
      ...files,
      [exceptions]: '# A comment.\n*\tstudent\tA reason.\npackages/server/b.ts\texam\tA reason.\n',
    }),
  ).toEqual([])
  expect(
    problemsOf({
      ...files,
      [exceptions]:
        'packages/server/a.ts\t*\tA reason.\npackages/server/b.ts\texam, student\tA reason.\n',
    }),
  ).toEqual([])
  expect(
    problemsOf({
      ...files,
      [exceptions]: '*\tstudent, course\tA reason.\npackages/server/a.ts\texam\t\n',
    }).toSorted(),
  ).toEqual([
    expect.stringContaining('packages/server/b.ts: "exam" contains "exam"'),
    expect.stringContaining('the exception "*" for "course" is unused'),
    expect.stringContaining('the exception "packages/server/a.ts" for "exam" has no reason'),
    expect.stringContaining('the exception "packages/server/a.ts" for "exam" is unused'),
  ])
})
