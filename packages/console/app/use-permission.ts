import type { AccessQuestion, RefineCan } from '@matricola/providers/access-control.ts'
import type { MenuSection } from '@matricola/schema/menu.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireMenuWaits } from '@matricola/schema/wire/menu.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { AccessControlContext } from '@refinedev/core'
import { useContext, useMemo } from 'react'
import { type ConsolePage, menuPages, pagesOutsideMenu } from './area.ts'
import { useRegistry } from './console-context.ts'
import { useMenuData } from './menu-data.ts'
import { useUser } from './user-context.ts'

/** Decides what to offer to the user. */
export interface Can {
  /**
   * Whether an action on the resource is offered; given a record or a field, whether it is allowed
   * there now.
   */
  (action: string, resource: AnyResource, record?: WireRecord, field?: string): boolean
  /** Whether the user may open a path. */
  readonly visit: (path: string) => boolean
}

/**
 * Uses only the access-control provider that was passed to Refine. Without a provider, nothing is
 * offered.
 */
export function usePermission(): Can {
  const { can } = useContext(AccessControlContext)
  return useMemo(() => {
    const isAllowed = (question: AccessQuestion) =>
      (can as RefineCan | undefined)?.isAllowed(question) ?? false
    return Object.assign(
      (action: string, { name: resource }: AnyResource, record?: WireRecord, field?: string) =>
        isAllowed({
          resource,
          action,
          params: { ...(record && { record }), ...(field !== undefined && { field }) },
        }),
      { visit: (path: string) => isAllowed({ action: 'visit', params: { path } }) },
    )
  }, [can])
}

const canOpenPage = (can: Can) => (page: ConsolePage) =>
  page.resource ? can('list', page.resource) : can.visit(page.path)

/** Entries of the user's menu, in order. */
export function useMenu(): ConsolePage[] {
  const { role } = useUser()
  return menuPages(useRegistry(), role).filter(canOpenPage(usePermission()))
}

/** A page of the menu, and whether the university uses it. */
export interface MenuItem extends ConsolePage {
  readonly isUsed: boolean
}

/** A section of the menu, with the entries that the user may open and what waits there. */
export interface MenuItemSection {
  readonly section: MenuSection
  /** Path that the row of the section opens: its process, or its first entry. */
  readonly path: string
  readonly items: readonly MenuItem[]
  readonly waits: WireMenuWaits | undefined
}

/** Keys of entries of the menu that the university does not use. */
export function useUnusedEntries(): ReadonlySet<string> {
  const data = useMenuData()
  return new Set(
    useMenu().flatMap(({ key, entry }) =>
      entry?.usedWhen && !data?.used.includes(key) ? key : [],
    ),
  )
}

/**
 * The user's menu by section, in order, without empty sections. Until it is known which entries are
 * used, those that depend on it count as unused.
 */
export function useMenuSections(): MenuItemSection[] {
  const data = useMenuData()
  const unused = useUnusedEntries()
  const items = useMenu().map((page): MenuItem => ({ ...page, isUsed: !unused.has(page.key) }))
  const processes = usePagesOutsideMenu().filter(({ section }) => section)
  const sections = new Set(items.flatMap(({ section }) => section ?? []))
  return [...sections].map((section) => {
    const own = items.filter((item) => item.section === section)
    const process = processes.find((page) => page.section === section)
    return {
      section,
      path: (process ?? own.find(({ isUsed }) => isUsed) ?? own[0])?.path ?? '',
      items: own,
      waits: section.name === null ? undefined : data?.waits[section.name],
    }
  })
}

/** Pages that are not in the menu and that the user may open. */
export function usePagesOutsideMenu(): ConsolePage[] {
  const { role } = useUser()
  return pagesOutsideMenu(useRegistry(), role).filter(canOpenPage(usePermission()))
}
