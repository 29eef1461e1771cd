/**
 * Options and conditions without effect: the program does not start, and the message names the
 * location and the reason.
 */

import { mistakesOf } from '@matricola/schema/checks/registry.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { expect, test } from 'vitest'
import { field, fieldTypes } from '#resources/field.ts'
import { registry, resources } from '#resources/index.ts'

const workshops = asAnyResource(
  defineResource({
    name: 'workshops',
    path: 'workshops',
    icon: 'flag',
    title: ['code'],
    fields: {
      code: field.text({ max: 20, unique: true }),
      label: field.text({ max: 20, optional: true }),
      seats: field.integer({ min: 1, max: 500 }),
      state: field.choice({ planned: {}, open: {} }, { default: 'planned' }),
      closedBecause: field.text({ max: 20, optional: true, write: [], input: 'stars' as never }),
    },
    sections: { general: ['code', 'label', 'seats', 'closedBecause'] },
    list: { columns: ['code'], sort: ['code'] },
    workflow: {
      field: 'state',
      initial: 'planned',
      transitions: {
        open: { from: ['planned'], to: 'open', roles: ['admin'], input: ['closedBecause'] },
      },
    },
    actions: { shut: { on: ['row'], roles: ['admin'], set: { seats: 1 } } },
    access: { admin: { read: true, create: true, update: true } },
  }),
)

interface Spec {
  readonly type: string
  readonly options: object
}
const findMistakes = (parts: object) =>
  mistakesOf(registry, { ...resources, workshops: { ...workshops, ...parts } })
/** The problems of the resource with one more field. */
const withField = (spec: Spec, parts: object = {}) =>
  findMistakes({
    fields: { ...workshops.fields, planted: spec },
    sections: {
      general: [
        'code',
        'label',
        'seats',
        'closedBecause',
        ...(spec.type === 'many' ? [] : ['planted']),
      ],
    },
    ...parts,
  })
const withOptions = (spec: Spec, options: object): Spec => ({
  ...spec,
  options: { ...spec.options, ...options },
})
const text = field.text({ max: 20, optional: true })
const sum = { computed: { value: 'code' } }

test('the declaration without planted options has no mistake', () => {
  expect(findMistakes({})).toEqual([])
  expect(withField(text)).toEqual([])
})

test.each<[option: string, spec: Spec, reason: string]>([
  ['writeOnce', withOptions(text, { write: [], writeOnce: true }), 'no role may write the field'],
  [
    'hiddenOnCreate',
    withOptions(text, { write: [], hiddenOnCreate: true }),
    'no role may write the field',
  ],
  ['bulk', withOptions(text, { write: [], bulk: false }), 'no role may write the field'],
  ['input', withOptions(text, { write: [], input: 'stars' }), 'no role may write the field'],
  [
    'requiresReauthentication',
    withOptions(text, { write: [], requiresReauthentication: true }),
    'no role may write the field',
  ],
  ['power', withOptions(text, { ...sum, power: 'money' }), 'no role may write the field'],
  ...Object.entries({
    write: ['admin'],
    writeOnce: true,
    hiddenOnCreate: true,
    bulk: false,
    input: 'stars',
    default: 'x',
    setByServer: true,
    encrypted: true,
    renamedFrom: 'former',
    existingValues: 'truncate',
    example: 'x',
  }).map(([option, value]): [string, Spec, string] => [
    option,
    withOptions(text, { ...sum, [option]: value }),
    'the field is computed',
  ]),
  ['setByServer', withOptions(text, { write: [], setByServer: true }), 'the field is optional'],
  [
    'setByServer',
    field.text({ max: 20, write: [], setByServer: true, default: 'x' }),
    'new records get the default',
  ],
  [
    'setByServer',
    field.text({ max: 20, setByServer: true }),
    'every role that may write the record may write the field',
  ],
  [
    'derivedFrom',
    field.text({ max: 20, unique: true, derivedFrom: 'code', default: 'x' }),
    'new records get the default',
  ],
  ['bulk', withOptions(text, { unique: true, bulk: false }), 'bulk edits never include the field'],
  [
    'bulk',
    withOptions(text, { encrypted: true, bulk: false }),
    'bulk edits never include the field',
  ],
  ['bulk', field.nationalId({ optional: true, bulk: false }), 'bulk edits never include the field'],
  [
    'bulk',
    field.file({ accept: ['pdf'], optional: true, bulk: false }),
    'bulk edits never include the field',
  ],
  [
    'cell',
    { type: 'image', options: { accept: ['png'], optional: true, cell: 'stars' } },
    'lists cannot show the field',
  ],
  [
    'displayAs',
    withOptions(text, { encrypted: true, displayAs: 'hours' }),
    'values of the field are masked',
  ],
  [
    'inUniversityLanguage',
    withOptions(text, { encrypted: true, inUniversityLanguage: true }),
    'values of the field are masked',
  ],
  ['example', withOptions(text, { example: 'x' }), 'no import template contains the field'],
  [
    'renamedFrom',
    withOptions(field.data(), { renamedFrom: 'former' }),
    'fields of type data do not use it',
  ],
])('the option %s is refused where it has no effect: %o', (option, spec, reason) => {
  expect(withField(spec)).toContain(
    `workshops.planted: option "${option}" has no effect: ${reason}`,
  )
})

