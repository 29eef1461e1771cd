/** Pages of a role's area: menu entries, pages of resources, and pages that are not in the menu. */

import { mailsPath, menuOf, processesOf, processPath } from '@matricola/schema/areas.ts'
import { type MenuEntry, type MenuPage, type MenuSection, menuKey } from '@matricola/schema/menu.ts'
import { accountPath, homePath, jobsPath, pagePaths, testPath } from '@matricola/schema/paths.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { IconName, Role } from '@matricola/schema/vocabulary.ts'

/** A page that the user can open by name. `label` is a text key with its namespace. */
export interface ConsolePage {
  readonly key: string
  readonly label: string
  readonly path: string
  readonly icon: IconName | 'user' | 'mail'
  /** The entry of the menu that opens the page. */
  readonly entry?: MenuEntry
  /** The menu section that contains the page. */
  readonly section?: MenuSection
  /** Set if the page is the list of a resource. */
  readonly resource?: AnyResource
}

const listPageOf = (resource: AnyResource, role: Role): ConsolePage => ({
  key: resource.name,
  label: `resources:${resource.name}.many`,
  path: pagePaths(resource, role).list,
  icon: resource.icon,
  resource,
})

const frameworkPages: {
  readonly [P in MenuPage]: (registry: Registry, role: Role) => ConsolePage
} = {
  dashboard: (_, role) => ({
    key: 'dashboard',
    label: 'shell:menu.dashboard',
    path: homePath(role),
    icon: 'dashboard',
  }),
  jobs: (_, role) => ({
    key: 'jobs',
    label: 'bulk:jobs.title',
    path: jobsPath(role),
    icon: 'clock',
  }),
  mails: (registry) => ({
    key: 'mails',
    label: 'shell:menu.mails',
    path: mailsPath(registry),
    icon: 'mail',
  }),
}

/** The role's menu as declared, in order. `useMenu` returns the entries that the user may open. */
export const menuPages = (registry: Registry, role: Role): ConsolePage[] =>
  menuOf(registry, role).flatMap((section) =>
    section.entries.map((entry): ConsolePage => {
      const page =
        'resource' in entry
          ? listPageOf(registry.get(entry.resource), role)
          : frameworkPages[entry.page](registry, role)
      return { ...page, icon: entry.icon ?? page.icon, entry, section }
    }),
  )

/** The pages of processes, which the rows of their menu sections open. */
export const processPages = (registry: Registry, role: Role): ConsolePage[] =>
  processesOf(registry, role).flatMap((process) => {
    const section = menuOf(registry, role).find(({ name }) => name === process.section)
    return section
      ? [
          {
            key: `process:${process.name}`,
            label: `shell:menu.sections.${process.section}`,
            path: processPath(process, role),
            icon: section.icon ?? 'documents',
            section,
          },
        ]
      : []
  })

/**
 * Pages of the role's area that are not in the menu. `usePagesOutsideMenu` returns those that the
 * user may open.
 */
export function pagesOutsideMenu(registry: Registry, role: Role): ConsolePage[] {
  const inMenu = new Set(
    menuOf(registry, role).flatMap(({ entries }) => entries.map((entry) => menuKey(entry))),
  )
  const pages: ConsolePage[] = [
    ...processPages(registry, role),
    { key: 'account', label: 'shell:menu.account', path: accountPath(role), icon: 'user' },
    ...registry.areas.resourcesOutsideMenu.map((name) => listPageOf(registry.get(name), role)),
    frameworkPages.jobs(registry, role),
    ...(role === registry.adminRole ? [frameworkPages.mails(registry, role)] : []),
    { key: 'test', label: 'shell:menu.test', path: testPath, icon: 'settings' },
  ]
  return pages.filter(({ key }) => !inMenu.has(key))
}

/** Returns the page for a path, or the list that the path belongs to. */
export function findConsolePage(
  registry: Registry,
  path: string,
  role: Role,
): ConsolePage | undefined {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
  const pages = [...menuPages(registry, role), ...pagesOutsideMenu(registry, role)]
  return (
    pages.find((page) => page.path === trimmed) ??
    pages.find((page) => page.path !== homePath(role) && trimmed.startsWith(`${page.path}/`))
  )
}
