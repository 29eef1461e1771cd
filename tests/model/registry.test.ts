import { checkRegistry, DeclarationError } from '@matricola/schema/checks/registry.ts'
import { createRegistry } from '@matricola/schema/registry.ts'
import { expect, test } from 'vitest'
import { fieldTypes } from '#resources/field.ts'
import { registry, resources } from '#resources/index.ts'

interface Plain {
  [key: string]: Plain
}
/** The declarations as data, with one mistake made by `change`. */
function withMistake(change: (all: Plain) => void): unknown {
  // The parts that a mistake changes are objects. The new value may be anything.
  const all = JSON.parse(JSON.stringify(resources)) as Plain
  createRegistry(all, { adminRole: 'admin', fieldTypes })
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
  expect(() => checkRegistry(registry, resources)).not.toThrow()
})

test.each<[string, string[], unknown, RegExp]>([
  [
    'a title with an unknown field',
    ['courses', 'title'],
    ['nothing'],
    /^courses\.title: unknown field "nothing"/,
  ],
  [
    'a column for an unknown field',
    ['courses', 'list', 'columns'],
    ['nothing'],
    /^courses\.list\.columns/,
  ],
  [
    'a sort order with an unknown field',
    ['courses', 'list', 'sort'],
    ['-nothing'],
    /^courses\.list\.sort/,
  ],
  [
    'a list whose default view is not declared',
    ['exams', 'list', 'defaultView'],
    'nothing',
    /^exams\.list\.defaultView: unknown view "nothing"/,
  ],
  [
    'a field shown twice',
    ['courses', 'sections', 'curriculum'],
    ['name'],
    /^courses\.sections: field "name" is listed twice/,
  ],
  [
    'a reserved name',
    ['courses', 'fields', 'version'],
    { type: 'integer', options: { min: 1, max: 2 } },
    /^courses\.version/,
  ],
  [
    'a minimum above the maximum',
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
    'a required field that is hidden on creation',
    ['users', 'fields', 'name', 'options'],
    { max: 9, hiddenOnCreate: true },
    /^users\.name: must be optional or have a default/,
  ],
  [
    'a choice without options',
    ['courses', 'fields', 'type', 'choices'],
    {},
    /^courses\.type: needs at least one choice/,
  ],
  [
    'a default that is not one of the choices',
    ['courses', 'fields', 'type', 'options'],
    { default: 'other' },
    /^courses\.type: unknown default "other"/,
  ],
  [
    'a reference to an unknown resource',
    ['students', 'fields', 'userId', 'to'],
    'nobody',
    /^students\.userId: unknown resource "nobody"/,
  ],
  [
    'a condition on an unknown field',
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
    'a rule that reads an unknown field',
    ['specializations', 'rules', 'creditsAddUp', 'check'],
    { nothing: { eq: 1 } },
    /^specializations\.rules\.creditsAddUp: unknown field "nothing"/,
  ],
  [
    'an action that sets an unknown field',
    ['courses', 'actions', 'activate', 'set'],
    { nothing: true },
    /^courses\.actions\.activate: unknown field "nothing"/,
  ],
  [
    'a transition to an unknown state',
    ['students', 'workflow', 'transitions', 'resume', 'to'],
    'asleep',
    /^students\.workflow\.resume: unknown state "asleep"/,
  ],
  [
    'a transition that stamps a writable field',
    ['grades', 'workflow', 'transitions', 'publish', 'stamps'],
    'state',
    /^grades\.actions\.publish\.stamps: users may write field "state"/,
  ],
  [
    'a transition that stamps a field that is neither a time nor a user',
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
    'a stamp of a transition on a required field',
    ['grade-appeals', 'actions', 'change', 'stamps'],
    'dueAt',
    /^grade-appeals\.actions\.change\.stamps: field "dueAt" must be optional/,
  ],
  [
    'a stamp of an unknown field',
    ['certificates', 'workflow', 'stamps'],
    'nothing',
    /^certificates\.workflow\.stamps: unknown field/,
  ],
  [
    'an unknown error code in dependants',
    ['departments', 'dependants', 'specializations', 'restrict'],
    'department.needed',
    /^departments\.dependants\.specializations\.restrict: unknown error code "department\.needed"/,
  ],
  [
    'a record that is required only while it is current',
    ['specializations', 'dependants', 'registrations', 'restrict'],
    'record.referenced',
    /^specializations\.dependants\.registrations\.restrict: cannot be combined with current: "admissionSessionId"/,
  ],
  [
    'a record that is required, but cannot be deactivated',
    ['students', 'dependants'],
    { finances: { field: 'studentId', restrict: 'record.referenced' } },
    /^students\.dependants\.finances\.restrict: requires a boolean field isActive/,
  ],
  ...(
    [
      ['for an unknown event', 'vanish', {}, 'unknown transition, action or field'],
      ['of an unknown type', 'status', { type: 'nothing' }, 'unknown notification type "nothing"'],
      ['to an unknown recipient', 'status', { to: 'nobody' }, 'unknown field "nobody"'],
      [
        'to a field that is not a user',
        'status',
        { to: ['userId', 'specializationId'] },
        'field "specializationId" does not refer to a user',
      ],
      [
        'about an unknown field',
        'status',
        { subject: 'nothing' },
        'subject: unknown field "nothing"',
      ],
      [
        'about an encrypted field',
        'status',
        { subject: 'cnp' },
        'subject: field "cnp" must be a text or a reference',
      ],
      [
        'with a condition on an unknown field',
        'status',
        { when: { nothing: { eq: 1 } } },
        'unknown field "nothing"',
      ],
    ] as const
  ).map(([mistake, moment, parts, problem]): [string, string[], unknown, RegExp] => [
    `a notification ${mistake}`,
    ['students', 'notifies'],
    { [moment]: { type: 'studentStatus', to: 'userId', ...parts } },
    new RegExp(`^students\\.notifies\\.${moment}: ${problem}`),
  ]),
  [
    'a notification to users who may not read the record',
    ['settings', 'notifies'],
    { create: { type: 'studentStatus', to: { role: 'student' } } },
    /^settings\.notifies\.create: role "student" may not read "settings"/,
  ],
  [
    'a notification for a name that is both a transition and a field',
    ['exam-resits', 'workflow', 'transitions', 'status'],
    { from: ['requested'], to: 'held', roles: ['admin'] },
    /^exam-resits\.notifies\.status: ambiguous/,
  ],
  [
    'a scope in a grant to write',
    ['courses', 'access', 'professor', 'update'],
    { scope: 'ownClasses' },
    /^courses\.access\.professor\.update/,
  ],
  [
    'a grant to write without one to read',
    ['courses', 'access', 'professor'],
    { update: true },
    /^courses\.access\.professor: has grants, but not read/,
  ],
  [
    'an import key that is not unique',
    ['courses', 'import', 'key'],
    ['name'],
    /^courses\.import\.key: not unique/,
  ],
  [
    'a path that another resource has',
    ['courses', 'path'],
    'students',
    /\.path: "students" is already the path of/,
  ],
])('%s prevents startup, and the message names the location', (_, path, value, message) => {
  const all = withMistake((copy) => set(copy, path, value))
  expect(() => checkRegistry(registry, all as { [name: string]: unknown })).toThrow(
    DeclarationError,
  )
  expect(() => checkRegistry(registry, all as { [name: string]: unknown })).toThrow(message)
})
