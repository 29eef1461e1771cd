import { expect, test } from 'vitest'
import { referenceCodesIn, toReferenceCode } from '#resources/admission/reference-code.ts'
import { formatIban, isIban } from '#resources/iban.ts'

const [first, second] = [toReferenceCode('1234567'), toReferenceCode('7654321')]

test.each([
  ['exactly as issued', `Taxa de inscriere ${first}`, [first]],
  [
    'in lowercase, with spaces and dashes',
    `${first.toLowerCase().slice(0, 4)} ${first.slice(4, 7)}-${first.slice(7)}`,
    [first],
  ],
  ['without spaces around it', `PLATA/${first}2026`, [first]],
  ['only once if it is repeated', `${first}, ${first} si ${second}`, [first, second]],
])('a reference number is found in the details of a payment: %s', (_, details, codes) => {
  expect(referenceCodesIn(details)).toEqual(codes)
})

test('digits that are not a valid reference number are ignored', () => {
  const wrongIban = `${first.slice(0, -1)}${(Number(first.at(-1)) + 1) % 10}`
  expect(
    ['chirie ianuarie', wrongIban, first.slice(2), 'ID 12 34'].flatMap(referenceCodesIn),
  ).toEqual([])
})

test('an account number is recognised by its check digits and shown in groups of four', () => {
  expect(['RO49AAAA1B31007593840000', 'DE89370400440532013000'].map(isIban)).toEqual([true, true])
  expect(
    ['RO48AAAA1B31007593840000', 'RO49AAAA1B31007593840001', 'DE89370400440532013O00'].map(isIban),
  ).toEqual([false, false, false])
  expect(formatIban('RO49AAAA1B31007593840000')).toBe('RO49 AAAA 1B31 0075 9384 0000')
})
