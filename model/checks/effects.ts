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
  { options: ['requiresReauthentication', 'power'], applies: isFixed, reason: 'no role may write the field' },
  { options: ['writeOnce', 'hiddenOnCreate', 'bulk'], applies: isOfProgram, reason: 'no role may write the field' },
  { options: ['input'], applies: (place) => isOfProgram(place) && !isInput(place), reason: 'no role may write the field' },
  {
    options: [
      ...['write', 'writeOnce', 'hiddenOnCreate', 'bulk', 'input', 'default', 'setByServer', 'derivedFrom', 'encrypted', 'example'],
      ...['renamedFrom', 'fill', 'map'],
    ],
    applies: isComputed,
    reason: 'the field is computed',
  },
  // `computed.ts` reports it for expressions.
  { options: ['unique'], applies: ({ spec }) => typeof spec.options.computed === 'string', reason: 'the field is computed' },
  {
    options: ['write', 'writeOnce', 'hiddenOnCreate', 'bulk', 'input', 'setByServer', 'derivedFrom'],
    applies: isState,
    reason: 'only the workflow sets the field',
  },
  { options: ['setByServer'], applies: has('optional'), reason: 'the field is optional' },
  { options: ['setByServer', 'derivedFrom'], applies: has('default'), reason: 'new records get the default' },
  { options: ['setByServer'], applies: has('derivedFrom'), reason: 'new records get a code derived from another field' },
  {
    options: ['setByServer'],
    applies: (place) => !has('write')(place),
    reason: 'every role that may write the record may write the field',
  },
  {
    options: ['bulk'],
    applies: ({ spec }) => spec.options.unique === true || isEncrypted(spec) || fieldTypeOf(spec).edits.length === 0,
    reason: 'bulk edits never include the field',
  },
  { options: ['cell'], applies: ({ spec }) => !hasTrait(spec, 'column'), reason: 'lists cannot show the field' },
  // `fields.ts` reports what cannot be combined with `translated`.
  {
    options: ['displayAs', 'valueForField', 'inUniversityLanguage'],
    applies: ({ spec }) => isEncrypted(spec) && !isTranslated(spec),
    reason: 'values of the field are masked',
  },
  {
    options: ['example'],
    applies: (place) => !has('regex')(place) && (!place.resource.import || isFixed(place)),
    reason: 'no import template contains the field',
  },
]

/** Options of `extraFields` of an action, which are input of one call and not stored. The others have no effect there. */
const ofStored = [
  ...['unique', 'read', 'write', 'setByServer', 'writeOnce', 'hiddenOnCreate', 'bulk', 'computed', 'default', 'derivedFrom', 'encrypted'],
  ...['requiresReauthentication', 'power', 'display', 'cell', 'hideFalse', 'openToAllUsers', 'inUniversityLanguage', 'translated'],
  ...['renamedFrom', 'fill', 'map', 'renamed', 'merged'],
]

export function checkEffects(resource: AnyResource, report: Report): void {
  for (const [name, spec] of fieldEntries(resource)) {
    // The compiler generates translations with the options of their field.
    if ('translates' in spec.options) continue
    const place = { resource, name, spec }
    const reported = new Set<string>()
    const fail = (option: string, reason: string) => {
      if (Object.hasOwn(spec.options, option) && !reported.has(option))
        report(`${resource.name}.${name}`, `option "${option}" has no effect: ${reason}`)
      reported.add(option)
    }
    for (const { options, applies, reason } of useless) if (applies(place)) for (const option of options) fail(option, reason)
    const known = few[spec.kind]
    if (known)
      for (const option of Object.keys(spec.options)) if (!known.includes(option)) fail(option, `fields of type ${spec.kind} do not use it`)
  }
  for (const [action, { extraFields = {} }] of Object.entries(resource.actions ?? {}))
    for (const [name, { kind, options }] of Object.entries(extraFields)) {
      const place = `${resource.name}.actions.${action}.extraFields.${name}`
      if (few[kind]) report(place, `fields of type ${kind} cannot be filled in`)
      for (const option of ofStored)
        if (Object.hasOwn(options, option)) report(place, `option "${option}" has no effect: the value is not stored`)
    }
  checkFormEffects(resource, report)
}

function checkFormEffects(resource: AnyResource, report: Report): void {
  for (const [name, rule] of Object.entries(resource.form ?? {})) {
    const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
    if (!spec) continue
    const fail = (problem: string) => report(`${resource.name}.form.${name}`, problem)
    const place = { resource, name, spec }
    if (spec.kind === 'many') fail('child rows have no conditions. Set them in form of the resource of the rows.')
    else {
      if (rule?.requiredWhen && isComputed(place)) fail('requiredWhen has no effect: no role may write the field')
      else if (rule?.requiredWhen && !spec.options.optional && !('derivedFrom' in spec.options))
        fail('requiredWhen has no effect: the field is always required. Make it optional.')
      if (rule?.readOnlyWhen && (isFixed(place) || isState(place))) fail('readOnlyWhen has no effect: no role may write the field')
      if (rule?.readOnlyWhen && spec.options.writeOnce) fail('readOnlyWhen has no effect: updates never change the field')
    }
  }
}
