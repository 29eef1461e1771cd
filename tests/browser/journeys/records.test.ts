import { expect, test } from 'vitest'
import { openPageAs } from '#tests/support/browser.ts'
import { toastWithText } from './shared-actions.ts'

test('a list shows changes by other users in place and marks records that they have open; new rows appear only on request', async () => {
  const [admin, secretary] = [
    await openPageAs('admin'),
    await openPageAs('secretary', { at: '/secretary/courses' }),
  ]
  await secretary.getByRole('rowheader').nth(4).waitFor()
  const rows = () => secretary.getByRole('rowheader').allTextContents()
  const before = await rows()
  const link = secretary.getByRole('rowheader').nth(1).getByRole('link')
  const [name, id] = [await link.textContent(), await link.getAttribute('data-row')]

  await admin.goto(`/admin/courses/${id}/edit`)
  await secretary.locator('.presence-initials').first().waitFor()
  await admin.getByLabel('Name', { exact: true }).fill(`${name} avansat`)
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await toastWithText(admin, 'Course updated successfully..').waitFor()
  await secretary.getByRole('link', { name: `${name} avansat`, exact: true }).waitFor()
  expect((await rows()).map((text) => text.slice(0, 5))).toEqual(
    before.map((text) => text.slice(0, 5)),
  )

  const known = await (await admin.request.get('/api/courses?pageSize=1')).json()
  const { specializationId } = known.data.list[0]
  const response = await admin.request.post('/api/courses/create', {
    data: {
      name: 'Aaa: introducere',
      code: 'AAA-1',
      specializationId,
      year: 1,
      semester: 1,
      credits: 5,
    },
  })
  expect(response.status()).toBe(201)
  const newRowsButton = secretary.getByRole('button', { name: '1 new record matches this view' })
  await newRowsButton.waitFor()
  expect(await rows()).toHaveLength(before.length)
  await newRowsButton.click()
  await newRowsButton.waitFor({ state: 'detached' })
})
