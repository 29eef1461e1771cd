/** Reports options and form conditions that would have no effect, which usually are mistakes. */
import { actionsOf } from '../actions.ts'
import { type FieldSpec, fieldTypeOf, hasTrait, isEncrypted } from '../field.ts'
import type { AnyResource } from '../resource.ts'
import { fieldEntries } from '../resource-fields.ts'
import { isTranslated } from '../translated-fields.ts'
import type { Report } from './report.ts'

interface FieldContext {
  readonly resource: AnyResource
  readonly name: string
  readonly spec: FieldSpec
}

/**
 * Options that have no effect on the fields to which the reason applies. Options that a type never
 * has are not listed here, because the type does not declare them.
 */
interface IneffectiveOptions {
  readonly options: readonly string[]
  readonly applies: (context: FieldContext) => boolean
  readonly reason: string
}

const isComputed = ({ spec }: FieldContext) => spec.options.computed !== undefined
const isState = ({ resource, name }: FieldContext) => resource.workflow?.field === name
/**
 * Whether no role writes the field, even at creation. Actions and transitions may take it as input.
 */
const isSetByProgram = ({ spec }: FieldContext) => spec.options.write?.length === 0
const isReadOnly = (context: FieldContext) =>
  isSetByProgram(context) || isComputed(context) || context.spec.type === 'many'
const isInput = ({ resource, name }: FieldContext) =>
  Object.values(actionsOf(resource)).some(({ input }) => input?.includes(name))
const hasOption = (option: string) => (context: FieldContext) =>
  Object.hasOwn(context.spec.options, option)

/** Options of `data` and `many`, whose constructors take no others. */
const allowedOptions: { readonly [kind: string]: readonly string[] | undefined } = {
  data: ['optional', 'read', 'write'],
  many: ['read', 'write'],
}

const ineffectiveOptions: readonly IneffectiveOptions[] = [
  {
    options: ['requiresReauthentication', 'power'],
    applies: isReadOnly,
    reason: 'no role may write the field',
  },
  {
    options: ['writeOnce', 'hiddenOnCreate', 'bulk'],
    applies: isSetByProgram,
    reason: 'no role may write the field',
  },
  {
    options: ['input'],
    applies: (context) => isSetByProgram(context) && !isInput(context),
    reason: 'no role may write the field',
  },
  {
    options: [
      ...[
        'write',
        'writeOnce',
        'hiddenOnCreate',
        'bulk',
        'input',
        'default',
        'setByServer',
        'derivedFrom',
        'encrypted',
        'example',
      ],
      ...['renamedFrom', 'fill', 'existingValues'],
    ],
    applies: isComputed,
    reason: 'the field is computed',
  },
  // `computed.ts` reports `unique` if `computed` is an expression.
  {
    options: ['unique'],
    applies: ({ spec }) => typeof spec.options.computed === 'string',
    reason: 'the field is computed',
  },
  {
    options: [
      'write',
      'writeOnce',
      'hiddenOnCreate',
      'bulk',
      'input',
      'setByServer',
      'derivedFrom',
    ],
    applies: isState,
    reason: 'only the workflow sets the field',
  },
  { options: ['setByServer'], applies: hasOption('optional'), reason: 'the field is optional' },
  {
    options: ['setByServer', 'derivedFrom'],
    applies: hasOption('default'),
    reason: 'new records get the default',
  },
  {
    options: ['setByServer'],
    applies: hasOption('derivedFrom'),
    reason: 'new records get a code derived from another field',
  },
  {
    options: ['setByServer'],
    applies: (context) => !hasOption('write')(context),
    reason: 'every role that may write the record may write the field',
  },
  {
    options: ['bulk'],
    applies: ({ spec }) =>
      spec.options.unique === true || isEncrypted(spec) || fieldTypeOf(spec).edits.length === 0,
    reason: 'bulk edits never include the field',
  },
  {
    options: ['cell'],
    applies: ({ spec }) => !hasTrait(spec, 'listColumn'),
    reason: 'lists cannot show the field',
  },
  // `fields.ts` reports options that cannot be combined with `translated`.
  {
    options: ['displayAs', 'valueForField', 'inUniversityLanguage'],
    applies: ({ spec }) => isEncrypted(spec) && !isTranslated(spec),
    reason: 'values of the field are masked',
  },
  {
    options: ['example'],
    applies: (context) =>
      !hasOption('regex')(context) && (!context.resource.import || isReadOnly(context)),
    reason: 'no import template contains the field',
  },
]

/**
 * Options that have no effect on `extraFields` of an action, because their values are input of one
 * call and not stored.
 */
const storedFieldOptions = [
  ...[
    'unique',
    'read',
    'write',
    'setByServer',
    'writeOnce',
    'hiddenOnCreate',
    'bulk',
    'computed',
    'default',
    'derivedFrom',
    'encrypted',
  ],
  ...[
    'requiresReauthentication',
    'power',
    'display',
    'cell',
    'hideFalse',
    'openToAllUsers',
    'inUniversityLanguage',
    'translated',
  ],
  ...['renamedFrom', 'fill', 'existingValues', 'renamed', 'merged'],
]

export function checkEffects(resource: AnyResource, report: Report): void {
  for (const [name, spec] of fieldEntries(resource)) {
    // The compiler generates translations with the options of their field.
    if ('translates' in spec.options) continue
    const context = { resource, name, spec }
    const reported = new Set<string>()
    const fail = (option: string, reason: string) => {
      if (Object.hasOwn(spec.options, option) && !reported.has(option))
        report(`${resource.name}.${name}`, `option "${option}" has no effect: ${reason}`)
      reported.add(option)
    }
    for (const { options, applies, reason } of ineffectiveOptions)
      if (applies(context)) for (const option of options) fail(option, reason)
    const known = allowedOptions[spec.type]
    if (known)
      for (const option of Object.keys(spec.options))
        if (!known.includes(option)) fail(option, `fields of type ${spec.type} do not use it`)
  }
  for (const [action, { extraFields = {} }] of Object.entries(resource.actions ?? {}))
    for (const [name, { type, options }] of Object.entries(extraFields)) {
      const path = `${resource.name}.actions.${action}.extraFields.${name}`
      if (allowedOptions[type]) report(path, `fields of type ${type} cannot be filled in`)
      for (const option of storedFieldOptions)
        if (Object.hasOwn(options, option))
          report(path, `option "${option}" has no effect: the value is not stored`)
    }
  checkFormEffects(resource, report)
}

function checkFormEffects(resource: AnyResource, report: Report): void {
  for (const [name, rule] of Object.entries(resource.form ?? {})) {
    const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
    if (!spec) continue
    const fail = (problem: string) => report(`${resource.name}.form.${name}`, problem)
    const context = { resource, name, spec }
    if (spec.type === 'many')
      fail('child rows have no conditions. Set them in form of the resource of the rows.')
    else {
      if (rule?.requiredWhen && isComputed(context))
        fail('requiredWhen has no effect: no role may write the field')
      else if (rule?.requiredWhen && !spec.options.optional && !('derivedFrom' in spec.options))
        fail('requiredWhen has no effect: the field is always required. Make it optional.')
      if (rule?.readOnlyWhen && (isReadOnly(context) || isState(context)))
        fail('readOnlyWhen has no effect: no role may write the field')
      if (rule?.readOnlyWhen && spec.options.writeOnce)
        fail('readOnlyWhen has no effect: updates never change the field')
    }
  }
}
