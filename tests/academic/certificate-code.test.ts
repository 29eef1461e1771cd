import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  initialsOf,
  normalizeCertificateCode,
  toCertificateCode,
} from '#resources/academic/certificate.ts'
import { accessCodeAlphabet } from '#resources/admission/access-code.ts'

const random = fc.string({
  unit: fc.constantFrom(...accessCodeAlphabet),
  minLength: 11,
  maxLength: 11,
})

describe('the code of a certificate', () => {
  test('is written in three groups of four', () => {
    fc.assert(
      fc.property(random, (signs) =>
        /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(toCertificateCode(signs)),
      ),
    )
  })

  test('is recognised however it is typed', () => {
    fc.assert(
      fc.property(random, (signs) => {
        const code = toCertificateCode(signs)
        for (const typed of [
          code,
          code.toLowerCase(),
          code.replaceAll('-', ''),
          ` ${code.replaceAll('-', ' ')} `,
          code.replaceAll('0', 'o').replaceAll('1', 'l'),
        ])
          expect(normalizeCertificateCode(typed)).toBe(code)
      }),
    )
  })

  test('is invalid with one mistyped character', () => {
    fc.assert(
      fc.property(
        random,
        fc.nat(11),
        fc.constantFrom(...accessCodeAlphabet),
        (signs, at, other) => {
          const code = toCertificateCode(signs).replaceAll('-', '')
          fc.pre(code[at] !== other)
          expect(
            normalizeCertificateCode(code.slice(0, at) + other + code.slice(at + 1)),
          ).toBeNull()
        },
      ),
    )
  })

  test.each(['', '7KQF', 'ÄÖÜß-0000-0000', '0000-0000-0000-0000', '<script>'])(
    'is not %s',
    (typed) => {
      expect(normalizeCertificateCode(typed)).toBeNull()
    },
  )
})

test.each([
  ['Ionescu Dan', 'I. D.'],
  ['Pop Ana-Maria', 'P. A. M.'],
  ['Țîrlea Ștefania', 'Ț. Ș.'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
