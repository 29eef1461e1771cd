/** Declarations that are well formed but could never work: startup refuses each with its place and a remedy. */
import { expect, test } from 'vitest'
import { mistakesOf } from '#model/checks/registry.ts'
import { field } from '#model/field.ts'
import { asAnyResource } from '#model/registry.ts'
import { defineResource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'

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
    list: { columns: ['code', 'seats'], sort: ['code'], filters: ['seats', 'tag'], search: ['code'] },
    workflow: {
      field: 'state',
      initial: 'planned',
      transitions: {
        open: { from: ['planned', 'closed'], to: 'open', roles: ['admin'] },
        close: { from: ['open'], to: 'closed', roles: ['admin', 'secretary'] },
      },
    },
    access: { admin: { read: true, create: true, update: true }, secretary: { read: true, create: true, act: true } },
  }),
)

type PlantedMistake = readonly [path: string, value: unknown]

/** Returns the problems of the declaration after replacing some parts. Undefined removes a part. */
function mistakes(...planted: readonly PlantedMistake[]): string[] {
  const copy: { [key: string]: unknown } = structuredClone({ ...laboratories })
  for (const [path, value] of planted) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    // Every part of the path is an object.
    const within = keys.reduce((part, key) => part[key] as typeof copy, copy)
    if (value === undefined) delete within[last]
    else within[last] = value
  }
  return mistakesOf({ ...resources, laboratories: copy })
}
const withField = (name: string, spec: unknown, section = true): PlantedMistake[] => [
  [`fields.${name}`, spec],
  ...(section ? ([['sections.more', [name]]] as const) : []),
]
const options = (name: string, more: object): PlantedMistake => [
  `fields.${name}.options`,
  { ...laboratories.fields[name]?.options, ...more },
]

test('the unmodified declaration passes', () => {
  expect(mistakes()).toEqual([])
})

const computed = (value: unknown) => field.integer({ min: 0, max: 9999, optional: true, computed: { value: value as never } })

