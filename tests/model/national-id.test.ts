import { maskNumber } from '@matricola/schema/values/mask.ts'
import { describe, expect, test } from 'vitest'
import {
  findNationalIdError,
  possibleBirthDates,
  sexOf,
} from '#resources/field-types/nationalId/national-id.ts'

describe('a CNP', () => {
  test.each([
    ['5050415129915', 'M', ['2005-04-15']],
    ['6060930529927', 'F', ['2006-09-30']],
    ['5070218709931', 'M', ['2007-02-18']],
    ['6050607129991', 'F', ['2005-06-07']],
    ['8031129129953', 'F', ['1903-11-29', '2003-11-29']],
    ['7000229409940', 'M', ['2000-02-29']],
    ['1780315479964', 'M', ['1978-03-15']],
    ['1810315479963', 'M', ['1981-03-15']],
    ['5050415809971', 'M', ['2005-04-15']],
    ['5050415539971', 'M', ['2005-04-15']],
    ['5070315700017', 'M', ['2007-03-15']],
    ['6071129120341', 'F', ['2007-11-29']],
    ['5070315700051', 'M', ['2007-03-15']],
    ['5000229400019', 'M', ['2000-02-29']],
    ['7080506510021', 'M', ['1908-05-06', '2008-05-06']],
    ['3980101400011', 'M', ['1898-01-01']],
  ] as const)(
    '%s is valid and contains the sex and birth date, whatever the county code',
    (cnp, sex, dates) => {
      expect(findNationalIdError(cnp)).toBeNull()
      expect(sexOf(cnp)).toBe(sex)
      expect(possibleBirthDates(cnp)).toEqual(dates)
    },
  )

  test.each([
    ['9050415129981', 'firstDigit'],
    ['9030101520013', 'firstDigit'],
    ['0050415129981', 'firstDigit'],
    ['5050230129915', 'date'],
    ['1990229400012', 'date'],
    ['1123456400012', 'date'],
    ['5050415120003', 'sequence'],
    ['5050415129914', 'control'],
    ['5070315700018', 'control'],
    ['505041512991', 'length'],
    ['50504151299155', 'length'],
    ['505041512991x', 'digits'],
    ['', 'length'],
  ] as const)('%s is rejected with the code %s', (cnp, fault) => {
    expect(findNationalIdError(cnp)).toBe(fault)
  })

  test('is rejected in nearly every case if one digit is wrong', () => {
    const sound = '5050415129915'
    const wrongNumbers = [...sound].flatMap((digit, i) =>
      [...'0123456789']
        .filter((other) => other !== digit)
        .map((other) => sound.slice(0, i) + other + sound.slice(i + 1)),
    )
    expect(
      wrongNumbers.filter((cnp) => findNationalIdError(cnp) === null).length,
    ).toBeLessThanOrEqual(wrongNumbers.length * 0.03)
  })

  test('is masked except for its last three digits, and hides the birth date', () => {
    expect(maskNumber('5050415129915')).toBe('••••••••••915')
    expect(maskNumber('CJ482913')).toBe('•••••913')
    for (const short of ['', '7', '42', '911', '1234', 'AB12C'])
      expect([
        short,
        maskNumber(short).length,
        maskNumber(short).replaceAll('•', '').length <= short.length / 3,
      ]).toEqual([short, short.length, true])
  })
})
