/** The form of a ranked programme: rows of grades, and trying the rule on applications. */

import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getResource, type ResourceName } from '#resources/index.ts'
import {
  apiCallerAs,
  checkedViews,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPageAs,
} from '#tests/support/browser.ts'
import { requestApi } from '../support/api-calls.ts'

const make = async (resource: ResourceName, data: object) =>
  await requestApi<WireRecord>(
    await apiCallerAs('admin'),
    endpointsOf(getResource(resource)).create,
    { data },
  )

/**
 * Makes a programme that applications have chosen give its places by merit. Returns its id, and the
 * admission session of these applications, which may not be the newest one with applications for
 * the programme.
 */
async function createProgramme(): Promise<{ readonly id: string; readonly fromSessionId: string }> {
  const { list } = await requestApi<{ list: readonly WireRecord[] }>(
    await apiCallerAs('admin'),
    endpointsOf(getResource('registrations')).list,
    { params: { pageSize: '100', 'filters[status]': 'under_review' } },
  )
  const besides = (one: WireRecord) =>
    list.filter(
      ({ specializationId, admissionSessionId }) =>
        specializationId === one.specializationId && admissionSessionId === one.admissionSessionId,
    )
  // Others than the first six keep their grades as they are, or have none.
  const chosen = list
    .map(besides)
    .reduce((most, next) => (next.length > most.length ? next : most), [])
  const [application] = chosen
  for (const [index, { id, version }] of chosen.slice(0, 6).entries())
    await requestApi(await apiCallerAs('admin'), endpointsOf(getResource('registrations')).update, {
      data: {
        ...{ id, version, baccalaureateAverage: 9 - index / 4, romanianGrade: 8 },
        ...{ examGrade: 5 + (index * 9) / 10, degreeAverage: 8.5 },
      },
    })
  const session = await make('admission-sessions', {
    name: 'Admitere pe ponderi',
    academicYear: '2061-2062',
  })
  const { id } = await make('admission-programmes', {
    ...{ admissionSessionId: session.id, specializationId: application?.specializationId },
    ...{ placesBudget: 2, placesFee: 1 },
    formula: '0.8 * baccalaureateAverage + 0.2 * examGrade',
    ...{ requires: 'examGrade >= 5', firstTie: 'romanianGrade' },
  })
  return { id, fromSessionId: String(application?.admissionSessionId) }
}

async function checkPage(page: Page) {
  await expectNoAxeViolations(page)
  await expectNoHorizontalScroll(page)
}

test('rows of a formula can be changed with the keyboard and tried on applications, in every view without accessibility violations', async () => {
  const { id, fromSessionId } = await createProgramme()
  const at = `/admin/admission-programmes/${id}/edit`
  for (const view of checkedViews) {
    // The whole form fits, so the bar with the buttons for saving covers no control.
    const page = await openPageAs('admin', { ...view, height: 2600, at })
    const average = page.getByRole('group', { name: 'Admission average' })
    await average.getByLabel('Weight in percent, row 1').fill('70')
    await page.getByText('70% + 20% = 90%').waitFor()
    await page.getByText('The weights do not add up to 100%.').waitFor()
    const addGrade = page.getByRole('button', { name: 'Add a grade' }).first()
    await addGrade.press('Enter')
    const grade = average.getByLabel('Grade, row 3')
    await expect.poll(() => grade.evaluate((one) => one === document.activeElement)).toBe(true)
    await grade.selectOption({ label: 'Bachelor’s degree average' })
    await page.getByText('70% + 20% + 10% = 100%').waitFor()
    await checkPage(page)
    await page.getByRole('button', { name: 'Try on candidates' }).click()
    const dialog = page.getByRole('dialog', { name: 'Try on candidates' })
    await dialog.getByRole('table', { name: 'Results of the calculations' }).waitFor()
    await dialog.getByRole('table', { name: 'Examples' }).waitFor()
    await dialog.getByLabel('Applications of').selectOption(fromSessionId)
    await dialog.getByText('In other languages').click()
    await dialog.getByText(/trunchiat la 2 zecimale/).waitFor()
    await dialog
      .getByText(/pairs of applications change order/)
      .first()
      .waitFor()
    await checkPage(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The entered weights are still there.
    await page.getByText('70% + 20% + 10% = 100%').waitFor()
  }
})
