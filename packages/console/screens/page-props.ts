import type { AnyResource } from '@matricola/schema/resource.ts'

/** Props of every page: the resource. The id of the record is in the URL. */
export interface PageProps {
  readonly resource: AnyResource
}
