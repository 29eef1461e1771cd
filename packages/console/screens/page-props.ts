import type { PageType } from '@matricola/schema/areas.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { ComponentType, LazyExoticComponent } from 'react'

/** Props of every page: the resource. The id of the record is in the URL. */
export interface PageProps {
  readonly resource: AnyResource
}

export type ScreenComponent = LazyExoticComponent<ComponentType<PageProps>>

/** Pages that replace generated ones, by resource and type of page, such as `'rooms.show'`. */
export type ConsoleScreens<ResourceName extends string = string> = {
  readonly [N in `${ResourceName}.${PageType}`]?: ScreenComponent
}
