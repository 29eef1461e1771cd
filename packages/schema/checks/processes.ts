/** Checks processes: each page, list, view, state and date that they name has to exist. */
import { areaPaths, menuOf } from '../areas.ts'
import { homePath } from '../paths.ts'
import { fieldsRead } from '../predicate.ts'
import {
  type Process,
  type ProcessDate,
  type ProcessSpec,
  type RecordStage,
  stagesOf,
} from '../process.ts'
import { findProcessLink, findReferenceTo } from '../process-links.ts'
import type { Registry } from '../registry.ts'
import type { AnyResource } from '../resource.ts'
import { fieldEntries } from '../resource-fields.ts'
import { didYouMean } from './report.ts'

/** Returns one line for each mistake. Any line prevents startup. */
export function processMistakes(registry: Registry, processes: readonly ProcessSpec[]): string[] {
  const pages = registry.areas.processes ?? []
  const mistakes: string[] = []
  const noteOf =
    (name: string): Note =>
    (problem) =>
      mistakes.push(`process ${name}: ${problem}`)
  for (const { name } of pages)
    if (!processes.some((process) => process.name === name))
      noteOf(name)('it has a page, but no pack declares its stages')
  for (const process of processes) {
    const note = noteOf(process.name)
    if (processes.some((other) => other !== process && other.name === process.name))
      note('another process has this name')
    const page = pages.find(({ name }) => name === process.name)
    if (page) checkProcess(registry, { ...page, ...process }, note)
    else note('it has no page in the areas')
  }
  return mistakes
}

type Note = (problem: string) => void

function checkProcess(registry: Registry, process: Process, note: Note): void {
  const { subject, path, roles, section } = process
  const known = registry.resources.map(({ name }) => name)
  const find = (name: string): AnyResource | undefined => {
    const resource = registry.find(name)
    if (!resource) note(`unknown entity "${name}"${didYouMean(name, known)}`)
    return resource
  }
  const others = registry.areas.processes?.filter(({ name }) => name !== process.name) ?? []
  for (const role of roles) {
    const page = `${homePath(role)}/${path}`
    const pages = areaPaths({ ...registry, areas: { ...registry.areas, processes: others } }, role)
    if (pages.includes(page)) note(`"${page}" is already a page`)
    const sections = menuOf(registry, role).flatMap(({ name }) => name ?? [])
    if (!sections.includes(section))
      note(`the menu of ${role} has no section "${section}"${didYouMean(section, sections)}`)
  }
  const subjectResource = find(subject.resource)
  const partResource = subject.part && find(subject.part.resource)
  if (!subjectResource || (subject.part && !partResource)) return
  if (partResource && findReferenceTo(partResource, subject.resource) === undefined)
    note(`"${partResource.name}" does not refer to "${subject.resource}"`)
  const checkField = (resource: AnyResource | undefined, field: string) => {
    const fields = resource ? fieldEntries(resource).map(([name]) => name) : []
    if (!fields.includes(field))
      note(`"${resource?.name ?? 'part'}" has no field "${field}"${didYouMean(field, fields)}`)
  }
  const checkDate = (date: ProcessDate) =>
    'subject' in date
      ? checkField(subjectResource, date.subject)
      : checkField(partResource, date.part)
  if (subject.part) checkField(partResource, subject.part.orderedBy)
  if (subject.current) checkField(registry.find('settings'), subject.current.setting)
  process.dates?.forEach(checkDate)
  const stages = Object.keys(process.stages)
  for (const [name, stage] of stagesOf(process)) {
    const noteStage: Note = (problem) => note(`${name}: ${problem}`)
    if ('due' in stage && stage.due) checkDate(stage.due)
    for (const before of stage.after ?? [])
      if (!stages.slice(0, stages.indexOf(name)).includes(before))
        noteStage(`no stage "${before}" comes before it${didYouMean(before, stages)}`)
    for (const condition of [stage.usedWhen, stage.unusedWhen])
      if (condition) checkLink(process, find(condition.any), noteStage)
    if ('from' in stage) {
      const resource = find(stage.from.resource)
      checkLink(process, resource, noteStage)
      if (resource) checkList(resource, stage, noteStage)
    } else
      for (const check of Object.values(stage.checks)) {
        const resource = find(check.of)
        if (!resource) continue
        if (!resource.singleton && resource !== subjectResource)
          checkLink(process, resource, noteStage)
        const fields = fieldsRead('any' in check ? check.any : check.none)
        for (const field of fields) checkField(resource, field)
      }
  }
}

/** The page links to lists that are filtered by the subject, so they need that filter. */
function checkLink(process: ProcessSpec, resource: AnyResource | undefined, note: Note): void {
  if (!resource) return
  const link = findProcessLink(process, resource)
  if (!link) note(`"${resource.name}" refers neither to the subject nor to its part`)
  else if (!resource.list.filters?.includes(link.field))
    note(`"${link.field}" is not a filter of the list "${resource.name}"`)
}

function checkList(
  resource: AnyResource,
  { from, blocks = {}, people }: RecordStage,
  note: Note,
): void {
  const views = Object.keys(resource.list.views ?? {})
  for (const view of [...(from.view === undefined ? [] : [from.view]), ...Object.keys(blocks)])
    if (!views.includes(view))
      note(`"${resource.name}" has no view "${view}"${didYouMean(view, views)}`)
  if (people !== undefined && !resource.list.filters?.includes(people))
    note(`"${people}" is not a filter of the list "${resource.name}"`)
  if (!from.states) return
  const field = resource.workflow?.field
  const spec = field === undefined ? undefined : resource.fields[field]
  const states = spec && 'choices' in spec ? Object.keys(spec.choices) : []
  for (const state of from.states)
    if (!states.includes(state))
      note(`"${resource.name}" has no state "${state}"${didYouMean(state, states)}`)
  if (field === undefined || !resource.list.filters?.includes(field))
    note(`the state is not a filter of the list "${resource.name}"`)
}
