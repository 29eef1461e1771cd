import type { FieldSpec } from '@matricola/schema/field.ts'
import {
  createSchema,
  recordIssues,
  updateSchema,
  validateInput,
  valueSchema,
} from '@matricola/schema/validation.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { fold, normalizeText, sortKey } from '@matricola/schema/values/folding.ts'
import { parsePhone } from '@matricola/schema/values/phone.ts'
import { issueCodes } from '@matricola/schema/wire/issue.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { universityIssues } from '#resources/codes.ts'
import { field } from '#resources/field.ts'
import { getResource } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'

/** The code of the first issue, or the value as it would be stored. */
function outcome(spec: FieldSpec, value: unknown): unknown {
  const result = validateInput(
    z.strictObject({ value: valueSchema(spec) }) as z.ZodMiniType<{ value: unknown }>,
    { value },
  )
  return result.ok ? { stored: result.value.value } : result.fields.value?.[0]?.code
}
const stored = (value: unknown) => ({ stored: value })

const kinds: readonly [string, FieldSpec, readonly (readonly [unknown, unknown])[]][] = [
  [
    'text',
    field.text({ min: 2, max: 5 }),
    [
      ['abc', stored('abc')],
      ['  a  b ', stored('a b')],
      ['şţ', stored('șț')],
      ['a', 'text.tooShort'],
      ['', 'required'],
      ['   ', 'required'],
      [null, 'required'],
      [undefined, 'required'],
      ['abcdef', 'text.tooLong'],
      ['ab\u0007', 'text.forbidden'],
      ['\u202Dab\u202E', stored('ab')],
      ['\u200B', 'required'],
      [5, 'type.wrong'],
    ],
  ],
  [
    'name',
    field.text({ max: 40, pattern: 'personName' }),
    [
      ['Ștefan-Ionuț', stored('Ștefan-Ionuț')],
      ["O'Neill Jr.", stored("O'Neill Jr.")],
      ['R2D2', 'text.personName'],
      ['=1+1', 'text.personName'],
    ],
  ],
  [
    'website',
    field.text({ max: 60, pattern: 'website' }),
    [
      [
        ' https://www.univ.ro/admitere?an=2027#taxe ',
        stored('https://www.univ.ro/admitere?an=2027#taxe'),
      ],
      ['http://univ.ro:8080', stored('http://univ.ro:8080')],
      ['https://școală.ro', stored('https://școală.ro')],
      ['www.univ.ro', 'text.website'],
      ['javascript:alert(1)//https://univ.ro', 'text.website'],
      ['data:text/html,x', 'text.website'],
      ['ftp://univ.ro', 'text.website'],
      ['//univ.ro', 'text.website'],
      ['https://univ.ro@evil.example', 'text.website'],
      ['https://univ.ro a', 'text.website'],
      ['https://localhost', 'text.website'],
    ],
  ],
  [
    'code',
    field.text({ max: 40, pattern: 'code' }),
    [
      ['INF-101', stored('INF-101')],
      ['inf', 'text.code'],
      ['-A', 'text.code'],
    ],
  ],
  [
    'user name',
    field.text({ max: 40, pattern: 'username' }),
    [
      ['ana.pop', stored('ana.pop')],
      ['Ana', 'text.username'],
      ['a b', 'text.username'],
    ],
  ],
  [
    'academic year',
    field.text({ max: 9, pattern: 'academicYear' }),
    [
      ['2026-2027', stored('2026-2027')],
      ['2026-2028', 'text.academicYear'],
      ['2026', 'text.academicYear'],
    ],
  ],
  [
    'time',
    field.text({ max: 5, pattern: 'time' }),
    [
      ['08:30', stored('08:30')],
      ['24:00', 'text.time'],
      ['8:30', 'text.time'],
    ],
  ],
  [
    'long text',
    field.longText({ max: 20 }),
    [
      ['a\nb', stored('a\nb')],
      ['a\tb', stored('a b')],
      ['x'.repeat(21), 'text.tooLong'],
    ],
  ],
  [
    'integer',
    field.integer({ min: 1, max: 6 }),
    [
      [1, stored(1)],
      ['1', 'type.wrong'],
      [1.5, 'number.notInteger'],
      [0, 'number.tooSmall'],
      [7, 'number.tooLarge'],
      [null, 'required'],
      [true, 'type.wrong'],
      [Number.NaN, 'type.wrong'],
    ],
  ],
  [
    'decimal',
    field.decimal({ min: 0, max: 10, scale: 1 }),
    [
      [2.5, stored(2.5)],
      [2.55, 'number.tooManyDecimals'],
      [-0.1, 'number.tooSmall'],
    ],
  ],
  [
    'money',
    field.money({ min: 0, max: 1000 }),
    [
      [0.1, stored(0.1)],
      [19.99, stored(19.99)],
      [0.001, 'number.tooManyDecimals'],
      ['5', 'type.wrong'],
      [1000.01, 'number.tooLarge'],
    ],
  ],
  [
    'boolean',
    field.boolean({}),
    [
      [true, stored(true)],
      ['false', 'type.wrong'],
      [0, 'type.wrong'],
    ],
  ],
  [
    'date',
    field.date({ max: 'today' }),
    [
      ['2024-02-29', stored('2024-02-29')],
      ['2023-02-29', 'date.unreal'],
      ['1899-12-31', 'date.tooEarly'],
      ['2999-01-01', 'date.tooLate'],
      ['29.02.2024', 'date.notIso'],
      ['29.02.2023', 'date.unreal'],
      ['soon', 'date.unknownFormat'],
      [20240229, 'type.wrong'],
    ],
  ],
  [
    'instant',
    field.dateTime({}),
    [
      ['2026-07-01T09:30:00.000Z', stored('2026-07-01T09:30:00.000Z')],
      ['2026-07-01', 'dateTime.notIso'],
      ['01.07.2026 09:30', 'dateTime.notIso'],
      ['soon', 'dateTime.unknownFormat'],
      ['2026-07-01T25:00:00Z', 'dateTime.unreal'],
    ],
  ],
  [
    'choice',
    field.choice({ a: {}, b: {} }),
    [
      ['a', stored('a')],
      ['c', 'choice.unknown'],
      ['toString', 'choice.unknown'],
      [1, 'choice.unknown'],
    ],
  ],
  [
    'set',
    field.set({ a: {}, b: {} }),
    [
      [['a', 'b'], stored(['a', 'b'])],
      [['a', 'a'], 'set.repeated'],
      [['c'], 'choice.unknown'],
      ['a', 'type.wrong'],
    ],
  ],
  [
    'reference',
    field.reference('users'),
    [
      ['00000000-0000-7000-8000-000000000001', stored('00000000-0000-7000-8000-000000000001')],
      ['1', 'text.shape'],
    ],
  ],
  [
    'e-mail',
    field.email(),
    [
      [' ana@univ.ro ', stored('ana@univ.ro')],
      ['ana', 'email.malformed'],
      ['a@b', 'email.malformed'],
      ['a@b.ro\nBcc: x@y.ro', 'email.malformed'],
      [`${'a'.repeat(250)}@univ.ro`, 'text.tooLong'],
    ],
  ],
  [
    'phone',
    field.phone(),
    [
      ['0740 123 456', stored('+40740123456')],
      ['+40740123456', stored('+40740123456')],
      ['0040740123456', stored('+40740123456')],
      ['+49 30 1234567', stored('+49301234567')],
      ['0740', 'phone.malformed'],
      ['+4074012345', 'phone.malformed'],
    ],
  ],
  [
    'CNP',
    field.nationalId(),
    [
      ['505 0415 129915', stored('5050415129915')],
      ['9050415129981', 'nationalId.firstDigit'],
      ['5050230129915', 'nationalId.date'],
      ['5050415120003', 'nationalId.sequence'],
      ['5050415129914', 'nationalId.control'],
      ['50504151299', 'nationalId.length'],
      ['505041512991x', 'nationalId.digits'],
    ],
  ],
]

