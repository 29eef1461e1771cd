/** Runs the commands that create an entity, on a copy of the project. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProjectForGuides, type GuidedProject } from '#tests/support/guided-project.ts'

let project: GuidedProject
beforeAll(() => {
  project = copyProjectForGuides('add-an-entity.md')
})
afterAll(() => project.remove())
const entity = (...args: string[]) => project.run(process.execPath, 'scripts/entity.mjs', ...args)

test('without a name, the command lists the entities with their fields and origin', () => {
  const { status, output } = entity()
  expect(status).toBe(0)
  expect(output).toMatch(/^courses +name, code, .*\(program\)$/m)
})

test('a generated declaration becomes a working entity after two further commands', () => {
  expect(entity('class-books')).toMatchObject({ status: 0 })
  expect(entity('rooms').output).toContain('npm run db:generate -- --name rooms')
  expect(readFileSync(join(project.folder, 'custom/resources/index.ts'), 'utf8')).toContain(
    "{ 'class-books': classBooks, rooms }",
  )
  expect(
    project.run(process.execPath, 'scripts/generate-migrations.mjs', '--name', 'rooms'),
  ).toMatchObject({ status: 0 })
  expect(readFileSync(join(project.folder, 'custom/migrations/0000_rooms.sql'), 'utf8')).toMatch(
    /CREATE TABLE "class_books"[\s\S]+CREATE TABLE "rooms"/,
  )
  expect(entity().output).toMatch(/^rooms +name, isActive +\(custom\)$/m)
})

test('missing texts are listed in each language, with their fallback', () => {
  const { output } = project.run(process.execPath, 'scripts/texts.mjs')
  expect(output).toContain('  rooms.fields.isActive  "Active"')
  expect(output).toMatch(
    /custom\/locales\/ro\/resources\.json[\s\S]+rooms\.created {2}"Room: înregistrarea a fost creată\."/,
  )
})

test('a missing or existing name is rejected, and nothing is written', () => {
  expect(entity('students')).toMatchObject({
    status: 1,
    output: expect.stringContaining('extend it in custom/resources/extensions.ts'),
  })
  expect(entity('Big Rooms')).toMatchObject({
    status: 1,
    output: expect.stringContaining('is not a valid name'),
  })
  expect(entity('rooms')).toMatchObject({ status: 1 })
})
