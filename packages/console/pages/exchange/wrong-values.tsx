import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireImport, WireInvalidValue } from '@matricola/schema/wire/jobs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { useHttp } from '../../app/console-context.ts'
import { Button } from '../../kit/button.tsx'
import { updateCachedResponse } from '../../use-call.ts'
import { LoadFailed } from '../form/load-state.tsx'
import { cacheJob, invalidateJobs, jobScope } from '../jobs/job-calls.ts'
import {
  importKey,
  submitValueReplacement,
  useWrongValues,
  wrongValuesKey,
} from './import-calls.ts'
import { useExchangeText } from './use-exchange-text.ts'
import { InvalidValue } from './wrong-value.tsx'

interface WrongValuesProps {
  readonly resource: AnyResource
  readonly current: WireImport
  /** Called after cells have been replaced. */
  readonly onReplaced: () => void
}

/** Lists the values for which rows were rejected. Each is corrected once for all rows. */
export function WrongValues({ resource, current, onReplaced }: WrongValuesProps) {
  const http = useHttp()
  const { t } = useExchangeText()
  const client = useQueryClient()
  const { id, state } = current.job
  const { data = [], error, refetch } = useWrongValues(current.job)
  const [announcement, setAnnouncement] = useState('')
  const status = useRef<HTMLDivElement>(null)
  const onValuesReplaced = (replacedValues: readonly WireInvalidValue[], changed: WireImport) => {
    setAnnouncement(
      replacedValues.map(({ rows, text }) => t('values.done', { count: rows, text })).join(' '),
    )
    updateCachedResponse<readonly WireInvalidValue[]>(client, wrongValuesKey(id), (old) =>
      old?.filter((value) => !replacedValues.includes(value)),
    )
    updateCachedResponse(client, importKey(id), () => changed)
    cacheJob(client, changed.job)
    void invalidateJobs(client)
    onReplaced()
    // The row of the value is removed together with the focused control.
    status.current?.focus()
  }
  const withEarlier = data.flatMap((value) =>
    value.earlierReplacement === null ? [] : [{ value, replacement: value.earlierReplacement }],
  )
  const replaceEarlier = useMutation({
    async mutationFn() {
      let changed: WireImport | undefined
      for (const { value, replacement } of withEarlier) {
        const { column, text } = value
        changed = await submitValueReplacement(http, id, { column, text, replacement })
      }
      return changed
    },
    scope: jobScope(id),
    onSuccess: (changed) =>
      changed &&
      onValuesReplaced(
        withEarlier.map(({ value }) => value),
        changed,
      ),
    onError: () => void refetch(),
  })
  const isShown = state === 'ready' && data.length > 0
  return (
    <>
      {error && state === 'ready' && (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      )}
      {isShown && (
        <>
          <h3 id="import-values-title">{t('values.title')}</h3>
          <p>{t('values.hint')}</p>
          {withEarlier.length > 1 && (
            <Button
              aria-disabled={replaceEarlier.isPending}
              onClick={() => !replaceEarlier.isPending && replaceEarlier.mutate()}
            >
              {t('values.replaceEarlier', { count: withEarlier.length })}
            </Button>
          )}
          {replaceEarlier.error && (
            <p className="field-error" role="alert">
              {replaceEarlier.error.message}
            </p>
          )}
        </>
      )}
      <div ref={status} tabIndex={-1}>
        <LiveRegion className="import-values-announcement">{announcement}</LiveRegion>
      </div>
      {isShown && (
        <table
          className="plain-table stack-on-narrow panel import-values"
          aria-labelledby="import-values-title"
        >
          <thead>
            <tr>
              <th scope="col">{t('values.text')}</th>
              <th scope="col">{t('values.field')}</th>
              <th scope="col">{t('values.replacement')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((value) => (
              <InvalidValue
                key={`${value.column} ${value.text}`}
                resource={resource}
                current={current}
                value={value}
                onReplaced={(changed) => onValuesReplaced([value], changed)}
              />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
