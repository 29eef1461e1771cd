import { expect, test } from 'vitest'
import { applicationFeeText } from '#src/public/application-fee-text.ts'

const say = (from: number, to: number) =>
  applicationFeeText(
    (key, params) => [key, ...Object.values(params)].join(' | '),
    { from, to },
    'en',
  )

test('an application fee is said as an amount, or as a range while facts are not known', () => {
  expect(say(0, 0)).toBeNull()
  expect(say(120, 120)).toMatch(/^choices\.fee \| .*120/)
  expect(say(0, 120)).toMatch(/^choices\.feeUpTo \| .*120/)
  expect(say(75.5, 120)).toMatch(/^choices\.feeRange \| .*75\.50.* \| .*120/)
})
