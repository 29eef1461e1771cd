/** Mistakes in declarations: startup reports each with its place and a suggestion. */
import { expect, test } from 'vitest'
import { checkRegistry, mistakesOf } from '#model/checks/registry.ts'
import { field } from '#model/field.ts'
import { asAnyResource } from '#model/registry.ts'
import { defineResource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'

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
      departmentId: field.reference('departments', { optional: true, optionsWhere: { isActive: true } }),
    },
    sections: { general: ['code', 'secret', 'capacity', 'boughtOn', 'isActive', 'state', 'departmentId'] },
    list: { columns: ['code', 'capacity'], sort: ['code'], views: { large: { where: { capacity: { gt: 100 } } } } },
    rules: { plausible: { check: { capacity: { lt: 400 } }, field: 'capacity' } },
    form: { secret: { visibleWhen: { isActive: { eq: true } } } },
    workflow: { field: 'state', initial: 'planned', transitions: { buy: { from: ['planned'], to: 'bought', roles: ['admin'] } } },
    actions: { empty: { on: ['row'], roles: ['admin'], set: { capacity: 1 } } },
    access: { admin: { read: true, update: true, import: true }, secretary: { read: { where: { isActive: { eq: true } } } } },
    import: { key: ['code'] },
  }),
)

/** Returns the problems of the declaration after replacing the value at each path. */
function mistakes(...planted: readonly (readonly [path: string, value: unknown])[]): string[] {
  const copy: { [key: string]: unknown } = structuredClone({ ...equipment })
  for (const [path, value] of planted) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    // Every part of the path is an object.
    const within = keys.reduce((part, key) => part[key] as typeof copy, copy)
    within[last] = value
  }
  return mistakesOf({ ...resources, equipment: copy })
}
const optionsOf = (name: string, more: object) => [`fields.${name}.options`, { ...equipment.fields[name]?.options, ...more }] as const

test('an export without a password contradicts logged reads and encrypted fields, and is an explicit exception elsewhere', () => {
  const open = [
    ['access.admin.export', true],
    ['exportAsksPassword', false],
  ] as const
  const expectedMistake = 'equipment.exportAsksPassword lets files out without the password, though reads are logged or fields encrypted'
  expect(mistakes(...open)).toEqual([])
  expect(mistakes(...open, ['logsReads', true])).toEqual([expectedMistake])
  expect(mistakes(...open, optionsOf('code', { encrypted: true, unique: undefined }))).toContain(expectedMistake)
})

test('a declaration without mistakes passes', () => {
  expect(mistakes()).toEqual([])
})

test('a title made only of optional fields is refused, whatever their type', () => {
  const owner = { ...equipment.fields, professorId: field.reference('professors', { optional: true }), label: field.text({ max: 20 }) }
  const titled = (title: readonly string[], rules: object = {}) =>
    mistakes(['fields', owner], ['title', title], ['rules', rules]).filter((said) => said.startsWith('equipment.title'))
  expect(titled(['secret'])).toEqual(['equipment.title may be empty, since secret may: name a field too that always has a value'])
  expect(titled(['departmentId', 'secret'])).toEqual([
    'equipment.title may be empty, since departmentId, secret may: name a field too that always has a value',
  ])
  expect(titled(['departmentId', 'label'])).toEqual([
    'equipment.title is only label where departmentId is empty, and other records may read alike',
  ])
  const ofSomebody = {
    check: { or: [{ departmentId: { isNull: false } }, { professorId: { isNull: false } }] },
    field: 'departmentId',
  }
  expect(titled(['departmentId', 'label'], { ofSomebody })).toEqual([
    'equipment.title names departmentId, but not professorId, which a record has instead: name both',
  ])
  expect(titled(['departmentId', 'professorId', 'label'], { ofSomebody })).toEqual([])
  expect(titled(['departmentId', 'code'])).toEqual([])
  expect(titled(['label', 'secret'])).toEqual([])
})

