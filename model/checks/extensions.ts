/** Checks an extension against the base resource. */
import { actionsOf } from '../actions.ts'
import { type AnyExtension, baseOf } from '../extension.ts'
import type { AnyResource } from '../resource.ts'
import { didYouMean, type Report } from './report.ts'
import { checkExtensionStructure } from './structure.ts'

export function checkExtensions(
  extensions: readonly AnyExtension[],
  resources: { readonly [name: string]: AnyResource },
  report: Report,
): void {
  for (const [index, extension] of extensions.entries()) {
    const { name } = extension
    const place = `the extension of ${name}`
    const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
    if (!resource) {
      report(place, `is of no entity that comes with the program${didYouMean(String(name), Object.keys(resources))}`)
      continue
    }
    if ('workflow' in extension) {
      report(
        `${place}.workflow`,
        'adds states or steps, and the program does its work by those that it knows: add a choice of its own, and actions that set it',
      )
      continue
    }
    if (!checkExtensionStructure(extension, place, report)) continue
    const base = baseOf(resource)
    const others = extensions.slice(0, index).filter((other) => other.name === name)
    const taken: { readonly [part: string]: readonly string[] } = {
      fields: [base, ...others].flatMap(({ fields = {} }) => Object.keys(fields)),
      rules: [base, ...others].flatMap(({ rules = {} }) => Object.keys(rules)),
      actions: [...Object.keys(actionsOf(base)), ...others.flatMap(({ actions = {} }) => Object.keys(actions))],
      notifies: [base, ...others].flatMap(({ notifies = {} }) => Object.keys(notifies)),
    }
    for (const [part, names] of Object.entries(taken))
      for (const added of Object.keys(extension[part as 'fields' | 'rules' | 'actions' | 'notifies'] ?? {}))
        if (names.includes(added)) report(`${place}.${part}.${added}`, 'is there already: an extension adds, and changes nothing')
    checkAddedFields(extension, place, report)
    for (const [role, grants] of Object.entries(extension.access ?? {}))
      for (const grant of Object.keys(grants))
        if (Object.hasOwn(base.access[role as keyof typeof base.access] ?? {}, grant))
          report(`${place}.access.${role}.${grant}`, 'is granted already: an extension adds, and changes nothing')
    for (const view of Object.keys(extension.list?.views ?? {}))
      if (base.list.views && Object.hasOwn(base.list.views, view)) report(`${place}.list.views.${view}`, 'is there already')
  }
}

function checkAddedFields({ fields = {}, list = {} }: AnyExtension, place: string, report: Report): void {
  for (const [name, { kind, options }] of Object.entries(fields))
    if (kind !== 'many' && !options.optional && !options.computed && !('default' in options))
      report(
        `${place}.fields.${name}`,
        'has to be filled in, and the records that are there already lack it: make it optional, or give it a default',
      )
  for (const part of ['columns', 'filters', 'facets', 'search', 'editable'] as const)
    for (const name of list[part] ?? [])
      if (!Object.hasOwn(fields, name))
        report(`${place}.list.${part}`, `names ${name}, which it does not add${didYouMean(name, Object.keys(fields))}`)
}
