import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
let copy = ''

/** The files of the program that name the group of a student. */
const ofStudents = [
  'server/university/admission/enrolment/enrol-place.ts',
  'server/university/admission/enrolment/enrol-within.ts',
  'server/university/classes/enrol-group.ts',
  'server/university/classes/follow.ts',
  'server/university/classes/warnings.ts',
  'server/university/computed.ts',
  'server/university/grade-sheets/read-grade-sheet.ts',
  'server/university/messages/recipients.ts',
]
/** Those that name the group that a class is for, which is a field of its own. */
const ofClasses = [
  'server/university/classes/places.ts',
  'server/university/exams/conflicts.ts',
  'server/university/exams/read-plan.ts',
  'server/university/home/professor-home.ts',
  'server/university/timetable/ical.ts',
  'server/university/timetable/read.ts',
  'src/screens/dashboard/own/next-classes.tsx',
  'src/screens/timetable/week.tsx',
]

const folders = ['model', 'kinds', 'resources', 'providers', 'server', 'demo', 'src', 'own', 'locales']

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'matricola-renamed-'))
  for (const folder of folders) cpSync(join(root, folder), join(copy, folder), { recursive: true })
  for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.json']) cpSync(join(root, file), join(copy, file))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const filesSaying = (word: RegExp) =>
  ['server', 'src']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
    .filter((path) => /\.tsx?$/.test(path) && word.test(readFileSync(join(root, path), 'utf8')))
    .sort()

test('every file that says group name says whose: a student’s or a class’s', () => {
  expect(filesSaying(/\bgroupName\b|\bgroup_name\b/)).toEqual([...ofStudents, ...ofClasses].sort())
})

test('renaming a field in its declaration does not compile wherever the program uses it', () => {
  const declaration = join(copy, 'resources/students.ts')
  const text = readFileSync(declaration, 'utf8')
  expect(text).toContain('groupName')
  // As whoever renames it would, everywhere in the declaration.
  writeFileSync(declaration, text.replaceAll('groupName', 'studyGroup'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-b', 'server', 'src'], { cwd: copy, encoding: 'utf8' })
  const files = [...new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error TS/gm)].map(([, path = '']) => path))]
  expect(files.filter((path) => /^(server|src)\//.test(path)).sort()).toEqual(ofStudents)
  expect(status).not.toBe(0)
}, 240_000)