test.each<[mistake: string, planted: readonly PlantedMistake[], said: readonly string[]]>([
  // Lists and their fields.
  [
    'an order by an encrypted text',
    [['list.sort', ['tag']]],
    ['laboratories.list.sort names tag, which is an encrypted field of the kind text: its values have no order'],
  ],
  [
    'a descending order by a file',
    [['list.sort', ['-scan']]],
    ['laboratories.list.sort names scan, which is of the kind file: its values have no order'],
  ],
  ['an order by several values', [['list.sort', ['tools']]], ['laboratories.list.sort names tools, which is of the kind set']],
  [
    'an order of a view by an encrypted text',
    [['list.views', { wet: { where: { kind: { eq: 'wet' } }, sort: ['-tag'] } }]],
    ['laboratories.list.views.wet.sort names tag'],
  ],
  [
    'a search in numbers',
    [['list.search', ['seats']]],
    ['laboratories.list.search names seats, which is of the kind integer: a search looks in stored texts only'],
  ],
  ['a search in days', [['list.search', ['boughtOn']]], ['laboratories.list.search names boughtOn, which is of the kind date']],
  [
    'a search in what is encrypted',
    [['list.search', ['tag']]],
    ['laboratories.list.search names tag, which is an encrypted field of the kind text'],
  ],
  [
    'a search in what is computed',
    [...withField('long', field.text({ max: 50, optional: true, computed: { value: 'code' } })), ['list.search', ['long']]],
    ['laboratories.list.search names long, which is computed'],
  ],
  [
    'a filter by what has no value',
    [...withField('notes', field.data()), ['list.filters', ['notes']]],
    ['laboratories.list.filters names notes, which is of the kind data: it has no value to compare'],
  ],
  [
    'counts of texts',
    [['list.facets', ['code']]],
    ['laboratories.list.facets names code, which is of the kind text: its values are too many to count'],
  ],
  ['counts of days', [['list.facets', ['boughtOn']]], ['laboratories.list.facets names boughtOn']],
  [
    'a column that nothing shows',
    [...withField('notes', field.data()), ['list.columns', ['code', 'notes']]],
    ['laboratories.list.columns names notes, which is of the kind data: a list cannot show it'],
  ],
  ['a column twice', [['list.columns', ['code', 'seats', 'code']]], ['laboratories.list.columns names code twice']],
  ['a heading of no column', [['list.headings', ['kind']]], ['laboratories.list.headings names kind, which is no column']],
  [
    'a search through records that are not searched',
    [...withField('yearId', field.reference('academic-years', { optional: true })), ['list.searchThrough', ['yearId']]],
    ['laboratories.list.searchThrough names yearId, whose entity academic-years has no list.search'],
  ],
  [
    'cells that nobody may change',
    [options('seats', { default: 1, write: [] }), ['list.editable', ['seats']]],
    ['laboratories.list.editable names seats, which no role may change'],
  ],
  [
    'cells of what is encrypted',
    [
      ['list.columns', ['code', 'tag']],
      ['list.editable', ['tag']],
    ],
    ['laboratories.list.editable names tag, which is an encrypted field of the kind text'],
  ],
  // Titles.
  [
    'a title that some readers may not read',
    [['title', ['code', 'seats']], options('seats', { default: 1, read: ['admin'] })],
    ['laboratories.title names seats, which secretary may not read'],
  ],
  [
    'a title of an encrypted text',
    [['title', ['code', 'tag']]],
    ['laboratories.title names tag, which is an encrypted field of the kind text'],
  ],
  // Records that no role can create.
  [
    'a required field that nobody may write',
    withField('pin', field.text({ max: 5, write: [] })),
    ['laboratories.pin must have a value, and nobody may write it: make it optional, give it a default, or say byServer'],
  ],
  [
    'a required field that one of the creators may not write',
    withField('pin', field.text({ max: 5, write: ['admin'] })),
    ['laboratories.pin must have a value, and secretary, who may create records, may not write it: name the role in write'],
  ],
  [
    'a required field that one of the creators may not read',
    withField('pin', field.text({ max: 5, read: ['admin'] })),
    ['laboratories.pin must have a value, and secretary, who may create records, may not read it'],
  ],
  [
    'a required field that no section shows',
    withField('pin', field.text({ max: 5, fill: '-' }), false),
    ['laboratories.pin must have a value, and no section shows it: the form of a new record could not be sent'],
  ],
  [
    'a required reference to records of its own kind',
    withField('partOfId', field.reference('laboratories')),
    ['laboratories.partOfId must name a record of laboratories: the first record could never be created'],
  ],
  [
    'a reference to records that a creator may not name',
    [['access.professor', { read: true, create: true }], ...withField('paymentId', field.reference('bank-payments', { optional: true }))],
    ['laboratories.paymentId is filled in by professor, who may neither read nor name bank-payments: grant name in bank-payments'],
  ],
  [
    'a role that writes what it may not read',
    [options('hint', { write: ['secretary'] })],
    ['laboratories.hint.write names secretary, who may not read it: name the role in read as well'],
  ],
  // Workflows.
  ['a state that nothing leads to', [['fields.state.choices.sold', {}]], ['laboratories.workflow never reaches the state sold']],
  [
    'states that lead only to each other',
    [
      ['fields.state.choices', { planned: {}, open: {}, closed: {}, lost: {}, found: {} }],
      ['workflow.transitions.find', { from: ['lost'], to: 'found', roles: ['admin'] }],
      ['workflow.transitions.lose', { from: ['found'], to: 'lost', roles: ['admin'] }],
    ],
    ['laboratories.workflow never reaches the state lost', 'laboratories.workflow never reaches the state found'],
  ],
  [
    'a transition from a state to itself',
    [['workflow.transitions.open.from', ['planned', 'closed', 'open']]],
    ['laboratories.workflow.open leads from open to open, which changes nothing'],
  ],
  [
    'a transition from nowhere',
    [['workflow.transitions.close.from', []]],
    ['laboratories.workflow.close leads from no state', 'laboratories.workflow never reaches the state closed'],
  ],
  ['a transition of nobody', [['workflow.transitions.close.roles', []]], ['laboratories.actions.close names no role']],
  [
    'a transition of a role that may not read',
    [['workflow.transitions.close.roles', ['admin', 'professor']]],
    ['laboratories.actions.close is for professor, who may not read laboratories: grant read, or leave the role out'],
  ],
  [
    'a transition of a role that may only read',
    [['access.secretary', { read: true, create: true }]],
    ['laboratories.actions.close is for secretary, who may neither act on laboratories nor update it'],
  ],
  [
    'an action of a role that may not read',
    [['actions', { empty: { on: ['row'], roles: ['student'], set: { seats: 1 } } }]],
    ['laboratories.actions.empty is for student, who may not read laboratories'],
  ],
  [
    'a step that asks for what its role may not read',
    [['workflow.transitions.close.input', ['hint']]],
    ['laboratories.actions.close asks secretary for hint, which secretary may not read'],
  ],
  [
    'another beginning than the default',
    [['workflow.initial', 'open']],
    ['laboratories.workflow begins with open, and state has the default planned', 'laboratories.workflow never reaches the state planned'],
  ],
  [
    'an unknown state of the server',
    [
      ['workflow.byServer', ['sould']],
      ['fields.state.choices.sold', {}],
    ],
    [
      'laboratories.workflow.byServer names the unknown state sould: did you mean sold?',
      'laboratories.workflow never reaches the state sold',
    ],
  ],
  // Names and values.
  [
    'a choice with a space',
    [['fields.kind.choices', { wet: {}, 'very dry': {} }]],
    ['laboratories.kind has the choice "very dry": a choice has 1 to 40 letters, digits, - and _'],
  ],
  ['a choice with an apostrophe', [['fields.kind.choices', { wet: {}, "dean's": {} }]], [`laboratories.kind has the choice "dean's"`]],
  ['a choice of a set with a comma', [['fields.tools.choices', { 'saw,drill': {} }]], ['laboratories.tools has the choice "saw,drill"']],
  ['an empty choice', [['fields.kind.choices', { wet: {}, '': {} }]], ['laboratories.kind has the choice ""']],
  [
    'a path with a space and a slash at its end',
    [['path', 'my odd/things/']],
    ['laboratories.path is "my odd/things/": a path has small letters, digits and single -'],
  ],
  ['a path with a parameter', [['path', 'laboratories/:id']], ['laboratories.path is "laboratories/:id"']],
  ['a path of one call with a capital', [['paths', { list: 'Labs' }]], ['laboratories.paths.list is "Labs"']],
  ['a page with a slash', [['page', 'labs/all']], ['laboratories.page is "labs/all"']],
  ['the page of another entity', [['page', 'students']], ['laboratories.page has the page students, which students has as well']],
  ['a page that every area has', [['page', 'jobs']], ['laboratories.page has the page jobs, which every area has for something else']],
  [
    'a reserved name',
    withField('reason', field.text({ max: 9, optional: true })),
    [
      'laboratories.reason is not a usable field name: a change of settings and of states carries its reason under it. These names are taken: id, version, createdAt, updatedAt, and, or, not,',
    ],
  ],
  [
    'a name that every query has',
    withField('sort', field.text({ max: 9, optional: true })),
    ['laboratories.sort is not a usable field name: it is a part of the query of every list'],
  ],
  [
    'a name with an underscore',
    withField('bought_on', field.text({ max: 9, optional: true })),
    ['laboratories.bought_on is not a usable field name: it starts with a small letter and has at most 40 letters and digits'],
  ],
  [
    'a view with a space',
    [['list.views', { 'all wet': { where: { kind: { eq: 'wet' } } } }]],
    ['laboratories.list.views.all wet is not a usable name'],
  ],
  // Limits.
  [
    'a text of a thousand million letters',
    [options('code', { max: 1e9 })],
    ['laboratories.code has max 1000000000, and a text has at most 50000 letters'],
  ],
  ['a text of no letters', [options('code', { max: 0 })], ['laboratories.code has max 0, so it could hold no text']],
  ['a text of two and a half letters', [options('code', { max: 2.5 })], ['laboratories.code has max 2.5, which is no whole number']],
  [
    'a whole number that no column holds',
    [options('seats', { max: 1e12 })],
    ['laboratories.seats has max 1000000000000, and a whole number lies between -2147483648 and 2147483647'],
  ],
  ['a whole number from a half on', [options('seats', { min: 0.5 })], ['laboratories.seats has min 0.5, which is no whole number']],
  [
    'days the wrong way round',
    [options('boughtOn', { min: '2030-01-01', max: '2020-01-01' })],
    ['laboratories.boughtOn has min 2030-01-01 above max 2020-01-01'],
  ],
  [
    'more decimals than JSON holds',
    withField('share', field.decimal({ min: 0, max: 1e9, scale: 8, optional: true })),
    ['laboratories.share has 10 digits and 8 decimals, and JSON holds 15 digits exactly'],
  ],
  [
    'half a decimal',
    withField('share', field.decimal({ min: 0, max: 1, scale: 0.5, optional: true })),
    ['laboratories.share has the scale 0.5, and a decimal keeps 0 to 9 decimals'],
  ],
  // Comparisons.
  [
    'options by a value of another type',
    [options('departmentId', { optionsWhere: { isActive: { value: 'seats' } } })],
    ['laboratories.departmentId.optionsWhere compares departments.isActive, a boolean, with seats, which is a integer'],
  ],
  [
    'options by a reference to other records',
    [options('departmentId', { optionsWhere: { headOfDepartmentId: { value: 'ownerId' } } })],
    [
      'laboratories.departmentId.optionsWhere compares departments.headOfDepartmentId, which refers to professors, with ownerId, which refers to users',
    ],
  ],
  [
    'references to two kinds of records',
    [
      ['rules', { apart: { check: { headId: { ne: { value: 'ownerId' } } }, field: 'headId' } }],
      ['texts', { rules: { apart: 'x' } }],
    ],
    ['laboratories.rules.apart compares headId, a field of the kind reference, with ownerId, which refers to users and not to professors'],
  ],
  [
    'choices that share no value',
    [
      ['rules', { alike: { check: { kind: { eq: { value: 'state' } } }, field: 'kind' } }],
      ['texts', { rules: { alike: 'x' } }],
    ],
    ['laboratories.rules.alike compares kind, a field of the kind choice, with state, which has none of its choices'],
  ],
  [
    'a person compared with an account',
    [['access.secretary.read', { where: { headId: { eq: { user: 'id' } } } }]],
    [
      'laboratories.access.secretary.read compares headId, a field of the kind reference, with the account of the person who asks, and it refers to professors',
    ],
  ],
  [
    'an account compared with a person',
    [['access.secretary.read', { where: { ownerId: { eq: { user: 'personId' } } } }]],
    ['laboratories.access.secretary.read compares ownerId, a field of the kind reference, with the personal record of the person who asks'],
  ],
  [
    'one of nothing',
    [['list.views', { none: { where: { kind: { in: [] } } } }]],
    ['laboratories.list.views.none compares kind, a field of the kind choice, with an empty list, which nothing is in'],
  ],
  // Fields that a migration fills.
  [
    'a filling from an unknown field',
    withField('room', field.text({ max: 9, fill: { before: ' ', of: 'cod' } })),
    ['laboratories.room is filled from the unknown field cod: did you mean code?'],
  ],
  [
    'a filling from a number',
    withField('room', field.text({ max: 9, fill: { after: ' ', of: 'seats' } })),
    ['laboratories.room is filled from seats, which is no text'],
  ],
  [
    'a filling with another type',
    withField('room', field.text({ max: 9, fill: { value: 'seats' } })),
    ['laboratories.room is of the kind text, and is filled with an expression that comes to a number'],
  ],
  [
    'a filling with other records than the field refers to',
    withField('yearId', field.reference('academic-years', { optional: true, fill: { find: 'departments', by: 'name', of: 'code' } })),
    ['laboratories.yearId is filled with records of departments, and does not refer to them'],
  ],
  [
    'a filling by an unknown field of other records',
    withField('unitId', field.reference('departments', { optional: true, fill: { find: 'departments', by: 'nam', of: 'code' } })),
    ['laboratories.unitId is filled by the unknown field departments.nam: did you mean name?'],
  ],
  [
    'a filling in words that the language does not have',
    withField('room', { ...field.text({ max: 9 }), options: { max: 9, fill: { befor: ' ', of: 'code' } } }),
    ['laboratories.room.fill is neither a value, nor { value: … }, nor { before or after: …, of: … }, nor { find: …, by: …, of: … }'],
  ],
  [
    'a unique field that each record would have the same value of',
    withField('room', field.text({ max: 9, unique: true, fill: 'none' })),
    ['laboratories.room is unique, and filled with the same value in each record'],
  ],
  // Computed fields.
  [
    'two fields that are computed from each other',
    [
      ['fields.one', computed('two')],
      ['fields.two', computed({ add: ['one', 1] })],
      ['sections.more', ['one', 'two']],
    ],
    ['laboratories.one is computed from itself, by way of two and one', 'laboratories.two is computed from itself, by way of one and two'],
  ],
  [
    'a field that is computed from itself',
    withField('one', computed({ add: ['one', 1] })),
    ['laboratories.one is computed from itself, by way of one'],
  ],
  [
    'a field that is computed from a computed one',
    [
      ['fields.one', computed('two')],
      ['fields.two', computed({ add: ['seats', 1] })],
      ['sections.more', ['one', 'two']],
    ],
    ['laboratories.one reads two, which is computed itself: write what two is computed from instead'],
  ],
  [
    'a field that is computed from a file',
    withField('one', field.text({ max: 9, optional: true, computed: { value: 'scan' } })),
    ['laboratories.one reads scan, a field of the kind file, which has no value to compute with'],
  ],
])('%s is refused', (_, planted, said) => {
  const found = mistakes(...planted)
  expect(found).toHaveLength(said.length)
  for (const [index, line] of said.entries()) expect(found[index]).toContain(line)
})

