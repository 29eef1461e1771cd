/** Checks the options of a field. */
import { type FieldSpec, familyOf, fieldTypeOf, hasTrait } from '../field.ts'
import { languagesOf } from '../field-type.ts'
import type { AnyResource } from '../resource.ts'
import { fieldOf } from '../resource-fields.ts'
import { isTranslated, translationNames, translationOf } from '../translated-fields.ts'
import { translationsOf } from '../translations.ts'
import { checkComputed } from './computed.ts'
import { valueMistake } from './conditions.ts'
import { didYouMean, type Report } from './report.ts'

type All = { readonly [name: string]: AnyResource }

export function checkField(
  all: All,
  resource: AnyResource,
  name: string,
  spec: FieldSpec,
  report: Report,
): void {
  const { options } = spec
  const fail = (problem: string, part?: string) =>
    report([resource.name, name, ...(part ? [part] : [])].join('.'), problem)
  if (options.hiddenOnCreate && !options.optional && !('default' in options))
    fail('must be optional or have a default, because of the option hiddenOnCreate')
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
    fail(
      `"${translation.field}" is not translated. Set translated: true on it, and remove this field.`,
    )
  // A default that is an expression is checked by the field type.
  const mistake =
    'default' in options &&
    options.default !== undefined &&
    typeof options.default !== 'object' &&
    defaultMistake(spec, options.default)
  if (mistake) fail(mistake)
  if (typeof options.computed === 'object')
    checkComputed(all, resource, { name, spec, value: options.computed.value }, fail)
  if (options.unique && !hasTrait(spec, 'unique'))
    fail(`fields of type ${spec.type} cannot be unique`)
}

/** Options that cannot be combined with `translated`. */
const untranslatableOptions = [
  'inUniversityLanguage',
  'encrypted',
  'computed',
  'derivedFrom',
  'displayAs',
  'valueForField',
]

function checkTranslated(resource: AnyResource, name: string, report: Report): void {
  const spec = fieldOf(resource, name)
  const { options } = spec
  for (const option of untranslatableOptions)
    if (Object.hasOwn(options, option))
      report(`${resource.name}.${name}`, `a translated field cannot have the option "${option}"`)
  if (Object.hasOwn(resource.fields, `${name}Translations`))
    report(
      `${resource.name}.${name}Translations`,
      `the name is reserved for the translations of "${name}". Use another name.`,
    )
  const others = translationNames(name, languagesOf(spec))
  const missing = others.filter((other) => !Object.hasOwn(resource.fields, other))
  // A field that was made by hand has none. Its type then reports the option.
  if (missing.length > 0 && missing.length < others.length)
    report(
      `${resource.name}.${name}`,
      `has no ${missing.join(' and no ')}. Pass all languages of the application to createFields.`,
    )
  for (const other of others)
    if (
      Object.hasOwn(resource.fields, other) &&
      translationOf(fieldOf(resource, other))?.field !== name
    )
      report(
        `${resource.name}.${other}`,
        `the name is reserved for a translation of "${name}". Use another name.`,
      )
}

/** The problem with a default; undefined if it is valid. */
function defaultMistake(spec: FieldSpec, value: string | number | boolean): string | undefined {
  const { options } = spec
  if ('choices' in spec) return undefined // reported by the field type
  if (
    typeof value === 'number' &&
    'min' in options &&
    (value < Number(options.min) || value > Number(options.max))
  )
    return 'the default is outside of min and max'
  const mistake = valueMistake(spec, value)
  return mistake && `invalid default: ${mistake}`
}