describe.each(kinds)('a field of type %s', (_, spec, cases) => {
  test.each(cases)('%j becomes %j', (value, expected) => {
    expect(outcome(spec, value)).toEqual(expected)
  })
})

test('null is accepted by optional fields only', () => {
  expect(outcome(field.text({ max: 5, optional: true }), null)).toEqual(stored(null))
  expect(outcome(field.integer({ min: 1, max: 2, optional: true }), null)).toEqual(stored(null))
  expect(outcome(field.text({ max: 5 }), null)).toBe('required')
})

test('a new record fills in declared defaults, and an update does not', () => {
  const courses = getResource('courses')
  const body = {
    name: 'Analiză',
    code: 'AN',
    specializationId: '00000000-0000-7000-8000-000000000001',
    year: 1,
    semester: 1,
    credits: 5,
  }
  expect(validateInput(createSchema(courses, 'admin'), body)).toMatchObject({
    ok: true,
    value: { type: 'compulsory', isActive: true, description: null },
  })
  const { id } = { id: body.specializationId }
  expect(validateInput(updateSchema(courses, 'admin'), { id })).toEqual({ ok: true, value: { id } })
})

test('a role may write its own fields, and other fields are rejected as unknown', () => {
  const professors = getResource('professors')
  const id = '00000000-0000-7000-8000-000000000001'
  expect(
    validateInput(updateSchema(professors, 'professor'), { id, office: 'A', phone: null }),
  ).toMatchObject({ ok: true })
  expect(validateInput(updateSchema(professors, 'professor'), { id, isActive: false })).toEqual({
    ok: false,
    fields: { isActive: [{ code: 'field.unknown' }] },
  })
})

