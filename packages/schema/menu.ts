/** The form in which an application declares its menus and pages. `areas.ts` reads it. */
import type { IconName, Role } from './vocabulary.ts'

/** A menu entry: one of the area's own pages, or the list of a resource. */
export type MenuEntry<Name extends string = string> =
  | { readonly page: 'dashboard' | 'account'; readonly path: string; readonly icon: IconName }
  | { readonly resource: Name }

/**
 * A menu section; `heading` is a key of `shell:menu.groups`, or null for the entries at the top.
 */
export interface MenuSection<Name extends string = string> {
  readonly heading: string | null
  readonly entries: readonly MenuEntry<Name>[]
}

/** The menus and pages of an application. */
export interface Areas<Name extends string = string> {
  /** The menu of each role, in order. Entries that the role may not read are hidden. */
  readonly menus: { readonly [R in Role]?: readonly MenuSection<Name>[] }
  /**
   * Resources that have pages but no menu entry. The top bar, the settings or other records link to
   * them.
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
