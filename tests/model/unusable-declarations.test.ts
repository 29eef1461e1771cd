/**
 * Declarations that are well formed but could never work: startup refuses each with its location
 * and a remedy.
 */

import { mistakesOf } from '@matricola/schema/checks/registry.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { registry, resources } from '#resources/index.ts'

const laboratories = asAnyResource(
  defineResource({
    name: 'laboratories',
    path: 'laboratories',
    icon: 'flag',
    title: ['code'],
    fields: {
      code: field.text({ max: 20, unique: true }),
      tag: field.text({ max: 20, optional: true, encrypted: true }),
      hint: field.text({ max: 20, optional: true, read: ['admin'] }),
      seats: field.integer({ min: 1, max: 500 }),
      boughtOn: field.date({ optional: true }),
      scan: field.file({ accept: ['pdf'], optional: true }),
      tools: field.set({ saw: {}, drill: {} }, { optional: true }),
      isActive: field.boolean({ default: true }),
      state: field.choice({ planned: {}, open: {}, closed: {} }, { default: 'planned' }),
      kind: field.choice({ wet: {}, dry: {} }, { optional: true }),
      headId: field.reference('professors', { optional: true }),
      deputyId: field.reference('professors', { optional: true }),
      ownerId: field.reference('users', { optional: true }),
      departmentId: field.reference('departments', { optional: true }),
    },
    sections: {
      general: ['code', 'tag', 'hint', 'seats', 'boughtOn', 'scan', 'tools', 'kind'],
      people: ['headId', 'deputyId', 'ownerId', 'departmentId'],
    },
    list: {
      columns: ['code', 'seats'],
      sort: ['code'],
      filters: ['seats', 'tag'],
      search: ['code'],
    },
    workflow: {
      field: 'state',
      initial: 'planned',
      transitions: {
        open: { from: ['planned', 'closed'], to: 'open', roles: ['admin'] },
        close: { from: ['open'], to: 'closed', roles: ['admin', 'secretary'] },
      },
    },
    access: {
      admin: { read: true, create: true, update: true },
      secretary: { read: true, create: true, act: true },
    },
  }),
)

type PlantedMistake = readonly [path: string, value: unknown]

/** Returns the problems of the declaration after replacing some parts. Undefined removes a part. */
function mistakes(...overrides: readonly PlantedMistake[]): string[] {
  const copy: { [key: string]: unknown } = structuredClone({ ...laboratories })
  for (const [path, value] of overrides) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    // Every part of the path is an object.
    const within = keys.reduce((part, key) => part[key] as typeof copy, copy)
    if (value === undefined) delete within[last]
    else within[last] = value
  }
  return mistakesOf(registry, { ...resources, laboratories: copy })
}
const withField = (name: string, spec: unknown, section = true): PlantedMistake[] => [
  [`fields.${name}`, spec],
  ...(section ? ([['sections.more', [name]]] as const) : []),
]
const options = (name: string, overrides: object): PlantedMistake => [
  `fields.${name}.options`,
  { ...laboratories.fields[name]?.options, ...overrides },
]

test('the unmodified declaration passes', () => {
  expect(mistakes()).toEqual([])
})

const computed = (value: unknown) =>
  field.integer({ min: 0, max: 9999, optional: true, computed: { value: value as never } })

