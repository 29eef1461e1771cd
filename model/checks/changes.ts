/** Words of a declaration about its past, and about records that are older than it. */
import { type FieldSpec, familyOf } from '../field.ts'
import { choiceToday, formerChoices, formerNames } from '../former-names.ts'
import type { FormerChoices } from '../kind.ts'
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
  checkFormerChoices(spec, fail)
  const { map } = spec.options
  if (map === 'cut' && familyOf(spec) !== 'text') fail('is cut, which only text can be')
  if (map === 'nearest' && !['number', 'date'].includes(familyOf(spec))) fail('takes the nearest value, which only numbers and days have')
  if (typeof map !== 'object') return
  if (!('choices' in spec)) {
    fail('maps values, which only choices have')
    return
  }
  const targets = Object.values(map).filter((to) => to !== null)
  const shared = targets.find((to, index) => targets.indexOf(to) !== index)
  if (shared !== undefined) {
    const from = Object.keys(map).filter((value) => map[value] === shared)
    fail(
      `maps ${from.join(' and ')} to ${shared}, which leaves open what it means: say renamed: { ${from[0]}: '${shared}' } of the one that only got another name, and merged of those whose records became ${shared}`,
    )
  }
  checkFates(spec, map, 'maps', fail)
}

/** Words of a field of choices about those that it no longer has. */
function checkFormerChoices(spec: FieldSpec, fail: (problem: string) => void): void {
  const { renamed = {}, merged = {} } = spec.options as FormerChoices
  checkFates(spec, renamed, 'renames', fail)
  checkFates(spec, merged, 'merges', fail)
  for (const value of Object.keys(renamed)) if (Object.hasOwn(merged, value)) fail(`renames and merges ${value}: say one of the two`)
}

/** Reports former choices that are there still, and fates that lead to no choice. */
function checkFates(
  spec: FieldSpec,
  fates: { readonly [value: string]: string | null },
  verb: string,
  fail: (problem: string) => void,
): void {
  if (!('choices' in spec)) return
  const former = formerChoices(spec)
  for (const [from, to] of Object.entries(fates)) {
    if (Object.hasOwn(spec.choices, from)) fail(`${verb} ${from}, which it still has`)
    if (to === null && familyOf(spec) === 'word' && !spec.options.optional) fail(`${verb} ${from} to nothing, and must have a value`)
    const end = to === null ? null : choiceToday(former, to)
    if (end !== null && !Object.hasOwn(spec.choices, end))
      fail(`${verb} ${from} to the unknown choice ${to}${meant(String(to), Object.keys(spec.choices))}`)
  }
}
