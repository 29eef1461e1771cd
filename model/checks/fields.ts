/** Options of a field: what they say of it and of others. */
import type { FieldSpec } from '../field.ts'
import { type AnyResource, isKind } from '../resource.ts'
import { unknownField } from './names.ts'
import { meant, type Report } from './report.ts'
import { faultOf } from './values.ts'

type All = { readonly [name: string]: AnyResource }

export function checkField(all: All, resource: AnyResource, name: string, spec: FieldSpec, report: Report): void {
  const { options } = spec
  const fail = (problem: string) => report(`${resource.name}.${name}`, problem)
  if (options.later && !options.optional && !('default' in options)) fail('is asked for later, so it must be optional or have a default')
  if ('min' in options && 'max' in options && typeof options.min === 'number' && typeof options.max === 'number') {
    if (options.min > options.max) fail(`has min ${options.min} above max ${options.max}`)
  }
  if ((spec.kind === 'decimal' || spec.kind === 'money') && spec.options.max > 1e12) fail('is larger than a JSON number holds exactly')
  if (isKind(spec, 'text') && spec.options.derivedFrom !== undefined) {
    if (resource.fields[spec.options.derivedFrom]?.kind !== 'text') fail(`is derived from ${spec.options.derivedFrom}, which is no text`)
    if (!options.unique && !resource.unique?.some((group) => group.includes(name))) fail('is derived, so it must be unique')
  }
  if ((spec.kind === 'choice' || spec.kind === 'set') && Object.keys(spec.choices).length === 0) fail('has no choices')
  const fault = 'default' in options && options.default !== undefined && defaultFault(spec, options.default)
  if (fault) fail(fault)
  if (spec.kind === 'reference') checkReference(all, resource, name, spec, report)
  if (spec.kind === 'many') {
    const back = all[spec.of]?.fields[spec.by]
    if (back?.kind !== 'reference' || back.to !== resource.name) fail(`needs ${spec.of}.${spec.by} to refer back to ${resource.name}`)
    else if (!all[spec.of]?.list.filters?.includes(spec.by)) fail(`needs ${spec.by} among the filters of ${spec.of}`)
  }
  if (options.unique && ['longText', 'set', 'many', 'boolean', 'file', 'image', 'data'].includes(spec.kind))
    fail(`cannot be unique: it is a ${spec.kind}`)
}

/** Fault of a default; undefined where nothing is. */
function defaultFault(spec: FieldSpec, value: string | number | boolean): string | undefined {
  const { options } = spec
  if (spec.kind === 'choice' && !Object.hasOwn(spec.choices, String(value)))
    return `has the unknown default ${value}${meant(String(value), Object.keys(spec.choices))}`
  if (typeof value === 'number' && 'min' in options && (value < Number(options.min) || value > Number(options.max)))
    return 'has a default outside its limits'
  const fault = faultOf(spec, value)
  return fault && `has the default ${fault}`
}

function checkReference(
  all: All,
  resource: AnyResource,
  name: string,
  { to, options }: Extract<FieldSpec, { kind: 'reference' }>,
  report: Report,
): void {
  const place = `${resource.name}.${name}`
  const target = all[to]
  if (!target) {
    report(place, `refers to the unknown resource ${to}${meant(to, Object.keys(all))}`)
    return
  }
  for (const [field, want] of Object.entries(options.optionsWhere ?? {})) {
    const fail = (problem: string) => report(`${place}.optionsWhere`, problem)
    const asked = Object.hasOwn(target.fields, field) ? target.fields[field] : undefined
    if (!asked) {
      fail(`names the unknown field ${to}.${field}${meant(field, Object.keys(target.fields))}`)
      continue
    }
    if (!target.list.filters?.includes(field)) fail(`needs ${to}.${field} among the filters of ${to}`)
    if (typeof want === 'object') {
      if (!Object.hasOwn(resource.fields, want.value)) fail(`reads ${unknownField(want.value, resource)}`)
      continue
    }
    const fault = faultOf(asked, want)
    if (fault) fail(`wants ${to}.${field} to be ${fault}`)
  }
}
