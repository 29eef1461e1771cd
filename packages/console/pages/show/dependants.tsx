import { actionsOf } from '@matricola/schema/actions.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useOne } from '@refinedev/core'
import { useQueries } from '@tanstack/react-query'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { useHttp } from '../../app/console-context.ts'
import { usePermission } from '../../app/use-permission.ts'
import { usePageText } from '../../fields/page-text.ts'
import { fetchTotal, splitIds } from '../../live/fetch-records.ts'

interface DependantsProps {
  readonly resource: AnyResource
  /**
   * The records that would be deactivated. A record that depends on several of these is counted
   * once for each.
   */
  readonly ids: readonly string[]
}

/** Whether an action deactivates the record, which can affect records that depend on it. */
export const isDeactivation = (resource: AnyResource, action: string) =>
  resource.dependants !== undefined &&
  (actionsOf(resource)[action]?.set as { readonly isActive?: unknown })?.isActive === false

/** States how many records depend on these. Renders nothing while the number is unknown or zero. */
export function DependantsNote({ resource, ids }: DependantsProps) {
  const http = useHttp()
  const { t, language } = usePageText()
  const can = usePermission()
  const declared = Object.entries(resource.dependants ?? {}).filter(([name]) =>
    can('read', related(resource, name)),
  )
  const settings = related(resource, 'settings')
  const { result: current } = useOne<WireRecord>({
    resource: settings.name,
    id: settings.name,
    errorNotification: false,
    queryOptions: {
      enabled: declared.some(([, { matchesSetting: setting }]) => setting !== undefined),
    },
  })
  const counts = useQueries({
    queries: declared.map(([name, { field, where, matchesSetting: setting }]) => {
      const currentValue = setting === undefined ? null : current?.[setting]
      const filters = {
        ...where,
        ...(setting !== undefined && { [setting]: String(currentValue) }),
      }
      return {
        queryKey: ['data', 'default', name, 'list', 'dependants', filters, ids],
        queryFn: async () => {
          const counts = splitIds(ids).map((chunk) =>
            fetchTotal(http, related(resource, name), {
              ...emptyListQuery,
              filters: { ...filters, [field]: chunk.join(',') },
            }),
          )
          return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
        },
        enabled: setting === undefined || typeof currentValue === 'string',
      }
    }),
  })
  const parts = declared.flatMap(([name, { matchesSetting: setting }], index) => {
    const count = counts[index]?.data ?? 0
    if (count === 0) return []
    const records = t(`resources:${name}.count`, { count })
    return [setting === undefined ? records : t('show.ofThisSession', { records })]
  })
  if (parts.length === 0) return null
  const records = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, {
    type: 'conjunction',
  }).format(parts)
  return (
    <LiveRegion className="message message-warn">
      {t(ids.length === 1 ? 'show.dependants' : 'show.dependantsOfMany', { records })}
    </LiveRegion>
  )
}
