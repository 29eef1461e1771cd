import { useHttp } from '@matricola/console/app/console-context.ts'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import { FormDialog } from '@matricola/console/pages/form/form-dialog.tsx'
import { useSubmission } from '@matricola/console/pages/form/use-dialog-submission.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { addBlockedPlace, type WireReleaseChecks } from '#resources/calls/ranking.ts'
import { getResource } from '#resources/index.ts'
import { ApplicationLink, averageText, usePlaceKindText, useRankingText } from './ranking-table.tsx'

const programmes = getResource('admission-programmes')

type BlockedApplicant = WireReleaseChecks['blocked'][number]

interface BlockedPlaceProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly applicant: BlockedApplicant
  /** Whether the draft is stale, so that no place can be added. */
  readonly isStale: boolean
}

/** An applicant who would have a place but for a confirmed one, and a way to add a place. */
export function BlockedPlace({ resource, record, applicant, isStale }: BlockedPlaceProps) {
  const { t, language } = useRankingText()
  const can = usePermission()
  const placeText = usePlaceText()
  const [isOpen, setOpen] = useState(false)
  const { registrationId, name, reference, average, waiting } = applicant
  return (
    <>
      <p>
        <ApplicationLink id={registrationId} reference={name} />
        <span className="ranking-detail">{reference}</span>
        {t('ranking:release.blocked.text', {
          place: placeText(applicant),
          average: average === null ? '–' : averageText(average, language),
        })}
        {waiting !== null && (
          <span className="ranking-detail">
            {t('ranking:ranked.waiting', { number: numberDisplay(waiting, language, 0) })}
          </span>
        )}
      </p>
      {!isStale && can('update', programmes) && can('create', resource) && (
        <Button onClick={() => setOpen(true)}>{t('ranking:release.blocked.add')}</Button>
      )}
      {isOpen && (
        <AddPlaceDialog
          resource={resource}
          record={record}
          applicant={applicant}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function usePlaceText() {
  const { t } = useRankingText()
  const kindText = usePlaceKindText()
  return (place: BlockedApplicant) =>
    t('ranking:place', { programme: place.programme, kind: kindText(place) })
}

interface AddPlaceDialogProps extends Pick<BlockedPlaceProps, 'resource' | 'record' | 'applicant'> {
  readonly onClose: () => void
}

/** Asks why a place is added, adds it, and opens the draft that is computed with it. */
function AddPlaceDialog({ resource, record, applicant, onClose }: AddPlaceDialogProps) {
  const { t } = useRankingText()
  const { role } = useUser()
  const { makeCall } = useHttp()
  const navigate = useNavigate()
  const placeText = usePlaceText()
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { failure, isRunning, send } = useSubmission(id, [])
  const submit = async () => {
    if (isRunning) return
    const isTooShort = reason.trim().length < 3
    setMissing(isTooShort)
    if (isTooShort) return document.getElementById(id)?.focus()
    await send(async (headers) => {
      const { data } = await makeCall(addBlockedPlace, {
        params: { id: record.id },
        input: { registrationId: applicant.registrationId, reason: reason.trim() },
        headers,
      })
      navigate(pagePaths(resource, role).show.replace(':id', data.draftId))
    }, onClose)
  }
  return (
    <FormDialog
      title={t('ranking:release.blocked.title')}
      submit={t('ranking:release.blocked.add')}
      isDisabled={isRunning}
      cancel={t('pages:form.cancel')}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('ranking:release.blocked.effect', { place: placeText(applicant) })}</p>
      <label className="field-label" htmlFor={id}>
        {t('ranking:release.blocked.reason')}
      </label>
      {isMissing && (
        <p id={`${id}-missing`} className="field-error" role="alert">
          {t('ranking:release.blocked.missing')}
        </p>
      )}
      <Input
        id={id}
        autoFocus
        maxLength={300}
        value={reason}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
