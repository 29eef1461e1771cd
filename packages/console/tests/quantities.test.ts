import i18next from 'i18next'
import { expect, test } from 'vitest'
import { interpolation, quantityFormatter } from '../quantities.ts'

test('texts of the browser format quantities for their language, and leave years and text values unchanged', async () => {
  const texts = { place: '{{position}} din {{total}} în {{year}}: {{count}} ({{number}})' }
  const one = i18next.createInstance().use(quantityFormatter)
  await one.init({
    lng: 'ro',
    resources: { ro: { texts }, en: { texts } },
    defaultNS: 'texts',
    interpolation,
  })
  const values = { position: 1500, total: 1554, year: 2026, count: 12_000, number: '12000' }
  expect(one.t('place', values)).toBe('1.500 din 1.554 în 2026: 12.000 (12000)')
  expect(one.getFixedT('en')('place', values)).toBe('1,500 din 1,554 în 2026: 12,000 (12000)')
})
