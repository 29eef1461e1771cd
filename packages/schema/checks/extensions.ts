/** Checks an extension against the base resource. */
import { actionsOf } from '../actions.ts'
import { type AnyExtension, baseOf } from '../extension.ts'
import type { AnyResource } from '../resource.ts'
import { didYouMean, type Report } from './report.ts'
import { checkExtensionStructure, type Words } from './structure.ts'

export function checkExtensions(
  words: Words,
  extensions: readonly AnyExtension[],
  resources: { readonly [name: string]: AnyResource },
  report: Report,
): void {
  for (const [index, extension] of extensions.entries()) {
    const { name } = extension
    const path = `Extension "${name}"`
    const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
    if (!resource) {
      report(path, `unknown entity${didYouMean(String(name), Object.keys(resources))}`)
      continue
    }
    if ('workflow' in extension) {
      report(
        `${path}.workflow`,
        'an extension cannot add states or transitions, because the program depends on the existing ones. Add a choice field and actions that set it.',
      )
      continue
    }
    if (!checkExtensionStructure(words, extension, path, report)) continue
    const base = baseOf(resource)
    const others = extensions.slice(0, index).filter((other) => other.name === name)
    const checkPlace = (part: 'field' | 'section', names: readonly string[]) => {
      const next = extension.before?.[part]
      if (next !== undefined && !names.includes(next))
        report(`${path}.before.${part}`, `unknown ${part} "${next}"${didYouMean(next, names)}`)
    }
    const existing: { readonly [part: string]: readonly string[] } = {
      fields: [base, ...others].flatMap(({ fields = {} }) => Object.keys(fields)),
      rules: [base, ...others].flatMap(({ rules = {} }) => Object.keys(rules)),
      actions: [
        ...Object.keys(actionsOf(base)),
        ...others.flatMap(({ actions = {} }) => Object.keys(actions)),
      ],
      notifies: [base, ...others].flatMap(({ notifies = {} }) => Object.keys(notifies)),
    }
    for (const [part, names] of Object.entries(existing))
      for (const added of Object.keys(
        extension[part as 'fields' | 'rules' | 'actions' | 'notifies'] ?? {},
      ))
        if (names.includes(added))
          report(
            `${path}.${part}.${added}`,
            'already exists. An extension can add, but not change.',
          )
    checkPlace('field', existing.fields ?? [])
    checkPlace(
      'section',
      [base, ...others].flatMap(({ sections = {} }) => Object.keys(sections)),
    )
    checkAddedFields(extension, path, report)
    for (const [role, grants] of Object.entries(extension.access ?? {}))
      for (const grant of Object.keys(grants))
        if (Object.hasOwn(base.access[role as keyof typeof base.access] ?? {}, grant))
          report(
            `${path}.access.${role}.${grant}`,
            'already granted. An extension can add, but not change.',
          )
    for (const view of Object.keys(extension.list?.views ?? {}))
      if (base.list.views && Object.hasOwn(base.list.views, view))
        report(`${path}.list.views.${view}`, 'already exists')
  }
}

function checkAddedFields(
  { fields = {}, list = {} }: AnyExtension,
  path: string,
  report: Report,
): void {
  for (const [name, { type, options }] of Object.entries(fields))
    if (type !== 'many' && !options.optional && !options.computed && !('default' in options))
      report(
        `${path}.fields.${name}`,
        'required, but existing records have no value. Make it optional, or give it a default.',
      )
  for (const part of ['columns', 'filters', 'facets', 'search', 'editable'] as const)
    for (const name of list[part] ?? [])
      if (!Object.hasOwn(fields, name))
        report(
          `${path}.list.${part}`,
          `field "${name}" is not added by this extension${didYouMean(name, Object.keys(fields))}`,
        )
}
