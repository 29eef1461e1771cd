/** Characters that typing, pasting and other programs add to a value, for every field type. */

import { type FieldSpec, fieldTypeOf, samplesOf } from '@matricola/schema/field.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import {
  fold,
  normalizeLines,
  normalizeText,
  searchWords,
  sortKey,
} from '@matricola/schema/values/folding.ts'
import { parseNumberText } from '@matricola/schema/values/numbers.ts'
import { type PatternName, patterns } from '@matricola/schema/values/patterns.ts'
import { parsePhone } from '@matricola/schema/values/phone.ts'
import { parseTime } from '@matricola/schema/values/times.ts'
import { filledFilters } from '@matricola/schema/wire/list-query.ts'
import { firstTextValueOf, valueKinds } from '@matricola/testing/text-values.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field, fieldTypes } from '#resources/field.ts'
import { controlDigit, findNationalIdError } from '#resources/field-types/nationalId/national-id.ts'
import { universityPatterns } from '#resources/patterns.ts'

/** The value as it would be stored, or the code of the first issue. */
function outcome(spec: FieldSpec, value: unknown): unknown {
  const result = validateInput(
    z.strictObject({ value: valueSchema(spec) }) as z.ZodMiniType<{ value: unknown }>,
    { value },
  )
  return result.ok ? result.value.value : `refused: ${result.fields.value?.[0]?.code}`
}

/** Invisible characters, each where copying leaves it. */
const wrappers: readonly (readonly [name: string, add: (text: string) => string])[] = [
  ['direction marks of an address book', (text) => `\u202a${text}\u202c`],
  ['isolates', (text) => `\u2068${text}\u2069`],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['no-break spaces', (text) => `\u00a0${text}\u202f`],
  ['zero-width spaces', (text) => `\u200b${text}\u200b`],
  ['a zero-width space inside', (text) => `${text.slice(0, 2)}\u200b${text.slice(2)}`],
  ['a soft hyphen inside', (text) => `${text.slice(0, 2)}\u00ad${text.slice(2)}`],
  ['a word joiner inside', (text) => `${text.slice(0, 2)}\u2060${text.slice(2)}`],
]

const texts = samplesOf(fieldTypes).flatMap(({ name: type, field: spec, values }) => {
  const all: readonly unknown[] = values ?? []
  const written = all.filter((value): value is string => typeof value === 'string')
  const isTyped = !['choice', 'date', 'dateTime', 'boolean'].includes(type)
  return isTyped ? written.map((value) => ({ type, spec, value })) : []
})
// `Object.keys` returns `string[]`.
const allPatterns = Object.keys({ ...patterns, ...universityPatterns }) as PatternName[]
const examplesOf = allPatterns.map((pattern) => {
  const spec = field.text({ max: 60, pattern }) as FieldSpec
  return {
    type: `text with the pattern ${pattern}`,
    spec,
    value: String(fieldTypeOf(spec).example(spec, 'Value')),
  }
})

test('a trailing left-to-right mark is removed, except from long texts, which may be bidirectional', () => {
  for (const { type, spec, value } of [...texts, ...examplesOf])
    expect(outcome(spec, `${value}\u200e`)).toBe(type === 'longText' ? `${value}\u200e` : value)
})

describe.each([...texts, ...examplesOf])('the $type $value', ({ spec, value }) => {
  test.each(wrappers)('is the same value with %s', (_, add) => {
    expect(outcome(spec, add(value))).toBe(value)
  })
})

test.each([['\u200b'], ['\u202a\u202c'], ['\u00a0\u2060'], ['\ufeff \u00ad']])(
  'an optional field that holds only %j is empty',
  (blank) => {
    for (const spec of [
      field.text({ max: 20, optional: true }),
      field.phone({ optional: true }),
      field.email({ optional: true }),
    ])
      expect(outcome(spec, blank)).toBeNull()
    expect(outcome(field.text({ max: 20 }), blank)).toBe('refused: required')
  },
)