test('an option is accepted where it has an effect', () => {
  const accepted: readonly Spec[] = [
    withOptions(text, { writeOnce: true, hiddenOnCreate: true, bulk: false }),
    withOptions(text, { requiresReauthentication: true, power: 'money' }),
    withOptions(text, { inUniversityLanguage: true }),
    withOptions(text, { regex: '[A-Z]+', example: 'AB' }),
    field.integer({ min: 0, max: 9, default: 3, write: [] }),
    field.text({ max: 20, write: [], setByServer: true }),
    field.text({ max: 20, unique: true, derivedFrom: 'code' }),
    field.data({ read: ['admin'] }),
  ]
  for (const spec of accepted) expect(withField(spec), JSON.stringify(spec)).toEqual([])
})

test.each(['write', 'writeOnce', 'hiddenOnCreate', 'bulk', 'input', 'setByServer'])(
  'the option %s is refused for the state of a workflow',
  (option) => {
    const value = { write: ['admin'], bulk: false, input: 'stars' }[option] ?? true
    const state = withOptions(workshops.fields.state as Spec, { [option]: value })
    expect(findMistakes({ fields: { ...workshops.fields, state } })).toContain(
      `workshops.state: option "${option}" has no effect: only the workflow sets the field`,
    )
  },
)

test.each<[option: string, value: unknown]>([
  ['unique', true],
  ['read', ['admin']],
  ['write', ['admin']],
  ['setByServer', true],
  ['writeOnce', true],
  ['hiddenOnCreate', true],
  ['bulk', false],
  ['default', 'x'],
  ['encrypted', true],
  ['requiresReauthentication', true],
  ['renamedFrom', 'former'],
  ['cell', 'stars'],
])('the option %s is refused for a field that an action asks for', (option, value) => {
  const shut = {
    on: ['row'],
    roles: ['admin'],
    set: { seats: 1 },
    extraFields: { why: withOptions(text, { [option]: value }) },
  }
  expect(findMistakes({ actions: { shut } })).toContain(
    `workshops.actions.shut.extraFields.why: option "${option}" has no effect: the value is not stored`,
  )
})

const isOpen = { state: { eq: 'open' } }
test.each<[name: string, spec: Spec, rule: object, problem: string]>([
  [
    'planted',
    withOptions(text, { write: [] }),
    { readOnlyWhen: isOpen },
    'readOnlyWhen has no effect: no role may write the field',
  ],
  [
    'planted',
    withOptions(text, sum),
    { readOnlyWhen: isOpen },
    'readOnlyWhen has no effect: no role may write the field',
  ],
  [
    'planted',
    withOptions(text, sum),
    { requiredWhen: isOpen },
    'requiredWhen has no effect: no role may write the field',
  ],
  [
    'state',
    text,
    { readOnlyWhen: isOpen },
    'readOnlyWhen has no effect: no role may write the field',
  ],
  [
    'planted',
    withOptions(text, { writeOnce: true }),
    { readOnlyWhen: isOpen },
    'readOnlyWhen has no effect: updates never change the field',
  ],
  [
    'seats',
    text,
    { requiredWhen: isOpen },
    'requiredWhen has no effect: the field is always required. Make it optional.',
  ],
  [
    'planted',
    field.many('specializations', 'departmentProfileId'),
    { visibleWhen: isOpen },
    'child rows have no conditions. Set them in form of the resource of the rows.',
  ],
])(
  'a condition on the field %s is refused if it has no effect: %o',
  (name, spec, rule, problem) => {
    expect(withField(spec, { form: { [name]: rule } })).toContain(
      `workshops.form.${name}: ${problem}`,
    )
  },
)

test('conditions that have an effect are accepted', () => {
  expect(
    findMistakes({
      form: { label: { visibleWhen: isOpen, requiredWhen: isOpen, readOnlyWhen: isOpen } },
    }),
  ).toEqual([])
  expect(withField(withOptions(text, sum), { form: { planted: { visibleWhen: isOpen } } })).toEqual(
    [],
  )
})

test('an option that belongs to one field type is refused for another', () => {
  const common = Object.keys(fieldTypes.dateTime.options)
  // Only the program sets `translates`.
  const ownFields = new Set(
    Object.values(fieldTypes)
      .flatMap(({ options }) => Object.keys(options))
      .filter((option) => !common.includes(option) && option !== 'translates'),
  )
  for (const option of ownFields)
    expect(
      withField({ type: 'dateTime', options: { optional: true, [option]: true } }).join('\n'),
      option,
    ).toContain(`workshops.planted: unknown option "${option}"`)
})

test('a set whose choices have the labels of fields names a resource and fields that exist', () => {
  const labelled = (choicesAreFieldsOf: string, ...choices: readonly string[]) =>
    withField(
      field.set(Object.fromEntries(choices.map((choice) => [choice, {}])), {
        optional: true,
        choicesAreFieldsOf,
      }),
    )
  expect(labelled('workshops', 'label', 'seats')).toEqual([])
  expect(labelled('workshop', 'label')).toEqual([
    'workshops.planted: unknown resource "workshop" in choicesAreFieldsOf. Did you mean "workshops"?',
  ])
  expect(labelled('workshops', 'lable')).toEqual([
    'workshops.planted: choice "lable" is not a field of "workshops". Did you mean "label"?',
  ])
})
