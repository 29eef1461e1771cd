import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { FieldValue } from '@matricola/console/fields/field-value.tsx'
import { ListFailed } from '@matricola/console/pages/list/list-states.tsx'
import { RecordActions } from '@matricola/console/pages/show/record-actions.tsx'
import { toListArguments } from '@matricola/providers/data.ts'
import type { HttpError } from '@matricola/providers/http.ts'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useList } from '@refinedev/core'
import { Link } from 'react-router'
import { getResource } from '#resources/index.ts'
import { useExamText } from './use-exam-text.ts'

const resits = getResource('exam-resits')
const maxRequests = 10

/** The latest requests with their state. Each has a button to cancel it while that is possible. */
export function ResitRequests() {
  const { t } = useExamText()
  const recordPath = useRecordPath()
  const { query } = useList<WireRecord, HttpError>({
    resource: resits.name,
    ...toListArguments({ ...emptyListQuery, pageSize: maxRequests, sort: resits.list.sort }),
  })
  if (query.isError) return <ListFailed error={query.error} onRetry={() => void query.refetch()} />
  const rows = query.data?.data ?? []
  if (rows.length === 0) return null
  return (
    <section className="panel exams-section" aria-labelledby="exams-requests">
      <h2 id="exams-requests" className="section-title">
        {t('exams:requests.title')}
      </h2>
      <ul className="bare-list home-rows">
        {rows.map((record) => (
          <li key={record.id}>
            <Link
              className="row-link"
              to={recordPath(resits.name, record.id) ?? pagePaths(resits, 'student').list}
            >
              {record._titles.courseId}
            </Link>
            <span className="home-fact">
              <span>{t(`resources:${choiceKey(resits, 'kind', String(record.kind))}`)}</span>
              <FieldValue resource={resits} name="requestedAt" record={record} />
              <FieldValue resource={resits} name="status" record={record} />
              <RecordActions resource={resits} record={record} />
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link to={pagePaths(resits, 'student').list}>{t('exams:requests.all')}</Link>
      </p>
    </section>
  )
}
