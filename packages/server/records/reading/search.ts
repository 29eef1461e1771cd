import { isReadable } from '@matricola/schema/access.ts'
import { familyOf } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { Permit } from '../../policy/permit.ts'
import type { Lists } from '../store.ts'
import { createListQuery } from './parse-list-query.ts'

const maxPerResource = 5

/** A record that a search found. The subtitle helps to distinguish records with the same title. */
export interface SearchResult {
  readonly type: string
  readonly id: string
  readonly title: string
  readonly subtitle: string
}

/**
 * Returns the first records of each permit's resource that contain every word of `text`, in the
 * order of their lists.
 */
export async function searchAllResources(
  lists: Lists,
  permits: readonly Permit[],
  text: string,
): Promise<SearchResult[]> {
  const found = await Promise.all(
    permits.map(async (permit): Promise<SearchResult[]> => {
      const { resource } = permit
      const page = await lists.firstPage(
        permit,
        createListQuery(resource, { search: text, pageSize: maxPerResource }),
      )
      const second = subtitleField(resource, permit)
      return page.map((record) => {
        const subtitle =
          second === undefined ? undefined : (record._titles[second] ?? record[second])
        return {
          type: resource.name,
          id: record.id,
          title: record._title,
          subtitle: typeof subtitle === 'string' ? subtitle : '',
        }
      })
    }),
  )
  return found.flat()
}

/** The first readable column that is not part of the title and holds a text or a reference. */
const subtitleField = (resource: AnyResource, { role }: Permit) =>
  resource.list.columns.find(
    (name) =>
      !resource.title.includes(name) &&
      isReadable(resource, role, name) &&
      ['text', 'ascii', 'id'].includes(familyOf(fieldOf(resource, name))),
  )
