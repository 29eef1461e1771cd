/** Hand-made screens in place of generated pages. One line each; a name that no resource has does not compile. */
import type { ComponentType, LazyExoticComponent } from 'react'
import type { AnyResource } from '#model/resource.ts'
import type { ResourceName } from '#resources/index.ts'
import type { PageKind } from '#src/console/area.ts'

/** Every page is told which resource it shows; the record's id stands in the path. */
export interface PageProps {
  readonly resource: AnyResource
}
export type Page = LazyExoticComponent<ComponentType<PageProps>>

export const screens: { readonly [N in `${ResourceName}.${PageKind}`]?: Page } = {}
