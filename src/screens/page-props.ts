import type { AnyResource } from '#model/resource.ts'

/** Every page is told which resource it shows; the record's id stands in the path. */
export interface PageProps {
  readonly resource: AnyResource
}
