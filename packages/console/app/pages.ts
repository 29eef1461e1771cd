/** The page components by type. `src/screens/index.ts` and `custom/src` replace generated pages. */

import type { PageType } from '@matricola/schema/areas.ts'
import { type ComponentType, lazy } from 'react'
import { customScreens } from '../../../src/custom/screens.ts'
import { screens } from '../../../src/screens/index.ts'
import { ListPage } from '../pages/list/list-page.tsx'
import type { PageProps } from '../screens/page-props.ts'

const generatedPages: { readonly [K in PageType]: ComponentType<PageProps> } = {
  list: ListPage,
  show: lazy(async () => ({ default: (await import('../pages/show/show-page.tsx')).ShowPage })),
  create: lazy(async () => ({ default: (await import('../pages/create/create-page.tsx')).CreatePage })),
  edit: lazy(async () => ({ default: (await import('../pages/edit/edit-page.tsx')).EditPage })),
}

/** Returns the component for a page of a resource: a custom one, a screen of the program, or a generated one. */
export const getPageComponent = (resourceName: string, kind: PageType): ComponentType<PageProps> =>
  // Both maps have only some of these strings as keys; for other strings they return undefined.
  customScreens[`${resourceName}.${kind}` as keyof typeof customScreens] ??
  screens[`${resourceName}.${kind}` as keyof typeof screens] ??
  generatedPages[kind]
