/** Mistakes in declarations: startup reports each with its location and a suggestion. */

import { checkRegistry, mistakesOf } from '@matricola/schema/checks/registry.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { registry, resources } from '#resources/index.ts'

const equipment = asAnyResource(
  defineResource({
    name: 'equipment',
    path: 'equipment',
    icon: 'flag',
    title: ['code'],
    fields: {
      code: field.text({ max: 20, unique: true }),
      secret: field.longText({ max: 300, optional: true, read: ['admin'] }),
      capacity: field.integer({ min: 1, max: 500 }),
      boughtOn: field.date(),
      isActive: field.boolean(),
      state: field.choice({ planned: {}, bought: { color: 'green' } }, { default: 'planned' }),
      departmentId: field.reference('departments', {
        optional: true,
        optionsWhere: { isActive: true },
      }),
    },
    sections: {
      general: ['code', 'secret', 'capacity', 'boughtOn', 'isActive', 'state', 'departmentId'],
    },
    list: {
      columns: ['code', 'capacity'],
      sort: ['code'],
      views: { large: { where: { capacity: { gt: 100 } } } },
    },
    rules: { plausible: { check: { capacity: { lt: 400 } }, field: 'capacity' } },
    form: { secret: { visibleWhen: { isActive: { eq: true } } } },
    workflow: {
      field: 'state',
      initial: 'planned',
      transitions: { buy: { from: ['planned'], to: 'bought', roles: ['admin'] } },
    },
    actions: { empty: { on: ['row'], roles: ['admin'], set: { capacity: 1 } } },
    access: {
      admin: { read: true, update: true, import: true },
      secretary: { read: { where: { isActive: { eq: true } } } },
    },
    import: { key: ['code'] },
  }),
)

/** Returns the problems of the declaration after replacing the value at each path. */
function mistakes(...overrides: readonly (readonly [path: string, value: unknown])[]): string[] {
  const copy: { [key: string]: unknown } = structuredClone({ ...equipment })
  for (const [path, value] of overrides) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    // Every part of the path is an object.
    const within = keys.reduce((part, key) => part[key] as typeof copy, copy)
    within[last] = value
  }
  return mistakesOf(registry, { ...resources, equipment: copy })
}
const optionsOf = (name: string, options: object) =>
  [`fields.${name}.options`, { ...equipment.fields[name]?.options, ...options }] as const

test.each<[former: string, path: string, value: unknown, place: string, current: string]>([
  ['asks', 'actions.empty.asks', {}, 'equipment.actions.empty', 'extraFields'],
  [
    'asksPassword',
    'fields.code.options.asksPassword',
    true,
    'equipment.code',
    'requiresReauthentication',
  ],
  ['beside', 'import.beside', ['capacity'], 'equipment.import', 'fallbackKey'],
  ['byServer', 'fields.code.options.byServer', true, 'equipment.code', 'setByServer'],
  ['byServer', 'actions.empty.byServer', true, 'equipment.actions.empty', 'hasServerCode'],
  ['byServer', 'workflow.byServer', ['planned'], 'equipment.workflow', 'setByServer'],
  ['creates', 'import.creates', false, 'equipment.import', 'allowsCreate'],
  [
    'current',
    'dependants',
    { students: { field: 'a', current: 'b' } },
    'equipment.dependants.students',
    'matchesSetting',
  ],
  [
    'everyone',
    'fields.capacity',
    { type: 'image', options: { accept: ['png'], everyone: true } },
    'equipment.capacity',
    'openToAllUsers',
  ],
  ['exportAsksPassword', 'exportAsksPassword', true, 'equipment', 'exportRequiresReauthentication'],
  [
    'fieldsOf',
    'fields.state',
    { type: 'set', choices: { code: {} }, options: { fieldsOf: 'equipment' } },
    'equipment.state',
    'choicesAreFieldsOf',
  ],
  ['gone', 'gone', ['price'], 'equipment', 'removedFields'],
  ['later', 'fields.code.options.later', true, 'equipment.code', 'hiddenOnCreate'],
  ['map', 'fields.capacity.options.map', 'nearest', 'equipment.capacity', 'existingValues'],
  [
    'map',
    'fields.state.options.map',
    { wanted: null },
    'equipment.state',
    'existingValues" or "renamed" or "merged',
  ],
  ['matches', 'fields.code.options.matches', '[A-Z]', 'equipment.code', 'regex'],
  [
    'means',
    'fields.code.options.means',
    { resource: 'students', field: 'state' },
    'equipment.code',
    'valueForField',
  ],
  [
    'ofUniversity',
    'fields.code.options.ofUniversity',
    true,
    'equipment.code',
    'inUniversityLanguage',
  ],
  ['open', 'fields.state.options.open', true, 'equipment.state', 'variesByInstallation'],
  ['opens', 'list.opens', 'large', 'equipment.list', 'defaultView'],
  ['quiet', 'fields.isActive.options.quiet', true, 'equipment.isActive', 'hideFalse'],
  ['said', 'fields.code.options.said', 'hours', 'equipment.code', 'displayAs'],
  ['shows', 'import.shows', ['state'], 'equipment.import', 'previewColumns'],
  ['single', 'single', true, 'equipment', 'singleton'],
  ['told', 'list.told', true, 'equipment.list', 'loadedMessage'],
  ['was', 'fields.code.options.was', 'number', 'equipment.code', 'renamedFrom'],
])(
  'the former keyword %s is refused in %s, and the message names the current one',
  (former, path, value, place, current) => {
    const found = mistakes([path, value]).find((line) => line.includes(`"${former}"`))
    expect(found).toMatch(
      new RegExp(
        `^${place.replaceAll('.', '\\.')}: unknown (option|property) "${former}"\\. It is now called "${current}"\\.$`,
      ),
    )
  },
)

