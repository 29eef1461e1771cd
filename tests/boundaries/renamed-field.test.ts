import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '#tests/support/databases.ts'
import { copyProject, type ProjectCopy } from '#tests/support/project-copy.ts'

let copy: ProjectCopy

/** The files of the program that name the group of a student. */
const ofStudents = [
  'server/university/admission/enrolment/enrol-place.ts',
  'server/university/admission/enrolment/enrol-within.ts',
  'server/university/classes/enrol-group.ts',
  'server/university/classes/follow.ts',
  'server/university/classes/warnings.ts',
  'server/university/grade-sheets/read-grade-sheet.ts',
  'server/university/messages/recipients.ts',
]
/** A file that hands on a list of fields, of which that is one. */
const handedOn = 'server/university/hooks/students.ts'
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

beforeAll(() => {
  copy = copyProject()
})
afterAll(() => copy.remove())

const filesSaying = (word: RegExp) =>
  ['server', 'src']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
    .filter((path) => /\.tsx?$/.test(path) && word.test(readFileSync(join(root, path), 'utf8')))
    .sort()

test('every file that says group name says whose: a student’s or a class’s', () => {
  expect(filesSaying(/\bgroupName\b|\bgroup_name\b/)).toEqual([...ofStudents, ...ofClasses].sort())
})

test('renaming a field in its declaration does not compile wherever the program uses it', () => {
  const declaration = join(copy.folder, 'resources/students.ts')
  const text = readFileSync(declaration, 'utf8')
  expect(text).toContain('groupName')
  // As whoever renames it would, everywhere in the declaration.
  writeFileSync(declaration, text.replaceAll('groupName', 'studyGroup'))
  const { said, status } = copy.run(process.execPath, 'node_modules/typescript/bin/tsc', '-b', 'server', 'src')
  const files = [...new Set([...said.matchAll(/^(\S+?)\(\d+,\d+\): error TS/gm)].map(([, path = '']) => path))]
  expect(files.filter((path) => /^(server|src)\//.test(path)).sort()).toEqual([...ofStudents, handedOn].sort())
  expect(status).not.toBe(0)
})
