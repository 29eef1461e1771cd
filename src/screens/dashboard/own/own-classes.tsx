import { useList } from '@refinedev/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { emptyListQuery } from '#model/list-query.ts'
import { pagesOf } from '#model/paths.ts'
import type { Role } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'
import type { HttpError } from '#providers/http.ts'
import { toListArguments } from '#providers/list-arguments.ts'
import { resourceNamed } from '#resources/index.ts'
import { recordPath } from '#src/console/area.ts'
import { FieldValue } from '#src/fields/values.tsx'
import { ListFailed, ListSkeleton } from '#src/pages/list/states.tsx'
import '#src/pages/list/list.css'

const mostClasses = 10
const facts = ['courseId', 'groupName', 'weekday', 'startsAt', 'room'] as const

/** The own classes of a professor or student. */
export function OwnClasses({ role }: { readonly role: Role }) {
  const { t } = useTranslation(['shell', 'resources'])
  const classes = resourceNamed('university-classes')
  const { query } = useList<WireRecord, HttpError>({
    resource: classes.name,
    ...toListArguments({ ...emptyListQuery, pageSize: mostClasses, sort: classes.list.sort }),
  })
  const rows = query.data?.data ?? []
  return (
    <section aria-labelledby="own-classes">
      <h3 id="own-classes">{t('shell:dashboard.ownClasses')}</h3>
      {query.isError ? (
        <ListFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <ListSkeleton columns={4} rows={4} />
      ) : rows.length === 0 ? (
        <p className="list-state sheet">{t('shell:dashboard.noClasses')}</p>
      ) : (
        <>
          <ul className="own-classes">
            {rows.map((record) => (
              <li key={record.id} className="sheet">
                <Link className="row-link" to={recordPath(classes.name, record.id, role) ?? pagesOf(classes, role).list}>
                  {record._title}
                </Link>
                <dl>
                  {facts.map((name) => (
                    <div key={name}>
                      <dt>{t(`resources:${classes.name}.fields.${name}`)}</dt>
                      <dd>
                        <FieldValue resource={classes} name={name} record={record} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
          <p>
            <Link to={pagesOf(classes, role).list}>{t('shell:dashboard.allClasses')}</Link>
          </p>
        </>
      )}
    </section>
  )
}