test('the former keyword of a condition on an expression is refused, and the message names the current one', () => {
  const check = { reckoned: { add: ['capacity', 1] }, is: { lte: 10 } }
  expect(mistakes(['rules.plausible.check', check])).toEqual([
    'equipment.rules.plausible: unknown field "reckoned". It is now called "expression".',
  ])
})

test('exports without reauthentication are refused for logged reads and encrypted fields, and can be declared elsewhere', () => {
  const open = [
    ['access.admin.export', true],
    ['exportRequiresReauthentication', false],
  ] as const
  const expectedMistake =
    'equipment.exportRequiresReauthentication: must not be false, because reads are logged or fields are encrypted. Remove it.'
  expect(mistakes(...open)).toEqual([])
  expect(mistakes(...open, ['logsReads', true])).toEqual([expectedMistake])
  expect(mistakes(...open, optionsOf('code', { encrypted: true, unique: undefined }))).toContain(
    expectedMistake,
  )
})

test('a declaration without mistakes passes', () => {
  expect(mistakes()).toEqual([])
})

test('a title that can be empty, ambiguous or incomplete is refused', () => {
  const owner = {
    ...equipment.fields,
    professorId: field.reference('professors', { optional: true }),
    label: field.text({ max: 20 }),
  }
  const titled = (title: readonly string[], rules: object = {}) =>
    mistakes(['fields', owner], ['title', title], ['rules', rules]).filter((mistake) =>
      mistake.startsWith('equipment.title'),
    )
  expect(titled(['secret'])).toEqual([
    'equipment.title: may be empty, because all of its fields are optional (secret). Add a required field.',
  ])
  expect(titled(['departmentId', 'secret'])).toEqual([
    'equipment.title: may be empty, because all of its fields are optional (departmentId, secret). Add a required field.',
  ])
  expect(titled(['departmentId', 'label'])).toEqual([
    'equipment.title: not unique when "departmentId" is empty: only label remains. Add a unique field or a required reference.',
  ])
  const ofSomebody = {
    check: { or: [{ departmentId: { isNull: false } }, { professorId: { isNull: false } }] },
    field: 'departmentId',
  }
  expect(titled(['departmentId', 'label'], { ofSomebody })).toEqual([
    'equipment.title: has "departmentId", but not professorId, which a record may have instead. Add it.',
  ])
  expect(titled(['departmentId', 'professorId', 'label'], { ofSomebody })).toEqual([])
  expect(titled(['departmentId', 'code'])).toEqual([])
  expect(titled(['label', 'secret'])).toEqual([])
})