describe('names of people', () => {
  const name = field.text({ max: 80, pattern: 'personName' })
  test.each([
    ["'t Hart", "'t Hart"],
    ['’t Hart', '’t Hart'],
    ['‘t Hart', "'t Hart"],
    ["'s-Gravesande", "'s-Gravesande"],
    ['Gal·la', 'Gal·la'],
    ['Gaŀla', 'Gal·la'],
    ['D´Angelo', "D'Angelo"],
    ['D`Angelo', "D'Angelo"],
    ['D′Angelo', "D'Angelo"],
    ['O＇Brien', "O'Brien"],
    ['O’Brien', 'O’Brien'],
    ['Oʻzbek', 'Oʻzbek'],
    ['Ion\u2011Popa', 'Ion-Popa'],
    ['Ion\u2010Popa', 'Ion-Popa'],
    ['Ion–Popa', 'Ion-Popa'],
    ['Ion—Popa', 'Ion-Popa'],
    ['Ion\u2212Popa', 'Ion-Popa'],
    ['Mc\u00adDonald', 'McDonald'],
    ['ﬁnescu', 'finescu'],
    ['Goﬄer', 'Goffler'],
    ['Nguyễn', 'Nguyễn'],
    ['Ştefan', 'Ștefan'],
    ['محمد بن أحمد', 'محمد بن أحمد'],
    ['Мария-Луиза', 'Мария-Луиза'],
    ['ジョン・スミス', 'ジョン・スミス'],
    ['  Ana   Maria ', 'Ana Maria'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(outcome(name, typed)).toBe(stored)
    // Stored values are exported and imported unchanged.
    expect(outcome(name, stored)).toBe(stored)
  })
  test.each([
    'X Æ A-12',
    'N/A',
    '=Popescu',
    '-Popescu',
    '·Popescu',
    '😀 Ana',
    "'",
    "'-",
    'Popescu, Jr.',
    'Popescu (Ionescu)',
    '@Ana',
  ])('%s is not a name', (typed) => {
    expect(outcome(name, typed)).toBe('refused: text.personName')
  })
  test.each([
    'Admission desk 2',
    '2nd floor desk',
    'Secretariat I.T. & Admitere (etaj 2)',
    "'t Hart",
    'Ana Popescu',
  ])('%s can be the name of an account', (typed) => {
    expect(outcome(field.text({ max: 80, pattern: 'accountName' }), typed)).toBe(typed)
  })
  test.each(['=1+1', '-Desk', '<b>Desk</b>', '@desk'])(
    '%s cannot be the name of an account',
    (typed) => {
      expect(outcome(field.text({ max: 80, pattern: 'accountName' }), typed)).toBe(
        'refused: text.accountName',
      )
    },
  )
})

test('every text in the table of typed values is covered by a test', () => {
  expect(valueKinds).toEqual([
    ...['password when set', 'password at sign-in'],
    ...[
      'phone pasted from contacts',
      'phone with trunk zero',
      'phone with hard hyphens',
      'phone as link',
      'phone with stroke',
    ],
    ...[
      'CNP with a birth date in the future',
      'email with two dots',
      'email beginning with a dot',
      'name stored',
      'postal code of Bucharest',
    ],
  ])
})

test.each([
  ...valueKinds.filter((kind) => kind.startsWith('phone ')).map(firstTextValueOf),
  '0040 (0) 721 000 001',
  '+40 0721 000 001',
  'tel:+40-721-000-001',
  'Tel.: 0721 000 001',
  'Mobil 0721000001',
  '0721–000–001',
  '0721.000.001',
  '0721·000·001',
  '(0721) 000-001',
  '０７２１ ０００ ００１',
  '40721000001',
  '0721\u00a0000\u202f001',
])('the phone number %j is +40721000001', (typed) => {
  expect(parsePhone(typed)).toBe('+40721000001')
})
test.each([
  '0721 000 001 / 0722 000 002',
  '0721 000 00',
  'tel:',
  '+40 721',
  '0721 000 001 int. 12',
  '07210000O1',
  '',
])('%j is not a phone number', (typed) => {
  expect(parsePhone(typed)).toBeNull()
})
test('foreign phone numbers are accepted with the trunk zero that is dialled within the country', () => {
  expect(parsePhone('+49 (0)30 901820')).toBe('+4930901820')
  expect(parsePhone('0044 (0)20 7946 0000')).toBe('+442079460000')
  expect(parsePhone('tel:+33612345678')).toBe('+33612345678')
})

test.each([
  ['1.234,56', 1234.56],
  ['1234,5 lei', 1234.5],
  ['RON 12', 12],
  ['lei 1.234,50', 1234.5],
  ['RON12,50', 12.5],
  ['12,-', 12],
  ['12,– lei', 12],
  ['\u202a1 234,50\u202c', 1234.5],
  ['1\u202f234,50\u00a0RON', 1234.5],
  ['1’234.50', 1234.5],
  ['−12,50', -12.5],
  ['–12,50 lei', -12.5],
  ['１２,５０', 12.5],
])('the amount %j is %d', (typed, amount) => {
  expect(parseNumberText(typed, 'ro', 2, 'RON')).toBe(amount)
})
test.each(['EUR 12', '12 $', 'RON', 'RON 12 RON x', '12 + 1'])(
  '%j is not an amount in lei',
  (typed) => {
    expect(parseNumberText(typed, 'ro', 2, 'RON')).toEqual({ code: 'cell.notANumber' })
  },
)

test.each([
  ...['email with two dots', 'email beginning with a dot'].map((kind): [string, string] => [
    firstTextValueOf(kind),
    'refused: email.malformed',
  ]),
  ['ab.@example.org', 'refused: email.malformed'],
  ['ab@example..org', 'refused: email.malformed'],
  ['ab@.example.org', 'refused: email.malformed'],
  ['ab@example.org.', 'refused: email.malformed'],
  [`${'a'.repeat(65)}@example.org`, 'refused: email.malformed'],
  ['a.b.c@example.org', 'a.b.c@example.org'],
  ['mailto:a.b@example.org', 'a.b@example.org'],
  ['<a.b@example.org>', 'a.b@example.org'],
  ['ana\u2011pop@example.org', 'ana-pop@example.org'],
])('the email address %s becomes %s', (typed, result) => {
  expect(outcome(field.email(), typed)).toBe(result)
})

describe('a CNP', () => {
  const withControl = (digits: string) => `${digits}${controlDigit(digits)}`
  const now = new Date('2026-11-28T10:00:00Z')
  test('with a birth date in the future is refused with that reason', () => {
    expect(
      outcome(field.nationalId(), firstTextValueOf('CNP with a birth date in the future')),
    ).toBe('refused: nationalId.future')
    expect(findNationalIdError(withControl('530010112345'), now)).toBe('future')
    expect(findNationalIdError(withControl('526112912345'), now)).toBe('future')
    expect(findNationalIdError(withControl('526112812345'), now)).toBeNull()
    // The CNP of a resident can also refer to the last century.
    expect(findNationalIdError(withControl('730010112345'), now)).toBeNull()
  })
  test('is read despite separators between its digits', () => {
    expect(outcome(field.nationalId(), '\u202a5 070315-70001.7\u202c')).toBe('5070315700017')
  })
})

test.each([
  ['8:30', '08:30'],
  ['08.30', '08:30'],
  ['8h30', '08:30'],
  ['8 h', '08:00'],
  ['8 Uhr', '08:00'],
  ['08:30:00', '08:30'],
  ['0830', '08:30'],
  ['8:30 pm', '20:30'],
  ['12:15 a.m.', '00:15'],
  ['8 pm', '20:00'],
  ['\u200e8:30\u00a0', '08:30'],
  ['24:00', null],
  ['8:60', null],
  ['08:30:15', null],
  ['13 pm', null],
  ['830', '08:30'],
  ['8', '08:00'],
  ['08 30', '08:30'],
  ['2500', null],
])('the time %j is %j', (typed, time) => {
  expect(parseTime(typed)).toBe(time)
})

test.each(['2026–2027', '2026/2027', '2026 - 2027', '\u200b2026-2027'])(
  'the academic year %j is 2026-2027',
  (typed) => {
    expect(outcome(field.text({ max: 9, pattern: 'academicYear' }), typed)).toBe('2026-2027')
  },
)

test('texts keep the control characters that scripts and symbols need, and lose the characters that reverse or hide text', () => {
  expect(normalizeLines('علی\u200cرضا 👩\u200d💻')).toBe('علی\u200cرضا 👩\u200d💻')
  expect(normalizeLines('a\u202eb\u202c\nc\u200bd\ufeff')).toBe('ab\ncd')
  expect(normalizeText('❤\ufe0f 葛\u{e0100}')).toBe('❤\ufe0f 葛\u{e0100}')
})

test('filters and searches are normalized before they are sent and when they are read', () => {
  expect(filledFilters({ phone: '\u202a+40721\u202c ', name: '\u200b' })).toEqual({
    phone: '+40721',
  })
})

describe('folding', () => {
  test.each([
    ['O’Brienu', "O'Brienu"],
    ['OʼBrienu', 'O`Brienu'],
    ['D´Angelo', "D'Angelo"],
    ['Goﬁnescu', 'Gofinescu'],
    ['Doi\u200bSpatii', 'DoiSpatii'],
    ['Müller\u2011Lüdenscheidt', 'Mueller-Ludenscheidt'.replace('ue', 'u')],
    ['Ion–Popa', 'ion-popa'],
    ['Ａｎａ', 'ana'],
    ['Mc\u00adDonald', 'McDonald'],
    ['Ĳssel', 'IJssel'],
    ['Gaŀla', 'gal·la'],
    ['m²', 'M2'],
  ])('makes %s and %s equal', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })
  test('gives the same letters in a sort key and in a search text', () => {
    for (const text of [
      'O’Brien',
      'D´Angelo `x` ¨ y',
      'Goﬁnescu\u200b',
      'ŉ ǆ Ⅳ',
      'Ａ\u00a0Ｂ',
      'Ion–Popa',
      'İzmir',
    ])
      expect(sortKey(text).replace(/[{|]/g, '')).toBe(fold(text))
  })
  test('splits a search into words at any separator', () => {
    expect(searchWords('Doi, Spatii')).toEqual(['doi', 'spatii'])
    expect(searchWords('Doi,Spatii;')).toEqual(['doi', 'spatii'])
    expect(searchWords('\u202aDoi\u00a0Spatii\u202c')).toEqual(['doi', 'spatii'])
    // A zero-width space separates words where a line may break.
    expect(searchWords('Doi\u200bSpatii\u200b')).toEqual(['doi', 'spatii'])
    expect(searchWords('1,5')).toEqual(['1,5'])
    expect(searchWords(' , ')).toEqual([])
  })
})
