import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProjectForGuides, type GuidedProject } from '#tests/support/guided-project.ts'

let project: GuidedProject
beforeAll(() => {
  project = copyProjectForGuides('add-a-language.md')
})
afterAll(() => project.remove())
const file = (path: string) => readFileSync(join(project.folder, path), 'utf8')

test('following the guide adds a language with texts by a translator, only in custom', () => {
  project.applySteps(0, 2)
  const table = file('hu.tsv')
  expect(table.split('\n').length).toBeGreaterThan(3000)
  const key = 'public:signIn.title\t'
  expect(table).toContain(`\n${key}`)
  writeFileSync(
    join(project.folder, 'hu.tsv'),
    table.replace(/^(public:signIn\.title\t[^\t]*\t)$/m, '$1Belépés'),
  )
  project.applySteps(2)
  expect(JSON.parse(file('custom/locales/hu/public.json'))).toEqual({
    signIn: { title: 'Belépés' },
  })
  expect(file('custom/languages.ts')).toContain("['hu']")
  expect(project.run('npm', 'run', 'texts').output).toMatch(
    /^hu: 1 texts, \d{4} missing and shown in English/m,
  )
  expect(project.run(process.execPath, 'scripts/checks/migrations.mjs').output).not.toContain(
    'have changed',
  )
  expect(existsSync(join(project.folder, 'locales/hu'))).toBe(false)
})

test('a file with a missing placeholder is not accepted', () => {
  const before = file('custom/locales/hu/public.json')
  writeFileSync(
    join(project.folder, 'wrong.tsv'),
    'key\tEnglish\thu\nresources:students.count_one\t{{count}} student\t{{szam}} hallgató\n',
  )
  const { status, output } = project.run('npm', 'run', 'texts', '--', 'hu', 'wrong.tsv')
  expect(status).toBe(1)
  expect(output).toContain(
    'resources:students.count_one: the placeholders differ from English (szam)',
  )
  expect(file('custom/locales/hu/public.json')).toBe(before)
})
