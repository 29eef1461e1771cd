import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'

/** Runs the check on a project that consists of these files. Returns the lines it prints. */
function problemsOf(
  files: { readonly [path: string]: string },
  prepare: (folder: string) => void = () => {},
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-english-'))
  for (const [path, content] of Object.entries({
    'scripts/checks/english-exceptions.txt': '',
    ...files,
  })) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  prepare(folder)
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(projectRoot, 'scripts/checks/english.mjs'), folder],
    { encoding: 'utf8' },
  )
  removeFolder(folder)
  const lines = stdout.split('\n').filter(Boolean)
  expect(status).toBe(lines.length > 0 ? 1 : 0)
  return lines
}

const exceptions = 'scripts/checks/english-exceptions.txt'

test.each([
  ['who', 'Lists for who has not paid.'],
  ['the own', 'Ends one of the own sessions.'],
  ['anew', 'It is computed anew.'],
  ['told', 'The applicant is told later.'],
  ['beside', 'Shown beside the name.'],
  ['stands', 'What stands in the list.'],
  ['tells whether', 'Tells whether the row is stale.'],
  ['somebody', 'Shown while somebody reads it.'],
  ['reckon', 'The sum is reckoned here.'],
  ['who asks', 'The caller is the one who asks.'],
])('finds the phrase "%s" in comments, texts and documents', (_, phrase) => {
  expect(problemsOf({ 'server/a.ts': `\n// ${phrase}\n` })).toEqual([
    expect.stringMatching(/^server\/a\.ts:2 ".+": write .+/),
  ])
  expect(problemsOf({ 'docs/a.md': phrase })).toEqual([expect.stringMatching(/^docs\/a\.md:1 /)])
  expect(problemsOf({ 'locales/en/a.json': JSON.stringify({ a: phrase }) })).toEqual([
    expect.stringMatching(/^locales\/en\/a\.json:1 /),
  ])
})

test('accepts plain sentences, and phrases that the exceptions list with their file', () => {
  expect(problemsOf({ 'server/a.ts': '// Whether the caller may read the row.\n' })).toEqual([])
  expect(
    problemsOf({
      'server/a.ts': '// A quote: "somebody".\n',
      [exceptions]: 'server/a.ts: A quote: "somebody"\n',
    }),
  ).toEqual([])
  expect(
    problemsOf({
      'server/b.ts': '// A quote: "somebody".\n',
      [exceptions]: 'server/a.ts: A quote: "somebody"\n',
    }),
  ).toHaveLength(2)
})

test('finds a name that two files export, unless the exceptions list it', () => {
  const files = {
    'server/a.ts': 'export const ready = 1\n',
    'src/b.ts': 'export function ready() {}\n',
  }
  expect(problemsOf(files)).toEqual([
    expect.stringContaining('server/a.ts, src/b.ts export "ready"'),
  ])
  expect(problemsOf({ ...files, [exceptions]: 'export ready\n' })).toEqual([])
  expect(
    problemsOf({
      'server/a.ts': 'export const ready = 1\nexport type ready = number\n',
      'tests/b.ts': 'export const ready = 1\n',
    }),
  ).toEqual([])
})

test("ignores a university's own code and commits", () => {
  expect(
    problemsOf({
      'custom/server/a.ts': '// Nobody is told of it anew.\nexport const ready = 1\n',
      'server/b.ts': 'export const ready = 1\n',
    }),
  ).toEqual([])
})

test('finds an unused exception', () => {
  expect(problemsOf({ [exceptions]: '# A comment.\nexport gone\n' })).toEqual([
    expect.stringContaining('the exception "export gone" is unused'),
  ])
})

test('finds commits whose subject is too long or starts with none of the verbs, after the first commit to check', () => {
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync(
      'git',
      [
        '-c',
        'user.name=A',
        '-c',
        'user.email=a@example.org',
        '-c',
        'commit.gpgsign=false',
        ...args,
      ],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    ).trim()
  const subjects = [
    'Say more',
    'Add a field',
    'Correct a field',
    `Fix ${'x'.repeat(70)}`,
    'Speed up the list',
  ]
  const found = problemsOf({}, (folder) => {
    git(folder, 'init', '--quiet')
    for (const [index, subject] of subjects.entries()) {
      // The commits of the program change a file of it.
      writeFileSync(join(folder, 'README.md'), subject)
      git(folder, 'add', 'README.md')
      git(folder, 'commit', '--quiet', '-m', subject)
      if (index > 0) continue
      mkdirSync(join(folder, 'custom'))
      writeFileSync(join(folder, 'custom/index.ts'), '')
      git(folder, 'add', 'custom')
      git(folder, 'commit', '--quiet', '-m', 'Whatever a university writes')
      writeFileSync(join(folder, exceptions), `commits after ${git(folder, 'rev-parse', 'HEAD')}\n`)
    }
  })
  expect(found).toEqual([
    expect.stringMatching(/^commit \w+: the subject has 74 characters, more than 72$/),
    expect.stringMatching(/^commit \w+: the subject starts with none of Add, Fix/),
  ])
})