test.each<[mistake: string, planted: readonly PlantedMistake[], said: readonly string[]]>([
  // Lists and their fields.
  [
    'an order by an encrypted text',
    [['list.sort', ['tag']]],
    ['laboratories.list.sort: field "tag" is encrypted (type text), and its values have no order'],
  ],
  [
    'a descending order by a file',
    [['list.sort', ['-scan']]],
    ['laboratories.list.sort: field "scan" is of type file, and its values have no order'],
  ],
  [
    'an order by several values',
    [['list.sort', ['tools']]],
    ['laboratories.list.sort: field "tools" is of type set, and its values have no order'],
  ],
  [
    'sorting a view by an encrypted text',
    [['list.views', { wet: { where: { kind: { eq: 'wet' } }, sort: ['-tag'] } }]],
    [
      'laboratories.list.views.wet.sort: field "tag" is encrypted (type text), and its values have no order',
    ],
  ],
  [
    'a search in a number field',
    [['list.search', ['seats']]],
    [
      'laboratories.list.search: field "seats" is of type integer, and only stored text can be searched',
    ],
  ],
  [
    'a search in a date field',
    [['list.search', ['boughtOn']]],
    [
      'laboratories.list.search: field "boughtOn" is of type date, and only stored text can be searched',
    ],
  ],
  [
    'a search in an encrypted field',
    [['list.search', ['tag']]],
    [
      'laboratories.list.search: field "tag" is encrypted (type text), and only stored text can be searched',
    ],
  ],
  [
    'a search in a computed field',
    [
      ...withField('long', field.text({ max: 50, optional: true, computed: { value: 'code' } })),
      ['list.search', ['long']],
    ],
    ['laboratories.list.search: field "long" is computed, and only stored text can be searched'],
  ],
  [
    'a filter by a field without comparable values',
    [...withField('notes', field.data()), ['list.filters', ['notes']]],
    ['laboratories.list.filters: field "notes" is of type data, and has no value to compare'],
  ],
  [
    'counts for a text field',
    [['list.facets', ['code']]],
    ['laboratories.list.facets: field "code" is of type text, and has too many values to count'],
  ],
  [
    'counts for a date field',
    [['list.facets', ['boughtOn']]],
    [
      'laboratories.list.facets: field "boughtOn" is of type date, and has too many values to count',
    ],
  ],
  [
    'a column that lists cannot show',
    [...withField('notes', field.data()), ['list.columns', ['code', 'notes']]],
    ['laboratories.list.columns: field "notes" is of type data, and lists cannot show it'],
  ],
  [
    'a column twice',
    [['list.columns', ['code', 'seats', 'code']]],
    ['laboratories.list.columns: field "code" is listed twice'],
  ],
  [
    'a heading without a column',
    [['list.headings', ['kind']]],
    [
      'laboratories.list.headings: field "kind" is not a column, so its heading would never be shown',
    ],
  ],
  [
    'a search through records that are not searched',
    [
      ...withField('yearId', field.reference('academic-years', { optional: true })),
      ['list.searchThrough', ['yearId']],
    ],
    [
      'laboratories.list.searchThrough: field "yearId" refers to "academic-years", which has no list.search',
    ],
  ],
  [
    'editable cells that no role may change',
    [options('seats', { default: 1, write: [] }), ['list.editable', ['seats']]],
    ['laboratories.list.editable: field "seats" cannot be changed by any role'],
  ],
  [
    'editable cells of an encrypted field',
    [
      ['list.columns', ['code', 'tag']],
      ['list.editable', ['tag']],
    ],
    ['laboratories.list.editable: field "tag" is encrypted (type text)'],
  ],
  // Titles.
  [
    'a title that some readers may not read',
    [['title', ['code', 'seats']], options('seats', { default: 1, read: ['admin'] })],
    ['laboratories.title: secretary may not read field "seats" and would see no name'],
  ],
  [
    'a title of an encrypted text',
    [['title', ['code', 'tag']]],
    ['laboratories.title: field "tag" is encrypted (type text), and cannot be part of a title'],
  ],
  // Records that no role can create.
  [
    'a required field that no role may write',
    withField('pin', field.text({ max: 5, write: [] })),
    [
      'laboratories.pin: required, but no role may write it: make it optional, give it a default, or set setByServer: true if a hook sets it',
    ],
  ],
  [
    'a required field that one of the creators may not write',
    withField('pin', field.text({ max: 5, write: ['admin'] })),
    [
      'laboratories.pin: required, but secretary may create records and may not write the field: add the role to write, make it optional, give it a default, or set setByServer: true if a hook sets it',
    ],
  ],
  [
    'a required field that one of the creators may not read',
    withField('pin', field.text({ max: 5, read: ['admin'] })),
    [
      'laboratories.pin: required, but secretary may create records and may not read the field: add the role to read, make it optional, give it a default, or set setByServer: true if a hook sets it',
    ],
  ],
  [
    'a required field that no section shows',
    withField('pin', field.text({ max: 5, fill: '-' }), false),
    [
      'laboratories.pin: required, but not in any section, so the form for a new record could not be submitted',
    ],
  ],
  [
    'a required reference to the same resource',
    withField('partOfId', field.reference('laboratories')),
    ['laboratories.partOfId: required references form a cycle: laboratories -> laboratories'],
  ],
  [
    'a reference to records that a creator may not name',
    [
      ['access.professor', { read: true, create: true }],
      ...withField('paymentId', field.reference('bank-payments', { optional: true })),
    ],
    ['laboratories.paymentId: written by professor, who may neither read nor name "bank-payments"'],
  ],
  [
    'a role that writes what it may not read',
    [options('hint', { write: ['secretary'] })],
    ['laboratories.hint.write: role "secretary" may not read the field. Add the role to read.'],
  ],
  // Workflows.
  [
    'an unreachable state',
    [['fields.state.choices.sold', {}]],
    ['laboratories.workflow: state "sold" is unreachable'],
  ],
  [
    'states that lead only to each other',
    [
      ['fields.state.choices', { planned: {}, open: {}, closed: {}, lost: {}, found: {} }],
      ['workflow.transitions.find', { from: ['lost'], to: 'found', roles: ['admin'] }],
      ['workflow.transitions.lose', { from: ['found'], to: 'lost', roles: ['admin'] }],
    ],
    [
      'laboratories.workflow: state "lost" is unreachable',
      'laboratories.workflow: state "found" is unreachable',
    ],
  ],
  [
    'a transition from a state to itself',
    [['workflow.transitions.open.from', ['planned', 'closed', 'open']]],
    ['laboratories.workflow.open: from and to are both "open", so the transition changes nothing'],
  ],
  [
    'a transition without a source state',
    [['workflow.transitions.close.from', []]],
    [
      'laboratories.workflow.close: from is empty, so the transition can never be taken',
      'laboratories.workflow: state "closed" is unreachable',
    ],
  ],
  [
    'a transition without roles',
    [['workflow.transitions.close.roles', []]],
    ['laboratories.actions.close: roles is empty, so nobody can take it'],
  ],
  [
    'a transition for a role that may not read the records',
    [['workflow.transitions.close.roles', ['admin', 'professor']]],
    [
      'laboratories.actions.close: role "professor" may not read "laboratories". Grant read, or remove the role.',
    ],
  ],
  [
    'a transition for a role that may only read the records',
    [['access.secretary', { read: true, create: true }]],
    ['laboratories.actions.close: role "secretary" may neither act on nor update "laboratories"'],
  ],
  [
    'an action for a role that may not read the records',
    [['actions', { empty: { on: ['row'], roles: ['student'], set: { seats: 1 } } }]],
    ['laboratories.actions.empty: role "student" may not read "laboratories"'],
  ],
  [
    'a transition with an input that its role may not read',
    [['workflow.transitions.close.input', ['hint']]],
    ['laboratories.actions.close: role "secretary" may not read the input "hint"'],
  ],
  [
    'an initial state that differs from the default',
    [['workflow.initial', 'open']],
    [
      'laboratories.workflow: initial is "open", but the default of "state" is "planned"',
      'laboratories.workflow: state "planned" is unreachable',
    ],
  ],
  [
    'an unknown state in setByServer',
    [
      ['workflow.setByServer', ['sould']],
      ['fields.state.choices.sold', {}],
    ],
    [
      'laboratories.workflow.setByServer: unknown state "sould". Did you mean "sold"?',
      'laboratories.workflow: state "sold" is unreachable',
    ],
  ],
  // Names and values.
  [
    'a choice with a space',
    [['fields.kind.choices', { wet: {}, 'very dry': {} }]],
    ['laboratories.kind: invalid choice "very dry"'],
  ],
  [
    'a choice with an apostrophe',
    [['fields.kind.choices', { wet: {}, "dean's": {} }]],
    [`laboratories.kind: invalid choice "dean's"`],
  ],
  [
    'a choice of a set with a comma',
    [['fields.tools.choices', { 'saw,drill': {} }]],
    ['laboratories.tools: invalid choice "saw,drill"'],
  ],
  [
    'an empty choice',
    [['fields.kind.choices', { wet: {}, '': {} }]],
    ['laboratories.kind: invalid choice ""'],
  ],
  [
    'a path with a space and a slash at its end',
    [['path', 'my odd/things/']],
    ['laboratories.path: invalid path "my odd/things/"'],
  ],
  [
    'a path with a parameter',
    [['path', 'laboratories/:id']],
    ['laboratories.path: invalid path "laboratories/:id"'],
  ],
  [
    'a path of one call with a capital letter',
    [['paths', { list: 'Labs' }]],
    ['laboratories.paths.list: invalid path "Labs"'],
  ],
  ['a page with a slash', [['page', 'labs/all']], ['laboratories.page: invalid page "labs/all"']],
  [
    'the page of another entity',
    [['page', 'students']],
    ['laboratories.page: page "students" is already the page of "students"'],
  ],
  [
    'a reserved page',
    [['page', 'jobs']],
    ['laboratories.page: page "jobs" is reserved in every area'],
  ],
  [
    'a reserved name',
    withField('reason', field.text({ max: 9, optional: true })),
    [
      'laboratories.reason: reserved field name: settings changes and transitions use it for their reason. Reserved names: id, version, createdAt, updatedAt, and, or, not,',
    ],
  ],
  [
    'the name of a query parameter',
    withField('sort', field.text({ max: 9, optional: true })),
    ['laboratories.sort: reserved field name: it is a query parameter of every list'],
  ],
  [
    'a name with an underscore',
    withField('bought_on', field.text({ max: 9, optional: true })),
    ['laboratories.bought_on: invalid field name'],
  ],
  [
    'a view with a space',
    [['list.views', { 'all wet': { where: { kind: { eq: 'wet' } } } }]],
    ['laboratories.list.views.all wet: invalid name'],
  ],
  // Limits.
  [
    'a maximum length that is too large',
    [options('code', { max: 1e9 })],
    ['laboratories.code: max 1000000000 is greater than 50000, the limit for text'],
  ],
  [
    'a maximum length of zero',
    [options('code', { max: 0 })],
    ['laboratories.code: max 0 must be at least 1'],
  ],
  [
    'a fractional maximum length',
    [options('code', { max: 2.5 })],
    ['laboratories.code: max 2.5 must be a whole number'],
  ],
  [
    'an integer limit outside the range of the column',
    [options('seats', { max: 1e12 })],
    [
      'laboratories.seats: max 1000000000000 is outside the range of an integer (-2147483648 to 2147483647)',
    ],
  ],
  [
    'a fractional minimum of an integer',
    [options('seats', { min: 0.5 })],
    ['laboratories.seats: min 0.5 must be a whole number'],
  ],
  [
    'a minimum date after the maximum',
    [options('boughtOn', { min: '2030-01-01', max: '2020-01-01' })],
    ['laboratories.boughtOn: min 2030-01-01 is greater than max 2020-01-01'],
  ],
  [
    'more digits than a JSON number holds',
    withField('share', field.decimal({ min: 0, max: 1e9, scale: 8, optional: true })),
    [
      'laboratories.share: 10 digits and 8 decimals are more than the 15 digits that a JSON number holds exactly',
    ],
  ],
  [
    'a fractional scale',
    withField('share', field.decimal({ min: 0, max: 1, scale: 0.5, optional: true })),
    ['laboratories.share: scale 0.5 must be a whole number from 0 to 9'],
  ],
  // Comparisons.
  [
    'options filtered by a value of another type',
    [options('departmentId', { optionsWhere: { isActive: { value: 'seats' } } })],
    [
      'laboratories.departmentId.optionsWhere: cannot compare "departments.isActive" (type boolean) with "seats" (type integer)',
    ],
  ],
  [
    'options filtered by a reference to other records',
    [options('departmentId', { optionsWhere: { headOfDepartmentId: { value: 'ownerId' } } })],
    [
      'laboratories.departmentId.optionsWhere: cannot compare "departments.headOfDepartmentId", which refers to "professors", with "ownerId", which refers to "users"',
    ],
  ],
  [
    'references to two kinds of records',
    [
      ['rules', { apart: { check: { headId: { ne: { value: 'ownerId' } } }, field: 'headId' } }],
      ['texts', { rules: { apart: 'x' } }],
    ],
    [
      'laboratories.rules.apart: cannot compare "headId" (type reference) with "ownerId", which refers to "users" and not to "professors"',
    ],
  ],
  [
    'choice fields without a common value',
    [
      ['rules', { alike: { check: { kind: { eq: { value: 'state' } } }, field: 'kind' } }],
      ['texts', { rules: { alike: 'x' } }],
    ],
    [
      'laboratories.rules.alike: cannot compare "kind" (type choice) with "state", which has none of its choices',
    ],
  ],
  [
    'a person compared with an account',
    [['access.secretary.read', { where: { headId: { eq: { user: 'id' } } } }]],
    [
      `laboratories.access.secretary.read: cannot compare "headId" (type reference) with the caller's account, because it refers to "professors"`,
    ],
  ],
  [
    'an account compared with a person',
    [['access.secretary.read', { where: { ownerId: { eq: { user: 'personId' } } } }]],
    [
      `laboratories.access.secretary.read: cannot compare "ownerId" (type reference) with the caller's person record, because it refers to "users"`,
    ],
  ],
  [
    'an empty list of values',
    [['list.views', { none: { where: { kind: { in: [] } } } }]],
    [
      'laboratories.list.views.none: cannot compare "kind" (type choice) with an empty list, which would never match',
    ],
  ],
  // Fields that a migration fills.
  [
    'fill with an unknown field',
    withField('room', field.text({ max: 9, fill: { before: ' ', of: 'cod' } })),
    ['laboratories.room: unknown field "cod" in fill. Did you mean "code"?'],
  ],
  [
    'fill with a number field',
    withField('room', field.text({ max: 9, fill: { after: ' ', of: 'seats' } })),
    ['laboratories.room: field "seats" in fill is not text'],
  ],
  [
    'fill with another type',
    withField('room', field.text({ max: 9, fill: { value: 'seats' } })),
    ['laboratories.room: the expression in fill has type number, but the field has type text'],
  ],
  [
    'fill with records that the field does not refer to',
    withField(
      'yearId',
      field.reference('academic-years', {
        optional: true,
        fill: { find: 'departments', by: 'name', of: 'code' },
      }),
    ),
    [
      'laboratories.yearId: fill finds records of "departments", but the field does not refer to them',
    ],
  ],
  [
    'fill with an unknown field of other records',
    withField(
      'unitId',
      field.reference('departments', {
        optional: true,
        fill: { find: 'departments', by: 'nam', of: 'code' },
      }),
    ),
    ['laboratories.unitId: unknown field "departments.nam" in fill. Did you mean "name"?'],
  ],
  [
    'fill with unknown keywords',
    withField('room', {
      ...field.text({ max: 9 }),
      options: { max: 9, fill: { befor: ' ', of: 'code' } },
    }),
    [
      'laboratories.room.fill: expected a value, { value: … }, { before: …, of: … }, { after: …, of: … } or { find: …, by: …, of: … }',
    ],
  ],
  [
    'fill with one value for a unique field',
    withField('room', field.text({ max: 9, unique: true, fill: 'none' })),
    ['laboratories.room: a unique field cannot be filled with the same value in every record'],
  ],
  // Computed fields.
  [
    'two fields that are computed from each other',
    [
      ['fields.one', computed('two')],
      ['fields.two', computed({ add: ['one', 1] })],
      ['sections.more', ['one', 'two']],
    ],
    [
      'laboratories.one: computed from itself: one -> two -> one',
      'laboratories.two: computed from itself: two -> one -> two',
    ],
  ],
  [
    'a field that is computed from itself',
    withField('one', computed({ add: ['one', 1] })),
    ['laboratories.one: computed from itself: one -> one'],
  ],
  [
    'a field that is computed from a computed one',
    [
      ['fields.one', computed('two')],
      ['fields.two', computed({ add: ['seats', 1] })],
      ['sections.more', ['one', 'two']],
    ],
    [
      'laboratories.one: cannot read "two", which is computed too. Use the fields that "two" is computed from.',
    ],
  ],
  [
    'a field that is computed from a file',
    withField('one', field.text({ max: 9, optional: true, computed: { value: 'scan' } })),
    ['laboratories.one: cannot read "scan" (type file) in an expression'],
  ],
])('%s is refused', (_, overrides, mistake) => {
  const found = mistakes(...overrides)
  expect(found).toHaveLength(mistake.length)
  for (const [index, line] of mistake.entries()) expect(found[index]).toContain(line)
})