test.each<[mistake: string, path: string, value: unknown, said: string]>([
  [
    'an export option on records that no role may export',
    'exportRequiresReauthentication',
    false,
    'equipment.exportRequiresReauthentication: has no effect, because no role may export the records',
  ],
  [
    'a power of a field that no role may write',
    ...optionsOf('code', { power: 'money', write: [] }),
    'equipment.code: option "power" has no effect: no role may write the field',
  ],
  [
    'reauthentication for a field that no role writes',
    ...optionsOf('code', { requiresReauthentication: true, write: [] }),
    'equipment.code: option "requiresReauthentication" has no effect: no role may write the field',
  ],
  ['an unknown power', 'power', 'magic', 'equipment.power: unknown value "magic"'],
  [
    'a regex that can cause catastrophic backtracking',
    ...optionsOf('code', { regex: '(A+)+', example: 'AA' }),
    'equipment.code.regex: invalid pattern: it repeats a part that can match in several ways, which can cause catastrophic backtracking',
  ],
  [
    'a regex that does not match its own example',
    ...optionsOf('code', { regex: '[A-Z]{2}', example: 'A1' }),
    'equipment.code.regex: does not match its own example "A1"',
  ],
  [
    'a regex without an example',
    ...optionsOf('code', { regex: '[A-Z]{2}' }),
    'equipment.code.regex: requires the option example, which users are shown',
  ],
  [
    'a regex combined with a pattern',
    ...optionsOf('code', { regex: '[A-Z]+', example: 'AB', pattern: 'code' }),
    'equipment.code.regex: cannot be combined with the pattern "code". Remove one of the two.',
  ],
  [
    'a computed default that is not a date',
    ...optionsOf('boughtOn', { default: { subtract: [{ date: 'today' }, { date: 'today' }] } }),
    "equipment.boughtOn.default: must be an expression that is a date for every record, such as { date: 'today' }",
  ],
  [
    'links to an unknown entity',
    'fields.links',
    { type: 'links', to: 'departmens', options: { optional: true } },
    'equipment.links: unknown resource "departmens". Did you mean "departments"?',
  ],
  [
    'a fill value for links',
    'fields.links',
    { type: 'links', to: 'departments', options: { fill: 'x' } },
    'equipment.links: invalid fill: "x" is not a valid links value (type.wrong)',
  ],
  [
    'links with a misspelt field in their conditions',
    'fields.links',
    {
      type: 'links',
      to: 'departments',
      options: { optional: true, optionsWhere: { isActiv: true } },
    },
    'equipment.links.optionsWhere: unknown field "departments.isActiv". Did you mean "isActive"?',
  ],
  [
    'more links than a record can have',
    'fields.links',
    { type: 'links', to: 'departments', options: { optional: true, max: 5000 } },
    'equipment.links: max 5000 must be a whole number from 1 to 500',
  ],
  [
    'the operator has on a field with a single value',
    'access.secretary.read',
    { where: { state: { has: 'planned' } } },
    'equipment.access.secretary.read: cannot compare "state" (type choice) with "planned": has requires a field with several values',
  ],
  [
    'a sum over unknown child rows',
    'fields.total',
    { type: 'integer', options: { min: 0, max: 9, computed: { value: { sum: 'lines.copies' } } } },
    'equipment.total: unknown field "lines.copies"',
  ],
  [
    'a misspelt option that would leave a field readable',
    ...optionsOf('secret', { raed: ['admin'] }),
    'equipment.secret: unknown option "raed". Did you mean "read"?',
  ],
  [
    'a misspelt option that would leave a field required',
    ...optionsOf('code', { optinal: true }),
    'equipment.code: unknown option "optinal". Did you mean "optional"?',
  ],
  [
    'an unknown option without a suggestion',
    ...optionsOf('capacity', { maximum: 5 }),
    'equipment.capacity: unknown option "maximum"',
  ],
  [
    'an option of another field type',
    ...optionsOf('boughtOn', { pattern: 'code' }),
    'equipment.boughtOn: unknown option "pattern"',
  ],
  ...[
    field.decimal({ min: 1900, max: 2100, scale: 1 }),
    field.money({ min: 1900, max: 2100 }),
    field.date(),
    field.text({ max: 4 }),
  ].map(({ type, options }): [string, string, unknown, string] => [
    `the option isYear on the type ${type}`,
    'fields.boughtOn',
    { type, options: { ...options, isYear: true } },
    'equipment.boughtOn: unknown option "isYear"',
  ]),
  [
    'an unknown property next to the options',
    'fields.state.choises',
    {},
    'equipment.state: unknown property "choises". Did you mean "choices"?',
  ],
  [
    'an unknown field type',
    'fields.capacity.type',
    'integr',
    'equipment.capacity: unknown field type "integr". Did you mean "integer"?',
  ],
  [
    'an unknown pattern',
    ...optionsOf('code', { pattern: 'personNam' }),
    'equipment.code.pattern: unknown value "personNam". Did you mean "personName"?',
  ],
  [
    'an unknown colour',
    'fields.state.choices',
    { planned: { color: 'gren' }, bought: {} },
    'equipment.state.choices.planned.color: unknown value "gren". Did you mean "green"?',
  ],
  [
    'an unknown role in an option of a field',
    ...optionsOf('secret', { read: ['admin', 'dean'] }),
    'equipment.secret.read.1: unknown value "dean", expected admin, secretary, professor or student',
  ],
  ['an unknown role', 'access.dean', { read: true }, 'equipment.access: unknown property "dean"'],
  [
    'an unknown grant',
    'access.admin.raed',
    true,
    'equipment.access.admin: unknown property "raed". Did you mean "read"?',
  ],
  [
    'a grant with an invalid scope',
    'access.admin.read',
    'all',
    'equipment.access.admin.read: expected true, { where: … } or { scope: … }',
  ],
  [
    'an unknown property of the declaration',
    'acess',
    {},
    'equipment: unknown property "acess". Did you mean "access"?',
  ],
  ['a missing property', 'sections', undefined, 'equipment.sections: missing'],
  [
    'a text instead of a number',
    ...optionsOf('capacity', { min: '1' }),
    'equipment.capacity.min: expected number, got "1"',
  ],
  [
    'an unknown field in sections',
    'sections.general',
    ['capcity'],
    'equipment.sections: unknown field "capcity". Did you mean "capacity"?',
  ],
  [
    'an unknown field among the columns',
    'list.columns',
    ['capcity'],
    'equipment.list.columns: unknown field "capcity". Did you mean "capacity"?',
  ],
  [
    'an unknown field in the import key',
    'import.fallbackKey',
    ['cod'],
    'equipment.import.key: unknown field "cod". Did you mean "code"?',
  ],
  [
    'an unknown field of a workflow',
    'workflow.field',
    'stat',
    'equipment.workflow: field "stat" must be a choice',
  ],
  [
    'a condition on a missing field',
    'form.secret.visibleWhen',
    { activ: { eq: true } },
    'equipment.form.secret: unknown field "activ"',
  ],
  [
    'a rule for a missing field',
    'rules.plausible.field',
    'capcity',
    'equipment.rules.plausible: unknown field "capcity". Did you mean "capacity"?',
  ],
  [
    'an unknown field on the right side of a comparison',
    'rules.plausible.check',
    { capacity: { gt: { value: 'capcity' } } },
    'equipment.rules.plausible: unknown field "capcity". Did you mean "capacity"?',
  ],
  [
    'an unknown field of the referenced resource',
    ...optionsOf('departmentId', { optionsWhere: { isActiv: true } }),
    'equipment.departmentId.optionsWhere: unknown field "departments.isActiv". Did you mean "isActive"?',
  ],
  [
    'an unknown reference',
    'fields.departmentId.to',
    'departmnts',
    'equipment.departmentId: unknown resource "departmnts". Did you mean "departments"?',
  ],
  [
    'an unknown state',
    'workflow.transitions.buy.to',
    'boght',
    'equipment.workflow.buy: unknown state "boght". Did you mean "bought"?',
  ],
  [
    'an unknown comparison operator',
    'list.views.large.where',
    { capacity: { gtt: 3 } },
    'equipment.list.views.large: unknown operator "gtt" for "capacity". Did you mean "gt"?',
  ],
  [
    'a minimum above the maximum',
    ...optionsOf('code', { min: 30 }),
    'equipment.code: min 30 is greater than max 20',
  ],
  [
    'an unknown default of a choice',
    ...optionsOf('state', { default: 'planed' }),
    'equipment.state: unknown default "planed". Did you mean "planned"?',
  ],
  [
    'a number compared with a text in a rule',
    'rules.plausible.check',
    { capacity: { eq: 'abc' } },
    'equipment.rules.plausible: cannot compare "capacity" (type integer) with "abc"',
  ],
  [
    'a number compared with a text in a view',
    'list.views.large.where',
    { capacity: { eq: 'abc' } },
    'equipment.list.views.large: cannot compare "capacity" (type integer) with "abc"',
  ],
  [
    'a date compared with a number',
    'list.views.large.where',
    { boughtOn: { gt: { value: 'capacity' } } },
    'equipment.list.views.large: cannot compare "boughtOn" (type date) with "capacity" (type integer)',
  ],
  [
    'a choice compared with an unknown value',
    'list.views.large.where',
    { state: { in: ['boght'] } },
    'equipment.list.views.large: cannot compare "state" (type choice) with "boght". Did you mean "bought"?',
  ],
  [
    'a grant condition with a value of another type',
    'access.secretary.read',
    { where: { isActive: { eq: 'yes' } } },
    'equipment.access.secretary.read: cannot compare "isActive" (type boolean) with "yes"',
  ],
  [
    'an action that sets a number field to a text',
    'actions.empty.set',
    { capacity: 'abc' },
    'equipment.actions.empty: cannot set "capacity": "abc" is not a valid integer value (type.wrong)',
  ],
  [
    'a fractional default of a whole number',
    ...optionsOf('capacity', { default: 3.5 }),
    'equipment.capacity: invalid default: 3.5 is not a valid integer value (number.notInteger)',
  ],
  [
    'a default that is too long for its field',
    ...optionsOf('code', { default: 'x'.repeat(21) }),
    `equipment.code: invalid default: "${'x'.repeat(21)}" is not a valid text value (text.tooLong)`,
  ],
  [
    'a text for an unknown field',
    'texts',
    { fields: { capcity: 'Places' } },
    'equipment.texts.fields.capcity: unknown key. Did you mean "capacity"?',
  ],
  [
    'an action with a reserved name',
    'actions',
    { update: { on: ['row'], roles: ['admin'], set: {} } },
    'equipment.actions.update: the name "update" is reserved. Use another name.',
  ],
  [
    'an import key that no role may use',
    'access.admin',
    { read: true, update: true },
    'equipment.import: has no effect, because no role may import or export the records. Grant import or export in access, or remove it.',
  ],
])('%s is refused with its location and a suggestion', (_, path, value, mistake) => {
  expect(mistakes([path, value])).toEqual([mistake])
})

