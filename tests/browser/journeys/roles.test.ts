import { describe, expect, test } from 'vitest'
import { type Role, roles } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'
import { menuOf } from '#src/console/area.ts'
import { openAs, takeNotFound } from '#tests/support/browser.ts'

const academic = ['Classes', 'Exams', 'Resits', 'Grades', 'Grade appeals', 'Final degree exams', 'Finances', 'Certificates']
const menus: { readonly [R in Role]: readonly string[] } = {
  admin: [
    ...['Dashboard', 'Students', 'Professors', 'Registrations', 'Users', 'Departments', 'Specializations', 'Courses'],
    ...[...academic, 'Settings'],
  ],
  secretary: ['Dashboard', 'Registrations', 'Departments', 'Specializations', 'Courses', 'Professors', 'Students', ...academic],
  student: ['Dashboard', ...academic],
  professor: ['Dashboard', 'Classes', 'Exams', 'Grades', 'Grade appeals', 'Resits', 'Final degree exams'],
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
  const page = await openAs('student', { at: '/student/classes?pageSize=100' })
  await page.getByRole('rowheader').first().waitFor()
  const { data } = await (await page.request.get('/api/university-classes?pageSize=100')).json()
  const attended = (await (await page.request.get('/api/class-enrolments?pageSize=100')).json()).data.list
  expect(new Set(data.list.map(({ id }: WireRecord) => id))).toEqual(new Set(attended.map((one: { classId: string }) => one.classId)))
  await page.goto('/student/students')
  await page.getByText('Requested resource is not available').waitFor()
  await takeNotFound(page, '/student/students')
})

test('the box above the menu finds entries by their name, whatever the case (R-S04)', async () => {
  const page = await openAs('admin')
  await page.getByRole('searchbox', { name: 'Find in menu' }).fill('SPEC')
  const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('listitem').getByRole('link')
  await expect.poll(() => links.allInnerTexts()).toEqual(['Specializations'])
})
