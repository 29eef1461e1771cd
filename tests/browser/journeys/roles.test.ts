import { describe, expect, test } from 'vitest'
import { endpointsOf } from '#model/endpoints.ts'
import { accountPath, homeOf, pagesOf, testPath } from '#model/paths.ts'
import { type Role, roles } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'
import { areaResources, mailsPath, menuOf, pageKinds } from '#src/console/area.ts'
import { openAs } from '#tests/support/browser.ts'

const academic = ['Classes', 'Exams', 'Resits', 'Grades', 'Grade appeals', 'License exams', 'Finances', 'Certificates']
const menus: { readonly [R in Role]: readonly string[] } = {
  admin: [
    ...['Dashboard', 'Students', 'Professors', 'Registrations', 'Users', 'Departments', 'Specializations', 'Courses'],
    ...[...academic, 'Settings'],
  ],
  secretary: ['Dashboard', 'Registrations', 'Departments', 'Specializations', 'Courses', 'Professors', 'Students', ...academic],
  student: ['Dashboard', ...academic],
  professor: ['Dashboard', 'Classes', 'Exams', 'Grades', 'Grade appeals', 'Resits', 'License exams'],
}

describe.each(roles)('in the %s area', (role) => {
  test('the menu holds what the role works with, and each entry leads to a page of that name (R-S06)', async () => {
    const page = await openAs(role)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const links = menu.getByRole('listitem').getByRole('link')
    expect(await links.allInnerTexts()).toEqual(menus[role])
    for (const [i, { path }] of menuOf(role).entries()) {
      await links.nth(i).click()
      await page.waitForURL(`**${path}**`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await menu
        .locator('a[aria-current="page"]')
        .filter({ hasText: menus[role][i] ?? '' })
        .waitFor()
    }
  })

  test('every page opens by its address, for lists and for single records', async () => {
    const page = await openAs(role)
    const paths = [homeOf(role), accountPath(role), ...(role === 'admin' ? [mailsPath, testPath] : [])]
    for (const resource of areaResources(role)) {
      const answer = await page.request.get(`${endpointsOf(resource).list.path}?pageSize=100`)
      const found: readonly WireRecord[] = (await answer.json()).data?.list ?? []
      for (const kind of pageKinds(resource, role)) {
        const path = pagesOf(resource, role)[kind]
        // Some records alone are still open to the person's changes, and some lists are empty.
        const record = found.find(({ _can }) => kind !== 'edit' || _can.includes('update'))
        if (record || !path.includes(':id')) paths.push(path.replace(':id', record?.id ?? ''))
      }
    }
    for (const path of paths) {
      await page.goto(path)
      await page
        .locator('h1, [role="dialog"]')
        .first()
        .waitFor()
        .catch(() => expect.unreachable(`${path} has no heading`))
      expect(new URL(page.url()).pathname, path).toBe(path)
      expect(await page.getByText('Requested resource is not available').count(), path).toBe(0)
    }
  })
})

test('the professor is welcomed by "Professor Home" and sees only the own classes (R-N05)', async () => {
  const page = await openAs('professor')
  await page.getByRole('heading', { name: 'Professor Home' }).waitFor()
  await page.goto('/professor/classes?pageSize=100')
  await page.getByRole('rowheader').first().waitFor()
  const { data } = await (await page.request.get('/api/university-classes?pageSize=100')).json()
  expect(await page.getByRole('rowheader').count()).toBe(data.totalCount)
  expect(new Set(data.list.map((one: { leadProfessorId: string }) => one.leadProfessorId)).size).toBe(1)
})

test('a student sees the own classes and no others (R-L07, R-N04)', async () => {
  const page = await openAs('student')
  await page.goto('/student/classes?pageSize=100')
  await page.getByRole('rowheader').first().waitFor()
  const { data } = await (await page.request.get('/api/university-classes?pageSize=100')).json()
  const attended = (await (await page.request.get('/api/class-enrolments?pageSize=100')).json()).data.list
  expect(new Set(data.list.map(({ id }: WireRecord) => id))).toEqual(new Set(attended.map((one: { classId: string }) => one.classId)))
  await page.goto('/student/students')
  await page.getByText('Requested resource is not available').waitFor()
})

test('the box above the menu finds entries by their name, whatever the case (R-S04)', async () => {
  const page = await openAs('admin')
  await page.getByRole('searchbox', { name: 'Find in menu' }).fill('SPEC')
  const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem').getByRole('link')
  await expect.poll(() => links.allInnerTexts()).toEqual(['Specializations'])
})
