import { fieldComponentMistakes } from '@matricola/schema/checks/field-components.ts'
import { iconMistakes } from '@matricola/schema/checks/icons.ts'
import { mistakesOf } from '@matricola/schema/checks/registry.ts'
import { familyOf, fieldTypeOf, samplesOf } from '@matricola/schema/field.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import { editOperators } from '@matricola/schema/vocabulary.ts'
import { findFieldColumns } from '@matricola/server/database/columns.ts'
import { expect, test } from 'vitest'
import { field, fieldTypes } from '#resources/field.ts'
import { fieldComponentUses } from '#resources/field-components.ts'
import { universityIconNames } from '#resources/icons.ts'
import { registry, resources } from '#resources/index.ts'

const kinds = samplesOf(fieldTypes)

test.each(kinds)(
  'the field type $name accepts its samples and rejects its invalid sample with the declared code',
  ({ field, values = [], refused: [wrongValue, code] }) => {
    for (const value of [...values, null])
      expect(validateInput(valueSchema(field), value)).toMatchObject({ ok: true })
    const answer = validateInput(valueSchema(field), wrongValue)
    // Only the database knows which referenced records and files exist.
    const isOfRecords =
      fieldTypeOf(field).column(field)?.refersTo !== undefined || familyOf(field) === 'ids'
    if (code.endsWith('.unknown') && isOfRecords) return expect(answer.ok).toBe(true)
    expect(answer.ok ? [] : Object.values(answer.fields).flat()).toContainEqual(
      expect.objectContaining({ code }),
    )
  },
)

test.each(kinds)(
  'the field type $name has a column, a valid example and known bulk edit operators',
  ({ name, field }) => {
    expect(findFieldColumns('value', field, () => null as never)?.main).toBeDefined()
    const { example, edits } = fieldTypeOf(field)
    const displayed = example(field, 'Value')
    if (displayed !== null)
      expect(validateInput(valueSchema(field), displayed)).toMatchObject({ ok: true })
    expect(editOperators).toEqual(expect.arrayContaining([...edits]))
    expect(name).toBe(field.type)
  },
)

test.each(kinds)(
  'the field type $name has a closed list of options, and another option is refused at startup',
  ({ field }) => {
    const planted = { ...field, options: { ...field.options, raed: ['admin'] } }
    const { departments } = resources
    const found = mistakesOf(registry, {
      ...resources,
      departments: { ...departments, fields: { ...departments.fields, planted } },
    })
    expect(found).toContain('departments.planted: unknown option "raed". Did you mean "read"?')
  },
)

test.each<[unknown, string]>([
  ['EUX', 'departments.budget: unknown currency "EUX". Did you mean "EUR"?'],
  [
    { field: 'curency' },
    'departments.budget: unknown currency field "curency". Did you mean "currency"?',
  ],
  [{ field: 'office' }, 'departments.budget: currency field "office" is not a choice'],
  [
    { field: 'currency' },
    'departments.budget: choice "LEI" of currency field "currency" is not a currency',
  ],
  [
    { filed: 'currency' },
    'departments.budget.currency: expected a currency such as EUR, or { field: … }',
  ],
])('an amount in %j, which is not a currency, is refused at startup', (currency, mistake) => {
  const { departments } = resources
  const fields = {
    ...departments.fields,
    currency: field.choice({ EUR: {}, LEI: {} }, { optional: true }),
    budget: { type: 'money', options: { min: 0, max: 10, optional: true, currency } },
  }
  expect(
    mistakesOf(registry, { ...resources, departments: { ...departments, fields } }).filter((line) =>
      line.includes('budget'),
    ),
  ).toEqual([mistake])
})

test('a field with an unknown component, or with one for another purpose, is refused at startup', () => {
  expect(fieldComponentMistakes(Object.values(resources), fieldComponentUses)).toEqual([])
  const { departments } = resources
  const withOptions = (options: object) =>
    asAnyResource({ ...departments, fields: { phone: { type: 'phone', options } } })
  expect(
    fieldComponentMistakes(
      [
        withOptions({ display: 'stras' }),
        withOptions({ input: 'plain' }),
        withOptions({ cell: 'plain', display: 'stars' }),
      ],
      {
        stars: ['input', 'display'],
        plain: ['display'],
      },
    ),
  ).toEqual([
    'departments.phone.display: unknown component "stras". Did you mean "stars"?',
    'departments.phone.input: component "plain" cannot edit values',
  ])
})

test('an icon that neither the framework nor the university has is refused at startup', () => {
  expect(iconMistakes(Object.values(resources).map(asAnyResource), universityIconNames)).toEqual([])
  const { departments } = resources
  const state = field.choice({ open: { icon: 'students' }, closed: { icon: 'chek' as 'check' } })
  const planted = asAnyResource({ ...departments, icon: 'studnets', fields: { state } })
  expect(iconMistakes([planted], universityIconNames)).toEqual([
    'departments.icon: unknown icon "studnets". Did you mean "students"?',
    'departments.state.choices.closed.icon: unknown icon "chek". Did you mean "check"?',
  ])
  expect(iconMistakes([asAnyResource(departments)], [])).toEqual([
    'departments.icon: unknown icon "departments". List icons of the application in `icons` of createApp().',
  ])
})