test.each<[mistake: string, path: string, value: unknown, said: string]>([
  [
    'a file without the password of records whose reads are logged',
    'exportAsksPassword',
    false,
    'equipment.exportAsksPassword speaks of files of records, and no role may export them',
  ],
  ['a power of nobody', ...optionsOf('code', { power: 'money', write: [] }), 'equipment.code says power, and nobody writes the field'],
  [
    'the password for a field that nobody writes',
    ...optionsOf('code', { asksPassword: true, write: [] }),
    'equipment.code says asksPassword, and nobody writes the field',
  ],
  ['a power that there is not', 'power', 'magic', 'equipment.power is "magic", no word of the language'],
  [
    'a shape that could keep the program busy',
    ...optionsOf('code', { matches: '(A+)+', example: 'AA' }),
    'equipment.code.matches has an expression that repeats a part that can match in several ways, which can keep a program busy for ever',
  ],
  [
    'a shape that its own example has not',
    ...optionsOf('code', { matches: '[A-Z]{2}', example: 'A1' }),
    'equipment.code.matches does not let its own example A1 through',
  ],
  [
    'a shape without an example',
    ...optionsOf('code', { matches: '[A-Z]{2}' }),
    'equipment.code.matches needs an example, which people are shown',
  ],
  [
    'a shape beside a pattern',
    ...optionsOf('code', { matches: '[A-Z]+', example: 'AB', pattern: 'code' }),
    'equipment.code.matches has the pattern code as well, and a text has one shape',
  ],
  [
    'a default that is reckoned to no day',
    ...optionsOf('boughtOn', { default: { subtract: [{ date: 'today' }, { date: 'today' }] } }),
    "equipment.boughtOn.default has a default that is no day whatever the record holds, such as { date: 'today' }",
  ],
  [
    'links to an unknown entity',
    'fields.links',
    { kind: 'links', to: 'departmens', options: { optional: true } },
    'equipment.links refers to the unknown resource departmens: did you mean departments?',
  ],
  [
    'links that a migration would have to fill',
    'fields.links',
    { kind: 'links', to: 'departments', options: { fill: 'x' } },
    'equipment.links is filled with "x", which is no value of a field of the kind links (type.wrong)',
  ],
  [
    'links with a misspelt field in their conditions',
    'fields.links',
    { kind: 'links', to: 'departments', options: { optional: true, optionsWhere: { isActiv: true } } },
    'equipment.links.optionsWhere names the unknown field departments.isActiv: did you mean isActive?',
  ],
  [
    'more links than a record can have',
    'fields.links',
    { kind: 'links', to: 'departments', options: { optional: true, max: 5000 } },
    'equipment.links has max 5000, and takes 1 to 500 records',
  ],
  [
    'one of several values that a field has only one of',
    'access.secretary.read',
    { where: { state: { has: 'planned' } } },
    'equipment.access.secretary.read compares state, a field of the kind choice, with "planned" by has, which is for fields of several values',
  ],
  [
    'a sum of rows that there are not',
    'fields.total',
    { kind: 'integer', options: { min: 0, max: 9, computed: { value: { sum: 'lines.copies' } } } },
    'equipment.total reads the unknown field lines.copies',
  ],
  [
    'an unknown option that opens a field',
    ...optionsOf('secret', { raed: ['admin'] }),
    'equipment.secret has the unknown option raed: did you mean read?',
  ],
  [
    'an unknown option that would leave a field empty',
    ...optionsOf('code', { optinal: true }),
    'equipment.code has the unknown option optinal: did you mean optional?',
  ],
  ['an option of another program', ...optionsOf('capacity', { maximum: 5 }), 'equipment.capacity has the unknown option maximum'],
  ['an option of another kind', ...optionsOf('boughtOn', { pattern: 'code' }), 'equipment.boughtOn has the unknown option pattern'],
  ...[field.decimal({ min: 1900, max: 2100, scale: 1 }), field.money({ min: 1900, max: 2100 }), field.date(), field.text({ max: 4 })].map(
    ({ kind, options }): [string, string, unknown, string] => [
      `a year of the kind ${kind}`,
      'fields.boughtOn',
      { kind, options: { ...options, isYear: true } },
      'equipment.boughtOn has the unknown option isYear',
    ],
  ),
  ['an unknown word beside the options', 'fields.state.choises', {}, 'equipment.state has the unknown word choises: did you mean choices?'],
  ['an unknown kind', 'fields.capacity.kind', 'integr', 'equipment.capacity is of the unknown kind integr: did you mean integer?'],
  [
    'an unknown pattern',
    ...optionsOf('code', { pattern: 'personNam' }),
    'equipment.code.pattern is "personNam", no word of the language: did you mean personName?',
  ],
  [
    'an unknown colour',
    'fields.state.choices',
    { planned: { color: 'gren' }, bought: {} },
    'equipment.state.choices.planned.color is "gren", no word of the language: did you mean green?',
  ],
  [
    'an unknown role of a field',
    ...optionsOf('secret', { read: ['admin', 'dean'] }),
    'equipment.secret.read.1 is "dean", not admin or secretary or professor or student',
  ],
  ['an unknown role', 'access.dean', { read: true }, 'equipment.access has the unknown word dean'],
  ['an unknown grant', 'access.admin.raed', true, 'equipment.access.admin has the unknown word raed: did you mean read?'],
  ['rows that are no rows', 'access.admin.read', 'all', 'equipment.access.admin.read is neither true, nor { where: … }, nor { scope: … }'],
  ['an unknown part of the declaration', 'acess', {}, 'equipment has the unknown word acess: did you mean access?'],
  ['a part that is missing', 'sections', undefined, 'equipment.sections is missing'],
  ['a text where a number belongs', ...optionsOf('capacity', { min: '1' }), 'equipment.capacity.min is "1", where a number belongs'],
  [
    'an unknown field in sections',
    'sections.general',
    ['capcity'],
    'equipment.sections names the unknown field capcity: did you mean capacity?',
  ],
  [
    'an unknown field among the columns',
    'list.columns',
    ['capcity'],
    'equipment.list.columns names the unknown field capcity: did you mean capacity?',
  ],
  [
    'an unknown field in the key of files',
    'import.beside',
    ['cod'],
    'equipment.import.key names the unknown field cod: did you mean code?',
  ],
  ['an unknown field of a workflow', 'workflow.field', 'stat', 'equipment.workflow needs stat to be a choice'],
  [
    'a condition on a missing field',
    'form.secret.visibleWhen',
    { activ: { eq: true } },
    'equipment.form.secret reads the unknown field activ',
  ],
  [
    'a rule for a missing field',
    'rules.plausible.field',
    'capcity',
    'equipment.rules.plausible names the unknown field capcity: did you mean capacity?',
  ],
  [
    'an unknown other side of a comparison',
    'rules.plausible.check',
    { capacity: { gt: { value: 'capcity' } } },
    'equipment.rules.plausible reads the unknown field capcity: did you mean capacity?',
  ],
  [
    'an unknown field of what is referred to',
    ...optionsOf('departmentId', { optionsWhere: { isActiv: true } }),
    'equipment.departmentId.optionsWhere names the unknown field departments.isActiv: did you mean isActive?',
  ],
  [
    'an unknown reference',
    'fields.departmentId.to',
    'departmnts',
    'equipment.departmentId refers to the unknown resource departmnts: did you mean departments?',
  ],
  [
    'an unknown state',
    'workflow.transitions.buy.to',
    'boght',
    'equipment.workflow.buy names the unknown state boght: did you mean bought?',
  ],
  [
    'an unknown comparison',
    'list.views.large.where',
    { capacity: { gtt: 3 } },
    'equipment.list.views.large compares capacity by the unknown gtt: did you mean gt?',
  ],
  ['limits the wrong way round', ...optionsOf('code', { min: 30 }), 'equipment.code has min 30 above max 20'],
  [
    'an unknown default of a choice',
    ...optionsOf('state', { default: 'planed' }),
    'equipment.state has the unknown default planed: did you mean planned?',
  ],
  [
    'a number compared with a text in a rule',
    'rules.plausible.check',
    { capacity: { eq: 'abc' } },
    'equipment.rules.plausible compares capacity, a field of the kind integer, with "abc"',
  ],
  [
    'a number compared with a text in a view',
    'list.views.large.where',
    { capacity: { eq: 'abc' } },
    'equipment.list.views.large compares capacity, a field of the kind integer, with "abc"',
  ],
  [
    'a day compared with a number',
    'list.views.large.where',
    { boughtOn: { gt: { value: 'capacity' } } },
    'equipment.list.views.large compares boughtOn, a field of the kind date, with capacity, which is of the kind integer',
  ],
  [
    'a choice compared with what is none of it',
    'list.views.large.where',
    { state: { in: ['boght'] } },
    'equipment.list.views.large compares state, a field of the kind choice, with "boght": did you mean bought?',
  ],
  [
    'rows by a value of another kind',
    'access.secretary.read',
    { where: { isActive: { eq: 'yes' } } },
    'equipment.access.secretary.read compares isActive, a field of the kind boolean, with "yes"',
  ],
  [
    'an action that sets a text into a number',
    'actions.empty.set',
    { capacity: 'abc' },
    'equipment.actions.empty sets capacity to "abc", which is no value of a field of the kind integer (type.wrong)',
  ],
  [
    'a default with a fraction for whole numbers',
    ...optionsOf('capacity', { default: 3.5 }),
    'equipment.capacity has the default 3.5, which is no value of a field of the kind integer (number.notInteger)',
  ],
  [
    'a default longer than its field',
    ...optionsOf('code', { default: 'x'.repeat(21) }),
    `equipment.code has the default "${'x'.repeat(21)}", which is no value of a field of the kind text (text.tooLong)`,
  ],
  [
    'a word for a field that there is not',
    'texts',
    { fields: { capcity: 'Places' } },
    'equipment.texts.fields.capcity names what is not there: did you mean capacity?',
  ],
  [
    'an action with the name of what every record can do',
    'actions',
    { update: { on: ['row'], roles: ['admin'], set: {} } },
    'equipment.actions.update has the name of something that every record can do: call it otherwise than update',
  ],
  [
    'a key of files that nobody may use',
    'access.admin',
    { read: true, update: true },
    'equipment.import says the key of rows in files, and no role may import or export them: grant it in access, or leave the key out',
  ],
])('%s is refused with its place and a suggestion', (_, path, value, said) => {
  expect(mistakes([path, value])).toEqual([said])
})

