/** Words of a declaration about its past, and about records that are older than it. */
import { type FieldSpec, familyOf } from '../field.ts'
import { formerNames } from '../former-names.ts'
import { type AnyResource, fieldEntries } from '../resource.ts'
import { meant, type Report } from './report.ts'
import { faultOf } from './values.ts'

export function checkChanges(resource: AnyResource, report: Report): void {
  const all = fieldEntries(resource).flatMap(([, spec]) => formerNames(spec))
  for (const [name, spec] of fieldEntries(resource)) {
    const fail = (problem: string) => report(`${resource.name}.${name}`, problem)
    for (const former of formerNames(spec)) {
      if (Object.hasOwn(resource.fields, former)) fail(`was ${former}, which is a field of its own`)
      else if (all.indexOf(former) !== all.lastIndexOf(former)) fail(`was ${former}, which is said twice`)
    }
    const { fill, optional } = spec.options
    if (fill !== undefined && optional) fail('is filled, and may stay empty: leave out fill or optional')
    const fault = fill !== undefined && faultOf(spec, fill)
    if (fault) fail(`is filled with ${fault}`)
    checkMap(spec, fail)
  }
  for (const name of resource.gone ?? [])
    if (Object.hasOwn(resource.fields, name)) report(`${resource.name}.gone`, `names ${name}, which is still a field`)
}

function checkMap(spec: FieldSpec, fail: (problem: string) => void): void {
  const { map } = spec.options
  if (map === 'cut' && familyOf(spec) !== 'text') fail('is cut, which only text can be')
  if (map === 'nearest' && !['number', 'date'].includes(familyOf(spec))) fail('takes the nearest value, which only numbers and days have')
  if (typeof map !== 'object') return
  if (!('choices' in spec)) {
    fail('maps values, which only choices have')
    return
  }
  for (const [from, to] of Object.entries(map)) {
    if (Object.hasOwn(spec.choices, from)) fail(`maps ${from}, which it still has`)
    if (to === null && familyOf(spec) === 'word' && !spec.options.optional) fail(`maps ${from} to nothing, and must have a value`)
    if (to !== null && !Object.hasOwn(spec.choices, to))
      fail(`maps ${from} to the unknown choice ${to}${meant(to, Object.keys(spec.choices))}`)
  }
}