test('a required field is accepted if a hook sets it', () => {
  expect(
    mistakes(...withField('pin', field.text({ max: 5, write: [], setByServer: true }))),
  ).toEqual([])
})

test('a state is accepted if the server sets it', () => {
  expect(mistakes(['fields.state.choices.sold', {}], ['workflow.setByServer', ['sold']])).toEqual(
    [],
  )
})

test('two entities that each require a record of the other are refused', () => {
  const [first, second] = ['firsts', 'seconds'].map((name, i, names) => ({
    ...laboratories,
    ...{
      name,
      path: name,
      workflow: undefined,
      title: ['code'],
      list: { columns: ['code'], sort: ['code'] },
    },
    fields: { code: field.text({ max: 9 }), otherId: field.reference(names[1 - i] ?? '') },
    sections: { general: ['code', 'otherId'] },
  }))
  expect(mistakesOf(registry, { ...resources, firsts: first, seconds: second })).toEqual([
    'firsts.otherId: required references form a cycle: firsts -> seconds -> firsts. Make one of them optional, or no first record can be created.',
    'seconds.otherId: required references form a cycle: seconds -> firsts -> seconds. Make one of them optional, or no first record can be created.',
  ])
})

test('an unknown field type is refused with the name of its field', () => {
  const { integr, then } = field as unknown as {
    integr: (options: object) => unknown
    then?: () => unknown
  }
  expect(mistakes(...withField('floor', integr({ min: 1, max: 9 })))).toEqual([
    'laboratories.floor: unknown field type "integr". Did you mean "integer"?',
  ])
  expect(typeof then).toBe('function')
})
