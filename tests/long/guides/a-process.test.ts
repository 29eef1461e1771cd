/** Follows the guide to a process exactly, and runs tests of the result in a copy of the project. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyProjectForGuides, type GuidedProject } from '#tests/support/guided-project.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

/** Tests that run in the copy, where the program knows the process `year`. */
const testSource = `import { mainMenu } from '@matricola/testing/pages/menu.ts'
import type { WireProcess } from '@matricola/schema/wire/process.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async () => {})

test('the call returns the three stages of the year', async () => {
  await site.api.call(site.as('admin'), 'POST', '/api/academic-years/create', {
    name: '2031-2032',
    startsOn: '2031-10-01',
    endsOn: '2032-09-30',
  })
  const { data } = await site.api.call<WireProcess>(site.as('secretary'), 'GET', '/api/processes/year')
  expect(data.stages.map(({ name, state, count }) => [name, state, count])).toEqual([
    ['calendar', 'current', 0],
    ['classes', 'later', 0],
    ['grades', 'later', 0],
  ])
})

test('the row of the menu opens the page, which shows the texts of the guide', async () => {
  await site.api.call(site.as('admin'), 'POST', '/api/academic-years/create', {
    name: '2031-2032',
    startsOn: '2031-10-01',
    endsOn: '2032-09-30',
  })
  const user = await site.open('/admin')
  await user.click(within(await mainMenu()).getByRole('link', { name: 'Teaching' }))
  const rail = within(await screen.findByRole('navigation', { name: 'Stages' }))
  expect(location.pathname).toBe('/admin/year')
  expect(rail.getAllByRole('link').map((step) => step.querySelector('.process-stage-name')?.textContent)).toEqual([
    'Calendar, current',
    'Classes, later',
    'Grades, later',
  ])
  expect(screen.getByRole('link', { name: 'Add a period' }).getAttribute('href')).toBe('/admin/academic-periods/create')
})
`

let project: GuidedProject
beforeAll(() => {
  project = copyProjectForGuides('a-process.md')
  project.applySteps()
})
afterAll(() => project.remove())

test('the guide declares the process in one file of custom/, besides its texts', () => {
  const paths = new Set(project.steps.map(({ path }) => path))
  expect([...paths]).toEqual([
    'custom/resources/processes.ts',
    'custom/locales/en/process.json',
    'custom/locales/ro/process.json',
  ])
})

test('the texts of the guide pass the checks of texts', () => {
  const testRun = project.runTests('unit', 'tests/locales', 'tests/resources')
  expect(testRun.status, testRun.output).toBe(0)
})

test('the page, the call and the row of the menu follow', () => {
  const folder = join(project.folder, 'tests/pages/guide')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'process.test.tsx'), testSource)
  const testRun = project.runTests('pages', 'tests/pages/guide/process.test.tsx')
  expect(testRun.status, testRun.output).toBe(0)
})