test('all mistakes are reported together', () => {
  const found = mistakes(
    ['acess', {}],
    optionsOf('secret', { raed: [] }),
    ['list.sort', ['nothing']],
    ['actions.empty.set', { capacity: 'abc' }],
  )
  expect(found).toHaveLength(4)
  expect(() =>
    checkRegistry(registry, { equipment: { ...equipment, acess: {}, title: ['nothing'] } }),
  ).toThrow(/acess[\s\S]+title/)
})

test('an option that its field type lacks does not compile', () => {
  const options = { max: 3, raed: ['admin'] } as const
  expect([
    // @ts-expect-error: the option is called read
    field.longText({ max: 300, raed: ['admin'] }),
    // @ts-expect-error: the option is called optional
    field.email({ optinal: true }),
    // @ts-expect-error: the option is called unique
    field.integer({ min: 1, max: 2, uniqe: true }),
    // @ts-expect-error: a date has no pattern
    field.date({ pattern: 'code' }),
    // @ts-expect-error: a choice has no limits
    field.choice({ one: {} }, { max: 3 }),
    // @ts-expect-error: only whole numbers are years
    field.decimal({ min: 1900, max: 2100, scale: 0, isYear: true }),
    // @ts-expect-error: options declared separately are checked too
    field.text(options),
  ]).toHaveLength(7)
})