test('a required field is accepted if a hook sets it', () => {
  expect(mistakes(...withField('pin', field.text({ max: 5, write: [], byServer: true })))).toEqual([])
})

test('a state is accepted if the server sets it', () => {
  expect(mistakes(['fields.state.choices.sold', {}], ['workflow.byServer', ['sold']])).toEqual([])
})

test('two entities that each require a record of the other are refused', () => {
  const [first, second] = ['firsts', 'seconds'].map((name, i, names) => ({
    ...laboratories,
    ...{ name, path: name, workflow: undefined, title: ['code'], list: { columns: ['code'], sort: ['code'] } },
    fields: { code: field.text({ max: 9 }), otherId: field.reference(names[1 - i] ?? '') },
    sections: { general: ['code', 'otherId'] },
  }))
  expect(mistakesOf({ ...resources, firsts: first, seconds: second })).toEqual([
    'firsts.otherId must name a record of seconds, which needs one of firsts: the first record could never be created, so make one of these references optional',
    'seconds.otherId must name a record of firsts, which needs one of seconds: the first record could never be created, so make one of these references optional',
  ])
})

test('an unknown field type is refused at the place of its field', () => {
  const { integr, then } = field as unknown as { integr: (options: object) => unknown; then?: () => unknown }
  expect(mistakes(...withField('floor', integr({ min: 1, max: 9 })))).toEqual([
    'laboratories.floor is of the unknown kind integr: did you mean integer?',
  ])
  expect(typeof then).toBe('function')
})
