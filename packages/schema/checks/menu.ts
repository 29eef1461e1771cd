/** Checks menus: icons, counts of what waits, and the sections that custom resources name. */
import { menuOf } from '../areas.ts'
import { type MenuSection, menuKey } from '../menu.ts'
import type { Registry } from '../registry.ts'
import { iconNames } from '../vocabulary.ts'
import { didYouMean } from './report.ts'

/** Returns one line for each mistake. Any line prevents startup. */
export function menuMistakes(registry: Registry, appIcons: readonly string[]): string[] {
  const icons = [...iconNames, ...appIcons]
  const menus = registry.roles.map((role) => [role, menuOf(registry, role)] as const)
  return [
    ...menus.flatMap(([role, sections]) =>
      [
        ...repeatedIcons(sections),
        ...sections.flatMap((section) => sectionMistakes(registry, section, icons)),
      ].map((mistake) => `menu of ${role}: ${mistake}`),
    ),
    ...unknownSections(
      registry,
      menus.flatMap(([, sections]) => sections.flatMap(({ name }) => name ?? [])),
    ),
  ]
}

/**
 * In the collapsed menu, users can tell rows apart only by their icons. Icons that rows have from
 * their resources may repeat, because resources can be added.
 */
function repeatedIcons(sections: readonly MenuSection[]): string[] {
  const rows = sections.flatMap((section): [row: string, icon: string | undefined][] =>
    section.icon === undefined
      ? section.entries.map((entry) => [menuKey(entry), entry.icon])
      : [[section.name ?? '', section.icon]],
  )
  const rowOf = new Map<string, string>()
  return rows.flatMap(([row, icon]) => {
    if (icon === undefined) return []
    const first = rowOf.get(icon)
    if (first === undefined) rowOf.set(icon, row)
    return first === undefined ? [] : [`"${first}" and "${row}" have the same icon "${icon}"`]
  })
}

function sectionMistakes(
  registry: Registry,
  { name, icon, entries, waits = [] }: MenuSection,
  icons: readonly string[],
): string[] {
  const resources = registry.resources.map((resource) => resource.name)
  const unknownIcon = (owner: string, found: string | undefined) =>
    found === undefined || icons.includes(found)
      ? []
      : [`${owner}: unknown icon "${found}"${didYouMean(found, icons)}`]
  const unknownResource = (owner: string, found: string) =>
    resources.includes(found)
      ? []
      : [`${owner}: unknown entity "${found}"${didYouMean(found, resources)}`]
  return [
    ...(name === null && icon !== undefined ? ['a section with an icon needs a name'] : []),
    ...unknownIcon(name ?? '', icon),
    ...entries.flatMap((entry) => [
      ...unknownIcon(menuKey(entry), entry.icon),
      ...('resource' in entry ? unknownResource(menuKey(entry), entry.resource) : []),
      ...(entry.usedWhen ? unknownResource(menuKey(entry), entry.usedWhen.any) : []),
    ]),
    ...waits.flatMap((wait) => {
      const key = menuKey(wait)
      const owner = `${name}.waits`
      if (!entries.some((entry) => menuKey(entry) === key))
        return [`${owner}: "${key}" is not an entry of the section`]
      if ('page' in wait) return []
      const views = Object.keys(registry.find(wait.resource)?.list.views ?? {})
      return views.includes(wait.view)
        ? []
        : [`${owner}: "${key}" has no view "${wait.view}"${didYouMean(wait.view, views)}`]
    }),
  ]
}

const unknownSections = ({ resources }: Registry, sections: readonly string[]): string[] =>
  resources.flatMap(({ name, menu }) =>
    menu === undefined || sections.includes(menu)
      ? []
      : [`${name}.menu: unknown menu section "${menu}"${didYouMean(menu, sections)}`],
  )