test('dates and booleans need no options', () => {
  expect([field.date(), field.boolean(), field.dateTime()].map(({ options }) => options)).toEqual([
    {},
    {},
    {},
  ])
})

test.each<[mistake: string, path: string, value: unknown, said: string]>([
  [
    'a former name that is a current field',
    ...optionsOf('capacity', { renamedFrom: 'code' }),
    'equipment.capacity: former name "code" is a current field',
  ],
  [
    'a former name that is declared twice',
    ...optionsOf('capacity', { renamedFrom: ['places', 'places'] }),
    'equipment.capacity: former name "places" is declared twice',
  ],
  [
    'a fill value that is invalid for its field',
    ...optionsOf('capacity', { fill: 'ten' }),
    'equipment.capacity: invalid fill: "ten" is not a valid integer value (type.wrong)',
  ],
  [
    'truncation of existing numbers',
    ...optionsOf('capacity', { existingValues: 'truncate' }),
    "equipment.capacity: existingValues: 'truncate' requires text",
  ],
  [
    'a renamed choice that still exists',
    ...optionsOf('state', { renamed: { planned: 'bought' } }),
    'equipment.state: renamed: "planned" is still a choice',
  ],
  [
    'a choice that is renamed to an unknown one',
    ...optionsOf('state', { renamed: { wanted: 'planed' } }),
    'equipment.state: renamed: unknown choice "planed" as a replacement of "wanted". Did you mean "planned"?',
  ],
  [
    'a choice that is merged into an unknown one',
    ...optionsOf('state', { merged: { wanted: 'planed' } }),
    'equipment.state: merged: unknown choice "planed" as a replacement of "wanted". Did you mean "planned"?',
  ],
  [
    'a choice of a required field that is merged without a replacement',
    ...optionsOf('state', { merged: { wanted: null } }),
    'equipment.state: merged: "wanted" needs a replacement, because the field is required',
  ],
  [
    'a choice that is both renamed and merged',
    ...optionsOf('state', { renamed: { wanted: 'planned' }, merged: { wanted: 'bought' } }),
    'equipment.state: "wanted" is in both renamed and merged. Remove one of the two.',
  ],
  [
    'a circular renaming of choices',
    ...optionsOf('state', { renamed: { wanted: 'wished', wished: 'wanted' } }),
    'equipment.state: renamed: unknown choice "wished" as a replacement of "wanted"',
  ],
  [
    'merged choices of a number field',
    ...optionsOf('capacity', { merged: { few: 'many' } }),
    'equipment.capacity: unknown option "merged"',
  ],
  [
    'a removed field that still exists',
    'removedFields',
    ['code'],
    'equipment.removedFields: "code" is still a field',
  ],
])('%s is refused', (_, path, value, mistake) => {
  expect(mistakes([path, value]).join('\n')).toContain(mistake)
})

