import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPage, origin, password } from '#tests/support/browser.ts'
import { copyProjectForGuides, type GuidedProject } from '#tests/support/guided-project.ts'
import { buildProgram, type Program, startProgram } from '#tests/support/program.ts'

let project: GuidedProject
let program: Program

beforeAll(() => {
  project = copyProjectForGuides('add-an-entity.md')
})
afterAll(async () => {
  await program?.stop('SIGKILL')
  project.remove()
})

test('the guide declares an entity with seven fields, including a reference and a choice, in at most thirty lines', () => {
  const declaration = project.steps.find(({ language }) => language === 'ts')?.text ?? ''
  expect(
    declaration.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/\*)/.test(line))
      .length,
  ).toBeLessThanOrEqual(30)
  expect(declaration.match(/^ {4}\w+: field\./gm)).toHaveLength(7)
  expect(declaration).toMatch(/field\.reference\(/)
  expect(declaration).toMatch(/field\.choice\(/)
})

test('every step can be followed, and the command in the guide generates the migration', () => {
  project.applySteps()
  expect(readFileSync(join(project.folder, 'custom/migrations/0000_rooms.sql'), 'utf8')).toMatch(
    /CREATE TABLE "rooms"/,
  )
})

test('no built-in file is changed', () => {
  expect(
    project.steps.filter(({ language, path }) => language !== 'sh' && !path.startsWith('custom/')),
  ).toEqual([])
})

test('the resulting code compiles', () => {
  expect(project.compile()).toEqual({ status: 0, output: '' })
})

test('the resulting code follows the import rules and gives each role the declared permissions', () => {
  const { run, runTests, folder } = project
  expect(
    run(process.execPath, join(projectRoot, 'scripts/checks/boundaries.mjs'), folder),
  ).toMatchObject({ status: 0 })
  const testRun = runTests('unit', 'tests/resources', 'tests/locales/resource-texts.test.ts')
  expect(testRun.status, testRun.output).toBe(0)
})

test('the program starts with the new entity, and its API creates, lists, shows and changes rooms', async () => {
  const { folder } = project
  buildProgram(folder)
  // The new version starts with the data of the old one, as it would at a university.
  cpSync(inject('demo').folder, join(folder, 'data'), { recursive: true })
  program = await startProgram({ DATA_DIR: join(folder, 'data'), DEMO: '0' }, folder)
  expect(program.output()).toContain(program.origin)
  const page = await openPage()
  const api = page.context().request
  const url = (path: string) => `${program.origin}/api${path}`
  expect(
    (await api.post(url('/authentication/login'), { data: { username: 'admin', password } })).ok(),
  ).toBe(true)
  const departments = (await (await api.get(url('/department-profiles'))).json()) as {
    data: { list: WireRecord[] }
  }
  const room = {
    name: 'A 12',
    building: 'Corp A',
    floor: 1,
    seats: 60,
    type: 'lecture',
    departmentId: departments.data.list[0]?.id,
  }
  const created = (await (await api.post(url('/rooms/create'), { data: room })).json()) as {
    data: WireRecord
    message: string
  }
  expect(created).toMatchObject({
    message: 'Room created successfully.',
    data: { ...room, isActive: true, _title: 'A 12' },
  })
  const { id, version } = created.data
  const inRomanian = { headers: { 'accept-language': 'ro' } }
  const second = await api.post(url('/rooms/create'), {
    data: { ...room, name: 'A 20' },
    ...inRomanian,
  })
  expect(await second.json()).toMatchObject({ message: 'Sala a fost creată.' })
  const template = await api.get(url('/rooms/imports/template?format=csv'))
  expect([template.status(), (await api.get(url('/rooms/export?format=json'))).status()]).toEqual([
    200, 200,
  ])
  const refusal = await api.post(url('/rooms/create'), {
    data: { ...room, name: 'A 13', seats: 0, type: 'cellar' },
  })
  expect(await refusal.json()).toMatchObject({
    fields: { seats: [{ code: 'number.tooSmall' }], type: [{ code: 'choice.unknown' }] },
  })
  const list = await api.get(url('/rooms?filters[seats]=50..80&search=12'))
  expect(await list.json()).toMatchObject({ data: { totalCount: 1, list: [{ id }] } })
  const changed = await api.patch(url('/rooms/update'), { data: { id, version, seats: 80 } })
  expect(await changed.json()).toMatchObject({ data: { seats: 80, version: version + 1 } })

  for (const path of [
    '/admin/rooms',
    '/admin/rooms/create',
    `/admin/rooms/${id}`,
    `/admin/rooms/${id}/edit`,
  ]) {
    await page.goto(`${program.origin}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Building').first().waitFor()
    expect(await page.getByText('resources:').count(), path).toBe(0)
  }
  expect(await page.getByLabel('Seats').inputValue()).toBe('80')
  expect(program.origin).not.toBe(origin)
})
