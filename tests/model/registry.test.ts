import { expect, test } from 'vitest'
import { checkRegistry, DeclarationError } from '#model/checks/registry.ts'
import { resources } from '#resources/index.ts'

interface Plain {
  [key: string]: Plain
}
/** The declarations as data, with one mistake made by `spoil`. */
function withMistake(change: (all: Plain) => void): unknown {
  // The parts that a mistake changes are objects. The new value may be anything.
  const all = JSON.parse(JSON.stringify(resources)) as Plain
  change(all)
  return all
}
const at = (all: Plain, ...path: string[]) =>
  path.reduce((part, key) => {
    const found = part[key]
    if (!found) throw new Error(`the declarations have no ${path.join('.')}`)
    return found
  }, all)
const set = (all: Plain, path: string[], value: unknown) => {
  const last = path.pop() ?? ''
  Object.assign(at(all, ...path), { [last]: value })
}

test('the declarations of the university pass', () => {
  expect(() => checkRegistry(resources)).not.toThrow()
})

test.each<[string, string[], unknown, RegExp]>([
  ['a title that no field has', ['courses', 'title'], ['nothing'], /^courses\.title: unknown field "nothing"/],
  ['a column that no field has', ['courses', 'list', 'columns'], ['nothing'], /^courses\.list\.columns/],
  ['an order by no field', ['courses', 'list', 'sort'], ['-nothing'], /^courses\.list\.sort/],
  [
    'a list whose default view is not declared',
    ['exams', 'list', 'defaultView'],
    'nothing',
    /^exams\.list\.defaultView: unknown view "nothing"/,
  ],
  ['a field shown twice', ['courses', 'sections', 'curriculum'], ['name'], /^courses\.sections: field "name" is listed twice/],
  [
    'a name that means something else',
    ['courses', 'fields', 'version'],
    { type: 'integer', options: { min: 1, max: 2 } },
    /^courses\.version/,
  ],
  [
    'limits the wrong way round',
    ['courses', 'fields', 'year', 'options'],
    { min: 6, max: 1 },
    /^courses\.year: min 6 is greater than max 1/,
  ],
  [
    'a default outside the limits',
    ['courses', 'fields', 'year', 'options'],
    { min: 1, max: 6, default: 9 },
    /^courses\.year: the default is outside/,
  ],
  [
    'a field that has to be filled in, and is asked for later',
    ['users', 'fields', 'name', 'options'],
    { max: 9, hiddenOnCreate: true },
    /^users\.name: must be optional or have a default/,
  ],
  ['a choice without options', ['courses', 'fields', 'type', 'choices'], {}, /^courses\.type: needs at least one choice/],
  [
    'a default that is no option',
    ['courses', 'fields', 'type', 'options'],
    { default: 'other' },
    /^courses\.type: unknown default "other"/,
  ],
  ['a reference to nowhere', ['students', 'fields', 'userId', 'to'], 'nobody', /^students\.userId: unknown resource "nobody"/],
  [
    'a condition on nothing',
    ['courses', 'fields', 'professorId', 'options', 'optionsWhere'],
    { nothing: true },
    /^courses\.professorId\.optionsWhere/,
  ],
  [
    'records that do not refer back',
    ['courses', 'fields', 'classes', 'by'],
    'leadProfessorId',
    /^courses\.classes: "university-classes\.leadProfessorId" must be a reference to "courses"/,
  ],
  [
    'a hidden field that is required',
    ['specializations', 'form', 'code'],
    { visibleWhen: { isActive: { eq: true } } },
    /^specializations\.code: must be optional/,
  ],
  [
    'a rule that reads nothing',
    ['specializations', 'rules', 'creditsAddUp', 'check'],
    { nothing: { eq: 1 } },
    /^specializations\.rules\.creditsAddUp: unknown field "nothing"/,
  ],
  [
    'an action that sets nothing known',
    ['courses', 'actions', 'activate', 'set'],
    { nothing: true },
    /^courses\.actions\.activate: unknown field "nothing"/,
  ],
  [
    'a step into an unknown state',
    ['students', 'workflow', 'transitions', 'resume', 'to'],
    'asleep',
    /^students\.workflow\.resume: unknown state "asleep"/,
  ],
  [
    'a step that stamps what people write as well',
    ['grades', 'workflow', 'transitions', 'publish', 'stamps'],
    'state',
    /^grades\.actions\.publish\.stamps: users may write field "state"/,
  ],
  [
    'a step that stamps what is no time and nobody',
    ['grades', 'workflow', 'transitions', 'publish', 'stamps'],
    ['publishedAt', 'attempt'],
    /^grades\.actions\.publish\.stamps: field "attempt" must be a date/,
  ],
  [
    'a transition that stamps a user who may not perform it',
    ['grade-appeals', 'workflow', 'transitions', 'uphold', 'roles'],
    ['professor', 'admin'],
    /^grade-appeals\.actions\.uphold\.stamps: field "professorId" refers to "professors", and not every user/,
  ],
  [
    'a stamp of a step that every record has before',
    ['grade-appeals', 'actions', 'change', 'stamps'],
    'dueAt',
    /^grade-appeals\.actions\.change\.stamps: field "dueAt" must be optional/,
  ],
  ['a stamp that no field has', ['certificates', 'workflow', 'stamps'], 'nothing', /^certificates\.workflow\.stamps: unknown field/],
  [
    'a refusal of setting aside that is no error',
    ['departments', 'dependants', 'specializations', 'restrict'],
    'department.needed',
    /^departments\.dependants\.specializations\.restrict: unknown error code "department\.needed"/,
  ],
  [
    'a record that is only needed for now',
    ['specializations', 'dependants', 'registrations', 'restrict'],
    'record.referenced',
    /^specializations\.dependants\.registrations\.restrict: cannot be combined with current: "admissionSessionId"/,
  ],
  [
    'a record that is needed, and is never set aside',
    ['students', 'dependants'],
    { finances: { field: 'studentId', restrict: 'record.referenced' } },
    /^students\.dependants\.finances\.restrict: requires a boolean field isActive/,
  ],
  ...(
    [
      ['of something that never happens', 'vanish', {}, 'unknown transition, action or field'],
      ['of a type that there is not', 'status', { type: 'nothing' }, 'unknown notification type "nothing"'],
      ['of nobody known', 'status', { to: 'nobody' }, 'unknown field "nobody"'],
      ['of what is nobody', 'status', { to: ['userId', 'specializationId'] }, 'field "specializationId" does not refer to a user'],
      ['about nothing', 'status', { subject: 'nothing' }, 'subject: unknown field "nothing"'],
      ['about a secret', 'status', { subject: 'cnp' }, 'subject: field "cnp" must be a text or a reference'],
      ['on a condition on nothing', 'status', { when: { nothing: { eq: 1 } } }, 'unknown field "nothing"'],
    ] as const
  ).map(([mistake, moment, parts, problem]): [string, string[], unknown, RegExp] => [
    `a notification ${mistake}`,
    ['students', 'notifies'],
    { [moment]: { type: 'studentStatus', to: 'userId', ...parts } },
    new RegExp(`^students\\.notifies\\.${moment}: ${problem}`),
  ]),
  [
    'a notification of those who may not read what it is of',
    ['settings', 'notifies'],
    { create: { type: 'studentStatus', to: { role: 'student' } } },
    /^settings\.notifies\.create: role "student" may not read "settings"/,
  ],
  [
    'a notification of what is a step and a field',
    ['exam-resits', 'workflow', 'transitions', 'status'],
    { from: ['requested'], to: 'held', roles: ['admin'] },
    /^exam-resits\.notifies\.status: ambiguous/,
  ],
  ['a scope for writing', ['courses', 'access', 'professor', 'update'], { scope: 'ownClasses' }, /^courses\.access\.professor\.update/],
  [
    'a grant to write what one may not read',
    ['courses', 'access', 'professor'],
    { update: true },
    /^courses\.access\.professor: has grants, but not read/,
  ],
  ['an import key that is not unique', ['courses', 'import', 'key'], ['name'], /^courses\.import\.key: not unique/],
  ['a path that another has', ['courses', 'path'], 'students', /\.path: "students" is already the path of/],
])('%s stops the startup, and the message names the place', (_, path, value, message) => {
  const all = withMistake((copy) => set(copy, path, value))
  expect(() => checkRegistry(all as { [name: string]: unknown })).toThrow(DeclarationError)
  expect(() => checkRegistry(all as { [name: string]: unknown })).toThrow(message)
})