/** Returns the problems of an order with these lines. */
function mistakesInRows(inForm: object, lines: object = {}, order: object = {}): string[] {
  const rows = {
    order: field.integer({ min: 1, max: 30, optional: true }),
    orderId: field.reference('orders'),
  }
  const list = { columns: ['order'], sort: ['order'], filters: ['orderId'] }
  const orderLines = {
    ...equipment,
    name: 'lines',
    path: 'lines',
    title: ['orderId', 'order'],
    fields: rows,
    list,
    sections: {},
    rules: {},
    form: {},
  }
  const {
    workflow: _,
    actions: __,
    import: ___,
    ...plain
  } = { ...orderLines, access: {}, ...lines }
  const head = {
    ...{
      ...plain,
      name: 'orders',
      path: 'orders',
      title: ['code'],
      unique: [],
      sections: { lines: ['lines'] },
    },
    fields: { code: field.text({ max: 20 }), lines: { ...field.many('lines', 'orderId'), inForm } },
    list: { columns: ['code'], sort: ['code'] },
    ...order,
  }
  return mistakesOf(registry, { ...resources, lines: plain, orders: head })
}

test.each<[mistake: string, fields: object, more: object, said: readonly string[]]>([
  ['a correct declaration', {}, {}, []],
  [
    'a translated number',
    {
      credits: {
        ...field.integer({ min: 1, max: 9 }),
        options: { min: 1, max: 9, translated: true },
      },
    },
    {},
    ['lectures.credits: unknown option "translated"'],
  ],
  [
    'a translated field that is encrypted and in the university’s language',
    {
      secret: field.text({
        max: 20,
        optional: true,
        translated: true,
        encrypted: true,
        inUniversityLanguage: true,
      }),
    },
    {},
    [
      'lectures.secret: a translated field cannot have the option "inUniversityLanguage"',
      'lectures.secret: a translated field cannot have the option "encrypted"',
    ],
  ],
  [
    'a field with the name of another field’s translation',
    { nameDe: field.text({ max: 20, optional: true }) },
    {},
    ['lectures.nameDe: the name is reserved for a translation of "name". Use another name.'],
  ],
  [
    'a translation that is declared explicitly',
    {
      motto: field.text({ max: 20 }),
      mottoDe: field.text({
        max: 20,
        optional: true,
        translates: { field: 'motto', language: 'de' },
      }),
    },
    {},
    [
      'lectures.mottoDe: "motto" is not translated. Set translated: true on it, and remove this field.',
    ],
  ],
  [
    'a list column with a single translation',
    {},
    { list: { columns: ['name', 'nameDe'], sort: ['name'] } },
    ['lectures.list.columns: field "nameDe" is a translation of "name". Use "name".'],
  ],
])(
  'the check of %s reports exactly its mistakes, with their location',
  (_, fields, overrides, mistake) => {
    const lectures = asAnyResource(
      defineResource({
        ...{
          name: 'lectures',
          path: 'lectures',
          icon: 'flag',
          title: ['name'],
          sections: { general: ['name'] },
        },
        fields: { name: field.text({ max: 20, translated: true }), ...fields },
        list: { columns: ['name'], sort: ['name'] },
        access: { admin: { read: true } },
        ...overrides,
      } as Parameters<typeof defineResource>[0]),
    )
    expect(mistakesOf(registry, { ...resources, lectures })).toEqual(mistake)
  },
)

test('child rows in a form pass if they have no mistake', () => {
  expect(mistakesInRows({ max: 30, order: 'order' })).toEqual([])
})