test('all mistakes are reported at once', () => {
  const found = mistakes(
    ['acess', {}],
    optionsOf('secret', { raed: [] }),
    ['list.sort', ['nothing']],
    ['actions.empty.set', { capacity: 'abc' }],
  )
  expect(found).toHaveLength(4)
  expect(() => checkRegistry({ equipment: { ...equipment, acess: {}, title: ['nothing'] } })).toThrow(/acess[\s\S]+title/)
})

test('an option that a field type does not have does not compile', () => {
  const options = { max: 3, raed: ['admin'] } as const
  expect([
    // @ts-expect-error: the option is called read
    field.longText({ max: 300, raed: ['admin'] }),
    // @ts-expect-error: the option is called optional
    field.email({ optinal: true }),
    // @ts-expect-error: the option is called unique
    field.integer({ min: 1, max: 2, uniqe: true }),
    // @ts-expect-error: a day has no pattern
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
  expect([field.date(), field.boolean(), field.dateTime()].map(({ options }) => options)).toEqual([{}, {}, {}])
})

test.each<[mistake: string, path: string, value: unknown, said: string]>([
  ['a former name that is a field', ...optionsOf('capacity', { was: 'code' }), 'equipment.capacity was code, which is a field of its own'],
  ['a former name twice', ...optionsOf('capacity', { was: ['places', 'places'] }), 'equipment.capacity was places, which is said twice'],
  [
    'a filling that the field cannot hold',
    ...optionsOf('capacity', { fill: 'ten' }),
    'equipment.capacity is filled with "ten", which is no value',
  ],
  ['a number that is cut', ...optionsOf('capacity', { map: 'cut' }), 'equipment.capacity is cut, which only text can be'],
  [
    'a choice that is still there',
    ...optionsOf('state', { map: { planned: 'bought' } }),
    'equipment.state maps planned, which it still has',
  ],
  [
    'a choice that leads nowhere',
    ...optionsOf('state', { map: { wanted: 'planed' } }),
    'equipment.state maps wanted to the unknown choice planed: did you mean planned?',
  ],
  [
    'a renamed choice that is still there',
    ...optionsOf('state', { renamed: { planned: 'bought' } }),
    'equipment.state renames planned, which it still has',
  ],
  [
    'a choice that is renamed to an unknown one',
    ...optionsOf('state', { renamed: { wanted: 'planed' } }),
    'equipment.state renames wanted to the unknown choice planed: did you mean planned?',
  ],
  [
    'a choice that is merged into an unknown one',
    ...optionsOf('state', { merged: { wanted: 'planed' } }),
    'equipment.state merges wanted to the unknown choice planed: did you mean planned?',
  ],
  [
    'a choice that is merged to nothing, where there must be one',
    ...optionsOf('state', { merged: { wanted: null } }),
    'equipment.state merges wanted to nothing, and must have a value',
  ],
  [
    'a choice that is renamed and merged',
    ...optionsOf('state', { renamed: { wanted: 'planned' }, merged: { wanted: 'bought' } }),
    'equipment.state renames and merges wanted: say one of the two',
  ],
  [
    'choices that are renamed in a circle',
    ...optionsOf('state', { renamed: { wanted: 'wished', wished: 'wanted' } }),
    'equipment.state renames wanted to the unknown choice wished',
  ],
  ['former choices of a number', ...optionsOf('capacity', { merged: { few: 'many' } }), 'equipment.capacity has the unknown option merged'],
  ...['wanted', 'wished'].map((value): [string, string, unknown, string] => [
    `a choice that becomes one of today, in the words of before: ${value} of two`,
    ...optionsOf('state', { map: { wanted: 'planned', wished: 'planned' } }),
    `equipment.state maps ${value} to planned, which leaves open whether records had planned before: say renamed: { ${value}: 'planned' } where ${value} only got another name, or merged: { ${value}: 'planned' }`,
  ]),
  [
    'one choice that becomes one of today, in the words of before',
    ...optionsOf('state', { map: { wanted: 'planned' } }),
    "say renamed: { wanted: 'planned' } where wanted only got another name, or merged: { wanted: 'planned' } where its records became planned like others",
  ],
  [
    'a choice that has become another since, in the words of before',
    ...optionsOf('state', { map: { wished: 'wanted' }, renamed: { wanted: 'planned' } }),
    "say renamed: { wished: 'wanted' }",
  ],
  ['a field that is gone and there', 'gone', ['code'], 'equipment.gone names code, which is still a field'],
])('%s is refused', (_, path, value, said) => {
  expect(mistakes([path, value]).join('\n')).toContain(said)
})

/** Returns the problems of an order with these lines. */
function mistakesInRows(inForm: object, lines: object = {}, order: object = {}): string[] {
  const rows = { order: field.integer({ min: 1, max: 30, optional: true }), orderId: field.reference('orders') }
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
  const { workflow: _, actions: __, import: ___, ...plain } = { ...orderLines, access: {}, ...lines }
  const head = {
    ...{ ...plain, name: 'orders', path: 'orders', title: ['code'], unique: [], sections: { lines: ['lines'] } },
    fields: { code: field.text({ max: 20 }), lines: { ...field.many('lines', 'orderId'), inForm } },
    list: { columns: ['code'], sort: ['code'] },
    ...order,
  }
  return mistakesOf({ ...resources, lines: plain, orders: head })
}

test.each<[mistake: string, fields: object, more: object, said: readonly string[]]>([
  ['no mistake', {}, {}, []],
  [
    'a value of another kind in several languages',
    { credits: { ...field.integer({ min: 1, max: 9 }), options: { min: 1, max: 9, translated: true } } },
    {},
    ['lectures.credits has the unknown option translated'],
  ],
  [
    'a text of one language in several',
    { secret: field.text({ max: 20, optional: true, translated: true, encrypted: true, ofUniversity: true }) },
    {},
    ['lectures.secret is translated, so it cannot be ofUniversity', 'lectures.secret is translated, so it cannot be encrypted'],
  ],
  [
    'a field with the name of another in a language',
    { nameDe: field.text({ max: 20, optional: true }) },
    {},
    ['lectures.nameDe has the name of name in another language: call it otherwise'],
  ],
  [
    'a language that is written by hand',
    { motto: field.text({ max: 20 }), mottoDe: field.text({ max: 20, optional: true, translates: { field: 'motto', language: 'de' } }) },
    {},
    ['lectures.mottoDe says motto, which is not translated: write translated there, and nothing here'],
  ],
  [
    'a column of one language',
    {},
    { list: { columns: ['name', 'nameDe'], sort: ['name'] } },
    ['lectures.list.columns names nameDe, which is name in another language: name name'],
  ],
])('%s is refused with its place', (_, fields, more, said) => {
  const lectures = asAnyResource(
    defineResource({
      ...{ name: 'lectures', path: 'lectures', icon: 'flag', title: ['name'], sections: { general: ['name'] } },
      fields: { name: field.text({ max: 20, translated: true }), ...fields },
      list: { columns: ['name'], sort: ['name'] },
      access: { admin: { read: true } },
      ...more,
    } as Parameters<typeof defineResource>[0]),
  )
  expect(mistakesOf({ ...resources, lectures })).toEqual(said)
})

test('child rows in a form pass if they have no mistake', () => {
  expect(mistakesInRows({ max: 30, order: 'order' })).toEqual([])
})

test.each<[mistake: string, said: readonly string[], ...Parameters<typeof mistakesInRows>]>([
  ['an unknown word', ['orders.lines.inForm.max is missing', 'orders.lines.inForm has the unknown word maximum'], { maximum: 3 }],
  [
    'a word of another thing',
    ['orders.lines.inForm.missing is "removes", not setAside or remove: did you mean remove?'],
    { max: 3, missing: 'removes' },
  ],
  ['more rows than a form takes', ['orders.lines.inForm has max 500, and takes 1 to 100 rows'], { max: 500 }],
  [
    'rows that cannot be set aside',
    [
      'orders.lines.inForm sets rows aside, and lines has no isActive that says so',
      'orders.lines.inForm sets rows aside, and needs isActive among the filters of lines',
    ],
    { max: 3, missing: 'setAside' },
  ],
  [
    'a misspelt order',
    [
      'orders.lines.inForm is ordered by the unknown field lines.ordr: did you mean order?',
      'orders.lines.inForm is ordered by lines.ordr, which the list of lines is not sorted by',
    ],
    { max: 3, order: 'ordr' },
  ],
  ['an order without room', ['orders.lines.inForm is ordered by lines.order, which has no room for 1 to 40'], { max: 40, order: 'order' }],
  [
    'an order that may not change places',
    ['orders.lines.inForm is ordered by lines.order, which must not be unique: rows change places'],
    { max: 3, order: 'order' },
    { unique: [['orderId', 'order']] },
  ],
  [
    'rows without a place in the form',
    ['orders.lines.inForm is edited in the form, and needs lines in a section of orders'],
    { max: 3 },
    {},
    { sections: {} },
  ],
])('%s is refused with its place in child rows', (_, said, inForm, lines = {}, order = {}) => {
  expect(mistakesInRows(inForm, lines, order)).toEqual(said)
})

test.each<[mistake: string, path: string, value: unknown, said: string | readonly string[]]>([
  [
    'a misspelt field in a sum',
    'rules.plausible.check',
    { capacity: { lte: { value: { add: ['capcity', 2] } } } },
    'equipment.rules.plausible reads the unknown field capcity: did you mean capacity?',
  ],
  [
    'a misspelt word of a sum',
    'rules.plausible.check',
    { reckoned: { multply: ['capacity', 2] }, is: { lte: 10 } },
    'equipment.rules.plausible reckons by the unknown word multply: did you mean multiply?',
  ],
  [
    'a day reckoned with as a number',
    'rules.plausible.check',
    { capacity: { lte: { value: { multiply: ['boughtOn', 2] } } } },
    'equipment.rules.plausible reckons with boughtOn, where a number belongs',
  ],
  [
    'a number compared with a day that is reckoned',
    'rules.plausible.check',
    { capacity: { lte: { value: { add: ['boughtOn', { years: 2 }] } } } },
    'equipment.rules.plausible compares capacity, a field of the kind integer, with boughtOn + 2 years, which is a day',
  ],
  [
    'a span that is compared with what is reckoned',
    'rules.plausible.check',
    { reckoned: { subtract: [{ date: 'today' }, 'boughtOn'] }, is: { gte: '2026-01-01' } },
    'equipment.rules.plausible compares today - boughtOn with "2026-01-01"',
  ],
  [
    'a number added to a day',
    'rules.plausible.check',
    { boughtOn: { lte: { value: { add: ['boughtOn', 2] } } } },
    'equipment.rules.plausible adds 2 to a day, where a span such as { days: 1 } belongs',
  ],
  [
    'a comparison of options that the language does not have',
    ...optionsOf('departmentId', { optionsWhere: { name: { gt: 3 } } }),
    [
      'equipment.departmentId.optionsWhere compares departments.name by the unknown gt: did you mean gte?',
      'equipment.departmentId.optionsWhere asks of departments.name none or several of in, ne, and gte with lte',
    ],
  ],
  [
    'a comparison of options with a field of another kind',
    ...optionsOf('departmentId', { optionsWhere: { isActive: { gte: { value: 'boughtOn' } } } }),
    [
      'equipment.departmentId.optionsWhere compares departments.isActive, a boolean, with boughtOn, which is a date',
      'equipment.departmentId.optionsWhere compares departments.isActive by gte, which its values have not',
    ],
  ],
  [
    'rows by a misspelt field of another record',
    'access.secretary.read',
    { where: { 'departmentId.headOfDepartmentId.usrId': { eq: { user: 'id' } } } },
    'equipment.access.secretary.read reads the unknown field professors.usrId: did you mean userId?',
  ],
  [
    'rows by a path through what is no reference',
    'access.secretary.read',
    { where: { 'state.name': { eq: 'x' } } },
    'equipment.access.secretary.read reaches through equipment.state, which is no reference',
  ],
  [
    'rows by a value of another kind at the end of a path',
    'access.secretary.read',
    { where: { 'departmentId.isActive': { eq: 'yes' } } },
    'equipment.access.secretary.read compares departmentId.isActive, a field of the kind boolean, with "yes"',
  ],
  [
    'a path in a view, which reads the record alone',
    'list.views.large.where',
    { 'departmentId.isActive': { eq: true } },
    'equipment.list.views.large reads the unknown field departmentId.isActive',
  ],
  [
    'a path for records that are still to be made',
    'access.secretary',
    { read: true, create: { where: { 'departmentId.isActive': { eq: true } } } },
    'equipment.access.secretary.create reads departmentId.isActive, and a new record refers to nothing yet',
  ],
  [
    'a misspelt field that a value is computed from',
    ...optionsOf('secret', { computed: { value: { join: ['cod', 'departmentId.nam'], by: ' ' } } }),
    [
      'equipment.secret reads the unknown field cod: did you mean code?',
      'equipment.secret reads the unknown field departmentId.nam: did you mean departmentId.name?',
    ],
  ],
  [
    'a number computed for a day',
    ...optionsOf('boughtOn', { computed: { value: { multiply: ['capacity', 2] } } }),
    'equipment.boughtOn is a field of the kind date, and what it is computed from comes to a number',
  ],
  [
    'more decimals than the field keeps',
    ...optionsOf('capacity', { computed: { value: { multiply: [0.25, { subtract: [{ date: 'today' }, 'boughtOn'] }] } } }),
    'equipment.capacity keeps 0 decimals, and what it is computed from has up to 2: round or cut it',
  ],
  [
    'a value that may be missing where it must not',
    ...optionsOf('code', { computed: { value: 'departmentId.name' }, unique: undefined }),
    ['equipment.code can come to nothing, so it must be optional', 'equipment.import.key is not unique: code'],
  ],
  [
    'a value that tells what its reader may not read',
    ...optionsOf('code', { computed: { value: { first: ['secret', { text: '-' }] } }, unique: undefined }),
    ['equipment.code is read by secretary, who may not read secret: give it the same read', 'equipment.import.key is not unique: code'],
  ],
  [
    'an unknown word of a computed value',
    ...optionsOf('code', { computed: { valeu: 'secret' } }),
    'equipment.code.computed is neither the name of a computed value nor { value: … }',
  ],
])('%s is refused with its place in an expression', (_, path, value, said) => {
  expect(mistakes([path, value])).toEqual([said].flat())
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
      // @ts-expect-error: the field is called dueOn
      inTime: { check: { returnedOn: { lte: { value: { add: ['dueOm', { days: 3 }] } } } }, field: 'returnedOn' },
      // @ts-expect-error: the word is called subtract
      soon: { check: { reckoned: { subtrct: ['returnedOn', 'dueOn'] }, is: { lte: 3 } }, field: 'returnedOn' },
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
      place: field.text({ max: 20, computed: { value: { join: ['shelf', 'book.room'], by: ', ' } } }),
    },
    sections: {},
    list: { columns: [], sort: [] },
    access: {},
  })
  expect(Object.keys(loans.fields)).toHaveLength(6)
})