test('hidden fields stay empty and rules over several fields hold', () => {
  const hours = getResource('class-hours')
  const caller = { id: '', role: 'admin' }
  expect(recordIssues(hours, { weekday: 'monday', startsAt: null, endsAt: null }, caller)).toEqual({
    startsAt: [{ code: 'required' }],
    endsAt: [{ code: 'required' }],
  })
  expect(
    recordIssues(hours, { weekday: 'monday', startsAt: '10:00', endsAt: '09:00' }, caller),
  ).toEqual({
    endsAt: [{ code: 'class-hours.rules.endsAfterStart' }],
  })
  expect(
    recordIssues(hours, { weekday: 'monday', startsAt: '10:00', endsAt: '12:00' }, caller),
  ).toEqual({})
})

test('a computed value of a hidden field does not prevent a write', () => {
  const hours = getResource('class-hours')
  const label = field.text({ max: 20, optional: true, computed: { value: 'weekday' } })
  const resource = {
    ...hours,
    fields: { ...hours.fields, label },
    form: { label: { visibleWhen: { weekday: { eq: 'friday' } } } },
  }
  expect(
    recordIssues(
      resource,
      { weekday: 'monday', startsAt: '10:00', endsAt: '12:00' },
      { id: '', role: 'admin' },
    ),
  ).toEqual({})
})

test('every validation code is in the closed list', () => {
  const known: readonly string[] = [...issueCodes, ...universityIssues]
  for (const [, , cases] of kinds)
    for (const [, expected] of cases)
      if (typeof expected === 'string') expect(known).toContain(expected)
  expect(new Set(known).size).toBe(known.length)
  expect(languages).toHaveLength(4)
})

test('texts are folded for search and sorted as in Romanian', () => {
  expect(['Ștefan', 'Ştefan', 'STEFAN', ' stefan '].map(fold)).toEqual(Array(4).fill('stefan'))
  const sorted = [
    'an',
    'azi',
    'ăsta',
    'âra',
    'b',
    'in',
    'izvor',
    'în',
    'suc',
    'sz',
    'șa',
    'tu',
    'tz',
    'ța',
    'u',
  ]
  expect(sorted.toReversed().sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual(sorted)
  expect(sortKey('Ștefan').replace(/[{|]/g, '')).toBe(fold('Ștefan'))
  expect(normalizeText(' a\u00a0 b\tc ')).toBe('a b c')
  // Invisible characters make no difference.
  for (const sign of ['\u200b', '\u00ad', '\ufeff', '\u2060', '\u200d', '\u3164', '\u{e0041}'])
    expect(normalizeText(`Cl${sign}uj`)).toBe('Cluj')
})

test('letters missing on a keyboard are found and sorted by their usual transliteration', () => {
  const names =
    'Œuvre lætitia Işıl Þór Guðrún Ħamrun Ŋamdi Ŧuvve Əli Đorđe Łukasz Søren Strauß STRAUẞ Ǽsir'.split(
      ' ',
    )
  const plain =
    'oeuvre laetitia isil thor gudrun hamrun namdi tuvve eli dorde lukasz soren strauss strauss aesir'.split(
      ' ',
    )
  expect(names.map(fold)).toEqual(plain)
  expect(names.map((text) => sortKey(text).replace(/[{|]/g, ''))).toEqual(plain)
  expect(['İstanbul', 'ISPARTA', 'Iğdır'].map(fold)).toEqual(['istanbul', 'isparta', 'igdir'])
})

test('phone numbers have one spelling, and dates follow the university’s time zone', () => {
  expect([parsePhone('(0264) 40.53.00'), parsePhone('12')]).toEqual(['+40264405300', null])
  expect(today(new Date('2026-06-30T22:30:00Z'))).toBe('2026-07-01')
})