test.each<[mistake: string, said: readonly string[], ...Parameters<typeof mistakesInRows>]>([
  [
    'an unknown property',
    ['orders.lines.inForm.max: missing', 'orders.lines.inForm: unknown property "maximum"'],
    { maximum: 3 },
  ],
  [
    'an unknown value of a property',
    [
      'orders.lines.inForm.missing: unknown value "removes", expected deactivate or remove. Did you mean "remove"?',
    ],
    { max: 3, missing: 'removes' },
  ],
  [
    'a limit above the maximum number of rows in a form',
    ['orders.lines.inForm: max 500 must be a whole number from 1 to 100'],
    { max: 500 },
  ],
  [
    'rows that cannot be deactivated',
    [
      `orders.lines.inForm: missing: 'deactivate' requires a boolean field isActive in "lines"`,
      `orders.lines.inForm: missing: 'deactivate' requires "isActive" in list.filters of "lines"`,
    ],
    { max: 3, missing: 'deactivate' },
  ],
  [
    'a misspelt order field',
    [
      'orders.lines.inForm: unknown order field "lines.ordr". Did you mean "order"?',
      'orders.lines.inForm: add order field "ordr" to list.sort of "lines"',
    ],
    { max: 3, order: 'ordr' },
  ],
  [
    'an order field that allows too few positions',
    ['orders.lines.inForm: order field "lines.order" must allow 1 to 40'],
    { max: 40, order: 'order' },
  ],
  [
    'a unique order field',
    [
      'orders.lines.inForm: order field "lines.order" must not be unique, because rows change places',
    ],
    { max: 3, order: 'order' },
    { unique: [['orderId', 'order']] },
  ],
  [
    'a field that is missing from the sections of the form',
    ['orders.lines.inForm: add "lines" to a section of "orders"'],
    { max: 3 },
    {},
    { sections: {} },
  ],
])(
  'in child rows, %s is refused with its location',
  (_, mistake, inForm, lines = {}, order = {}) => {
    expect(mistakesInRows(inForm, lines, order)).toEqual(mistake)
  },
)

test.each<[mistake: string, path: string, value: unknown, said: string | readonly string[]]>([
  [
    'a misspelt field in a sum',
    'rules.plausible.check',
    { capacity: { lte: { value: { add: ['capcity', 2] } } } },
    'equipment.rules.plausible: unknown field "capcity". Did you mean "capacity"?',
  ],
  [
    'a misspelt function',
    'rules.plausible.check',
    { expression: { multply: ['capacity', 2] }, is: { lte: 10 } },
    'equipment.rules.plausible: unknown function "multply". Did you mean "multiply"?',
  ],
  [
    'a date used as a number',
    'rules.plausible.check',
    { capacity: { lte: { value: { multiply: ['boughtOn', 2] } } } },
    'equipment.rules.plausible: expected a number, got boughtOn',
  ],
  [
    'a number compared with a computed date',
    'rules.plausible.check',
    { capacity: { lte: { value: { add: ['boughtOn', { years: 2 }] } } } },
    'equipment.rules.plausible: cannot compare "capacity" (type integer) with boughtOn + 2 years (type date)',
  ],
  [
    'a difference between dates compared with a date',
    'rules.plausible.check',
    { expression: { subtract: [{ date: 'today' }, 'boughtOn'] }, is: { gte: '2026-01-01' } },
    'equipment.rules.plausible: cannot compare today - boughtOn with "2026-01-01"',
  ],
  [
    'a number added to a date',
    'rules.plausible.check',
    { boughtOn: { lte: { value: { add: ['boughtOn', 2] } } } },
    'equipment.rules.plausible: cannot add 2 to a date, expected a duration such as { days: 1 }',
  ],
  [
    'an unsupported comparison in optionsWhere',
    ...optionsOf('departmentId', { optionsWhere: { name: { gt: 3 } } }),
    [
      'equipment.departmentId.optionsWhere: unknown operator "gt" for "departments.name". Did you mean "gte"?',
      'equipment.departmentId.optionsWhere: "departments.name" needs exactly one of in, ne, and gte or lte',
    ],
  ],
  [
    'a comparison in optionsWhere with a field of another type',
    ...optionsOf('departmentId', { optionsWhere: { isActive: { gte: { value: 'boughtOn' } } } }),
    [
      'equipment.departmentId.optionsWhere: cannot compare "departments.isActive" (type boolean) with "boughtOn" (type date)',
      'equipment.departmentId.optionsWhere: operator "gte" does not apply to "departments.isActive" (type boolean)',
    ],
  ],
  [
    'a grant condition with a misspelt field of another record',
    'access.secretary.read',
    { where: { 'departmentId.headOfDepartmentId.usrId': { eq: { user: 'id' } } } },
    'equipment.access.secretary.read: unknown field "professors.usrId". Did you mean "userId"?',
  ],
  [
    'a path through a field that is not a reference',
    'access.secretary.read',
    { where: { 'state.name': { eq: 'x' } } },
    'equipment.access.secretary.read: cannot follow "equipment.state", which is not a reference',
  ],
  [
    'a value of another type at the end of a path',
    'access.secretary.read',
    { where: { 'departmentId.isActive': { eq: 'yes' } } },
    'equipment.access.secretary.read: cannot compare "departmentId.isActive" (type boolean) with "yes"',
  ],
  [
    'a path to another record in a view',
    'list.views.large.where',
    { 'departmentId.isActive': { eq: true } },
    'equipment.list.views.large: unknown field "departmentId.isActive"',
  ],
  [
    'a path in the condition of a create grant',
    'access.secretary',
    { read: true, create: { where: { 'departmentId.isActive': { eq: true } } } },
    'equipment.access.secretary.create: cannot read departmentId.isActive: a new record has no references yet. Use fields of the record itself.',
  ],
  [
    'a misspelt field in a computed value',
    ...optionsOf('secret', { computed: { value: { join: ['cod', 'departmentId.nam'], by: ' ' } } }),
    [
      'equipment.secret: unknown field "cod". Did you mean "code"?',
      'equipment.secret: unknown field "departmentId.nam". Did you mean "departmentId.name"?',
    ],
  ],
  [
    'a number computed for a date field',
    ...optionsOf('boughtOn', { computed: { value: { multiply: ['capacity', 2] } } }),
    'equipment.boughtOn: the expression has type number, but the field has type date',
  ],
  [
    'a computed value with more decimals than its field',
    ...optionsOf('capacity', {
      computed: { value: { multiply: [0.25, { subtract: [{ date: 'today' }, 'boughtOn'] }] } },
    }),
    'equipment.capacity: the expression has up to 2 decimals, but the field keeps 0. Use round or cut.',
  ],
  [
    'a computed value that can be empty in a required field',
    ...optionsOf('code', { computed: { value: 'departmentId.name' }, unique: undefined }),
    [
      'equipment.code: must be optional, because the expression can be empty',
      'equipment.import.key: not unique: code. Declare the fields as unique.',
    ],
  ],
  [
    'a computed value that reveals a field to roles that may not read it',
    ...optionsOf('code', {
      computed: { value: { first: ['secret', { text: '-' }] } },
      unique: undefined,
    }),
    [
      'equipment.code: readable by secretary, who may not read "secret". Give it the same read option.',
      'equipment.import.key: not unique: code. Declare the fields as unique.',
    ],
  ],
  [
    'an unknown property of a computed value',
    ...optionsOf('code', { computed: { valeu: 'secret' } }),
    'equipment.code.computed: expected the name of a computed value or { value: … }',
  ],
])('in an expression or a path, %s is refused with its location', (_, path, value, mistake) => {
  expect(mistakes([path, value])).toEqual([mistake].flat())
})

