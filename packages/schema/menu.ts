/** The form in which an application declares its menus and pages. `areas.ts` reads it. */
import type { Predicate } from './predicate.ts'
import type { ProcessPage } from './process.ts'
import type { IconName, Role } from './vocabulary.ts'

/** Pages of the framework that a menu can contain. Only administrators have emails. */
export type MenuPage = 'dashboard' | 'jobs' | 'mails'

/** A menu entry: a page of the framework, or the list of a resource. */
export type MenuEntry<Name extends string = string> = (
  | { readonly page: MenuPage }
  | { readonly resource: Name }
) & {
  /** Absent: the icon of the resource or page. Entries of a section that unfolds show no icon. */
  readonly icon?: IconName
  /** In a section that unfolds: the entry stays visible while the section is folded. */
  readonly always?: true
  /**
   * Hides the entry until there is at least one record of `any`, or one that meets `where`. Its
   * pages keep their routes, and searches find them. Absent: the entry is always used.
   */
  readonly usedWhen?: MenuUse<Name>
}

export interface MenuUse<Name extends string = string> {
  readonly any: Name
  readonly where?: Predicate
}

/**
 * Records that wait for the user. They are counted through a view, so that the link shows exactly
 * the counted records. The list must be an entry of the same section.
 */
export type MenuWait<Name extends string = string> = (
  | { readonly resource: Name; readonly view: string }
  | { readonly page: 'mails'; readonly view: 'failed' }
) & {
  /** `danger`: the count is red. */
  readonly tone?: 'danger'
}

export interface MenuSection<Name extends string = string> {
  /** Key of `shell:menu.sections`, or null for entries without a heading. */
  readonly name: string | null
  /**
   * With an icon, the section is a row of the menu that unfolds. Without, all its entries are
   * visible under its name.
   */
  readonly icon?: IconName
  readonly entries: readonly MenuEntry<Name>[]
  readonly waits?: readonly MenuWait<Name>[]
}

/** The menus and pages of an application. */
export interface Areas<Name extends string = string> {
  /** The menu of each role, in order. Entries that the role may not read are hidden. */
  readonly menus: { readonly [R in Role]?: readonly MenuSection<Name>[] }
  /** Pages of processes in the areas of their roles. A pack declares their stages. */
  readonly processes?: readonly ProcessPage[]
  /**
   * Resources that have pages in every area whose menu does not contain them. The top bar, the
   * settings or other records link to them.
   */
  readonly resourcesOutsideMenu: readonly Name[]
  /**
   * Paths of pages that only this application has in a role's area. `:id` stands for a record's id.
   */
  readonly otherPaths: (role: Role) => readonly string[]
  /**
   * Paths of public pages in addition to `accountPaths`. A segment such as `:code` stands for any
   * text.
   */
  readonly publicPaths: readonly string[]
}

/** The key of an entry in the menu: its page, or the name of its resource. */
export const menuKey = (entry: MenuEntry | MenuWait): string =>
  'page' in entry ? entry.page : entry.resource

/**
 * Returns the entries of custom resources by menu section: the one that the resource names, or
 * `other`.
 */
export function customMenuEntries<Name extends string>(
  resources: { readonly [N in Name]: object },
  other: string,
): (section: string) => readonly MenuEntry<Name>[] {
  // The caller's type has only names of resources.
  const names = Object.keys(resources) as Name[]
  return (section) =>
    names
      .filter((name) => {
        const { menu = other } = resources[name] as { readonly menu?: string }
        return menu === section
      })
      .map((resource) => ({ resource }))
}
