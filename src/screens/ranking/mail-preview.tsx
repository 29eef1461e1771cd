import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { languageName } from '@matricola/schema/languages.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { resultMailPreview, type WireGroupMember } from '#resources/calls/ranking.ts'
import { languages } from '#resources/languages.ts'
import { useRankingText } from './ranking-table.tsx'

interface MailPreviewProps {
  /** Id of the draft. */
  readonly id: string
  /** The applicants on the page, among whom one is chosen. */
  readonly members: readonly WireGroupMember[]
  readonly chosen: string
  readonly onChoose: (registrationId: string) => void
}

/** The email that the release would send to an applicant, in any language. */
export function MailPreview({ id, members, chosen, onChoose }: MailPreviewProps) {
  const { t, language } = useRankingText()
  const [lng, setLng] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useCall(
    resultMailPreview,
    { params: { id, registrationId: chosen }, query: lng === null ? {} : { lng } },
    // Reading an application is logged, so it is not read again by itself.
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const withMail = members.flatMap(({ mail, ...member }) => (mail ? [{ ...member, mail }] : []))
  const kind = withMail.find(({ registrationId }) => registrationId === chosen)?.mail
  const kinds = [...new Set(withMail.map(({ mail }) => mail))]
  useEffect(() => heading.current?.focus(), [])
  useAnnounce(data?.mail?.subject ?? '')
  return (
    <section className="panel ranking-section" aria-labelledby="release-mail">
      <h3 id="release-mail" className="section-title" ref={heading} tabIndex={-1}>
        {t('ranking:release.mail.title')}
      </h3>
      <div className="release-mail-choices">
        <Choice
          label={t('ranking:release.columns.email')}
          value={kind ?? ''}
          options={kinds.map((one) => [one, t(`ranking:release.mails.${one}`)])}
          onChange={(mail) => {
            const first = withMail.find((member) => member.mail === mail)
            if (first) onChoose(first.registrationId)
          }}
        />
        <Choice
          label={t('ranking:release.columns.applicant')}
          value={chosen}
          options={withMail
            .filter(({ mail }) => mail === kind)
            .map(({ registrationId, name }) => [registrationId, name])}
          onChange={onChoose}
        />
        <Choice
          label={t('ranking:release.mail.language')}
          value={lng ?? data?.language ?? ''}
          options={languages.map((code) => [code, languageName(code, language)])}
          onChange={setLng}
        />
      </div>
      {error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <FieldsSkeleton rows={4} />
      ) : !data.mail ? (
        <p>{t('ranking:release.noMail')}</p>
      ) : (
        <div lang={lng ?? data.language}>
          <p>
            <strong>{data.mail.subject}</strong>
          </p>
          <div className="release-mail-text">{data.mail.text}</div>
        </div>
      )}
    </section>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="select"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