test('a misspelt field in the expression of a rule does not compile', () => {
  const loans = defineResource({
    name: 'loans',
    path: 'loans',
    icon: 'flag',
    title: [],
    fields: { dueOn: field.date(), returnedOn: field.date({ optional: true }) },
    sections: {},
    list: { columns: [], sort: [] },
    rules: {
      inTime: {
        // @ts-expect-error: the field is called dueOn
        check: { returnedOn: { lte: { value: { add: ['dueOm', { days: 3 }] } } } },
        field: 'returnedOn',
      },
      soon: {
        // @ts-expect-error: the function is called subtract
        check: { expression: { subtrct: ['returnedOn', 'dueOn'] }, is: { lte: 3 } },
        field: 'returnedOn',
      },
    },
    access: {},
  })
  expect(Object.keys(loans.rules ?? {})).toHaveLength(2)
})

test('a computed field that reads a misspelt field does not compile', () => {
  const loans = defineResource({
    name: 'loans',
    path: 'loans',
    icon: 'flag',
    title: [],
    fields: {
      bookId: field.reference('books'),
      dueOn: field.date(),
      shelf: field.text({ max: 20, computed: { value: 'bookId.shelf' } }),
      reminderOn: field.date({ computed: { value: { add: ['dueOn', { days: 3 }] } } }),
      // @ts-expect-error: the field is called dueOn
      lastOn: field.date({ computed: { value: { max: ['dueOm', { date: 'today' }] } } }),
      // @ts-expect-error: the reference is called bookId
      place: field.text({
        max: 20,
        computed: { value: { join: ['shelf', 'book.room'], by: ', ' } },
      }),
    },
    sections: {},
    list: { columns: [], sort: [] },
    access: {},
  })
  expect(Object.keys(loans.fields)).toHaveLength(6)
})
