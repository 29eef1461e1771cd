/** Reports options and form conditions that would have no effect, which usually means that the field was to behave otherwise. */
import { actionsOf } from '../actions.ts'
import { type FieldSpec, fieldTypeOf, hasTrait, isEncrypted } from '../field.ts'
import { type AnyResource, fieldEntries } from '../resource.ts'
import { isTranslated } from '../translated-fields.ts'
import type { Report } from './report.ts'

interface Place {
  readonly resource: AnyResource
  readonly name: string
  readonly spec: FieldSpec
}

/** Options that have no effect on fields to which the reason applies. A type that never has the option does not declare it instead. */
interface Useless {
  readonly options: readonly string[]
  readonly applies: (place: Place) => boolean
  readonly reason: string
}

const isComputed = ({ spec }: Place) => spec.options.computed !== undefined
const isState = ({ resource, name }: Place) => resource.workflow?.field === name
/** Whether no role writes the field, even at creation. Actions and transitions may take it as input. */
const isOfProgram = ({ spec }: Place) => spec.options.write?.length === 0
const isFixed = (place: Place) => isOfProgram(place) || isComputed(place) || place.spec.kind === 'many'
const isInput = ({ resource, name }: Place) => Object.values(actionsOf(resource)).some(({ input }) => input?.includes(name))
const has = (option: string) => (place: Place) => Object.hasOwn(place.spec.options, option)

/** Options of `data` and `many`, whose constructors take no others. */
const few: { readonly [kind: string]: readonly string[] | undefined } = { data: ['optional', 'read', 'write'], many: ['read', 'write'] }

const useless: readonly Useless[] = [
  { options: ['asksPassword', 'power'], applies: isFixed, reason: 'nobody writes the field' },
  { options: ['writeOnce', 'later', 'bulk'], applies: isOfProgram, reason: 'nobody writes the field' },
  { options: ['input'], applies: (place) => isOfProgram(place) && !isInput(place), reason: 'nobody writes the field' },
  {
    options: [
      ...['write', 'writeOnce', 'later', 'bulk', 'input', 'default', 'byServer', 'derivedFrom', 'encrypted', 'example'],
      ...['was', 'fill', 'map'],
    ],
    applies: isComputed,
    reason: 'it is computed',
  },
  // `computed.ts` reports it for expressions.
  { options: ['unique'], applies: ({ spec }) => typeof spec.options.computed === 'string', reason: 'it is computed' },
  {
    options: ['write', 'writeOnce', 'later', 'bulk', 'input', 'byServer', 'derivedFrom'],
    applies: isState,
    reason: 'only the workflow sets it',
  },
  { options: ['byServer'], applies: has('optional'), reason: 'the field may be without a value' },
  { options: ['byServer', 'derivedFrom'], applies: has('default'), reason: 'a new record gets the default' },
  { options: ['byServer'], applies: has('derivedFrom'), reason: 'a new record gets a code made from another field' },
  { options: ['byServer'], applies: (place) => !has('write')(place), reason: 'all roles that write the record write the field' },
  {
    options: ['bulk'],
    applies: ({ spec }) => spec.options.unique === true || isEncrypted(spec) || fieldTypeOf(spec).edits.length === 0,
    reason: 'bulk edits never include it',
  },
  { options: ['cell'], applies: ({ spec }) => !hasTrait(spec, 'column'), reason: 'no list can show it' },
  // `fields.ts` reports what cannot be combined with `translated`.
  {
    options: ['said', 'means', 'ofUniversity'],
    applies: ({ spec }) => isEncrypted(spec) && !isTranslated(spec),
    reason: 'its values are shown masked',
  },
  {
    options: ['example'],
    applies: (place) => !has('matches')(place) && (!place.resource.import || isFixed(place)),
    reason: 'no import template contains the field',
  },
]

/** Options of a field that an action `asks` for, which is input of one call and not stored. The others have no effect there. */
const ofStored = [
  ...['unique', 'read', 'write', 'byServer', 'writeOnce', 'later', 'bulk', 'computed', 'default', 'derivedFrom', 'encrypted'],
  ...['asksPassword', 'power', 'display', 'cell', 'quiet', 'everyone', 'ofUniversity', 'translated'],
  ...['was', 'fill', 'map', 'renamed', 'merged'],
]

export function checkEffects(resource: AnyResource, report: Report): void {
  for (const [name, spec] of fieldEntries(resource)) {
    // The compiler generates translations with the options of their field.
    if ('translates' in spec.options) continue
    const place = { resource, name, spec }
    const reported = new Set<string>()
    const fail = (option: string, reason: string) => {
      if (Object.hasOwn(spec.options, option) && !reported.has(option)) report(`${resource.name}.${name}`, `says ${option}, and ${reason}`)
      reported.add(option)
    }
    for (const { options, applies, reason } of useless) if (applies(place)) for (const option of options) fail(option, reason)
    const known = few[spec.kind]
    if (known)
      for (const option of Object.keys(spec.options))
        if (!known.includes(option)) fail(option, `a field of the kind ${spec.kind} does not use it`)
  }
  for (const [action, { asks = {} }] of Object.entries(resource.actions ?? {}))
    for (const [name, { kind, options }] of Object.entries(asks)) {
      const place = `${resource.name}.actions.${action}.asks.${name}`
      if (few[kind]) report(place, `is of the kind ${kind}, which nobody fills in`)
      for (const option of ofStored) if (Object.hasOwn(options, option)) report(place, `says ${option}, and it is not stored`)
    }
  checkFormEffects(resource, report)
}

function checkFormEffects(resource: AnyResource, report: Report): void {
  for (const [name, rule] of Object.entries(resource.form ?? {})) {
    const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
    if (!spec) continue
    const fail = (problem: string) => report(`${resource.name}.form.${name}`, problem)
    const place = { resource, name, spec }
    if (spec.kind === 'many') fail('has conditions, and child rows have none: set them in form of their own resource')
    else {
      if (rule?.requiredWhen && isComputed(place)) fail('says requiredWhen, and nobody writes the field')
      else if (rule?.requiredWhen && !spec.options.optional && !('derivedFrom' in spec.options))
        fail('says requiredWhen, and the field always needs a value: make it optional')
      if (rule?.readOnlyWhen && (isFixed(place) || isState(place))) fail('says readOnlyWhen, and nobody writes the field')
      if (rule?.readOnlyWhen && spec.options.writeOnce) fail('says readOnlyWhen, and updates never change the field')
    }
  }
}
