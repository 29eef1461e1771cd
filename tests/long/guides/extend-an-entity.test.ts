/** Follows the guide to extending an entity exactly, on a copy of the project. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProjectForGuides, type GuidedProject } from '#tests/support/guided-project.ts'

let project: GuidedProject
beforeAll(() => {
  project = copyProjectForGuides('extend-an-entity.md')
  project.applySteps()
})
afterAll(() => project.remove())

test('the guide adds columns to a table of the program with a custom migration, and changes no other file', () => {
  expect(
    project.steps.filter(({ language, path }) => language !== 'sh' && !path.startsWith('custom/')),
  ).toEqual([])
  expect(readdirSync(join(project.folder, 'custom/migrations'))).toEqual(['0000_cards.sql', 'meta'])
  const sql = readFileSync(join(project.folder, 'custom/migrations/0000_cards.sql'), 'utf8')
  expect(sql).toContain('ALTER TABLE "students" ADD COLUMN "card_number" text')
  expect(sql).not.toMatch(/CREATE TABLE|DROP/)
})

test('the declarations in the guide grant the documented rights, and contain no mistakes', () => {
  const testRun = project.runTests('unit', 'tests/resources', 'tests/model/registry.test.ts')
  expect(testRun.status, testRun.output).toBe(0)
})

test('the guide lets `npm run texts` list the texts that can be replaced', () => {
  const { output } = project.run(process.execPath, 'scripts/texts.mjs')
  expect(output).toContain('  students.fields.cardNumber  "Card number"')
  expect(output).not.toContain('students.fields.lastName')
})
