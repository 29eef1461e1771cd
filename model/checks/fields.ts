/** Checks the options of a field. */
import { type FieldSpec, familyOf, fieldTypeOf, hasTrait } from '../field.ts'
import { type AnyResource, fieldOf } from '../resource.ts'
import { isTranslated, translationOf } from '../translated-fields.ts'
import { translationsOf } from '../translations.ts'
import { checkComputed } from './computed.ts'
import { valueMistake } from './conditions.ts'
import { didYouMean, type Report } from './report.ts'

type All = { readonly [name: string]: AnyResource }

export function checkField(all: All, resource: AnyResource, name: string, spec: FieldSpec, report: Report): void {
  const { options } = spec
  const fail = (problem: string, part?: string) => report([resource.name, name, ...(part ? [part] : [])].join('.'), problem)
  if (options.later && !options.optional && !('default' in options)) fail('is asked for later, so it must be optional or have a default')
  // Safe: `check` is the one of the field's own type.
  fieldTypeOf(spec).check?.(spec, {
    all,
    resource,
    name,
    fail,
    valueMistake: (of, value) => valueMistake(of as FieldSpec, value),
    familyOf: (of) => familyOf(of as FieldSpec),
    didYouMean,
  })
  if (isTranslated(spec)) checkTranslated(resource, name, report)
  const translation = translationOf(spec)
  if (translation && !translationsOf(resource, translation.field).includes(name))
    fail(`says ${translation.field}, which is not translated: write translated there, and nothing here`)
  // A default that is an expression is checked by the field type.
  const fault =
    'default' in options && options.default !== undefined && typeof options.default !== 'object' && defaultMistake(spec, options.default)
  if (fault) fail(fault)
  if (typeof options.computed === 'object') checkComputed(all, resource, { name, spec, value: options.computed.value }, fail)
  if (options.unique && !hasTrait(spec, 'unique')) fail(`cannot be unique: it is a ${spec.kind}`)
}

/** Options that cannot be combined with `translated`. */
const untranslatableOptions = ['ofUniversity', 'encrypted', 'computed', 'derivedFrom', 'said', 'means']

function checkTranslated(resource: AnyResource, name: string, report: Report): void {
  const { options } = fieldOf(resource, name)
  for (const word of untranslatableOptions)
    if (Object.hasOwn(options, word)) report(`${resource.name}.${name}`, `is translated, so it cannot be ${word}`)
  if (Object.hasOwn(resource.fields, `${name}Translations`))
    report(`${resource.name}.${name}Translations`, `has the name of what ${name} is kept by in other languages: call it otherwise`)
  for (const other of translationsOf(resource, name).filter((one) => Object.hasOwn(resource.fields, one)))
    if (translationOf(fieldOf(resource, other))?.field !== name)
      report(`${resource.name}.${other}`, `has the name of ${name} in another language: call it otherwise`)
}

/** The problem with a default; undefined if it is valid. */
function defaultMistake(spec: FieldSpec, value: string | number | boolean): string | undefined {
  const { options } = spec
  if ('choices' in spec) return undefined // reported by the field type
  if (typeof value === 'number' && 'min' in options && (value < Number(options.min) || value > Number(options.max)))
    return 'has a default outside its limits'
  const fault = valueMistake(spec, value)
  return fault && `has the default ${fault}`
}
