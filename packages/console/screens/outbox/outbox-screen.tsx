import * as mailCalls from '@matricola/schema/calls/mails.ts'
import * as sessionCalls from '@matricola/schema/calls/session.ts'
import type { WireMail } from '@matricola/schema/wire/wire.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useHttp } from '../../app/console-context.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { usePageText } from '../../fields/page-text.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { useCall } from '../../use-call.ts'
import '../../pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '../../pages/form/load-state.tsx'
import '../../pages/show/show.css'
import { Pager } from '../../pages/show/related-list.tsx'
import { StateBadge } from '../../theme/state-badge.tsx'
import { showToast } from '../../toasts/toast-store.ts'
import '../screens.css'
import { Button } from '../../kit/button.tsx'

const emailsPerPage = 25

/**
 * The outbox, for administrators. Without a mail server, emails are only stored, and their text can
 * be read here.
 */
export function OutboxScreen() {
  const { t, language } = usePageText()
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const view = parameters.get('view') === 'failed' ? ({ view: 'failed' } as const) : null
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<WireMail | null>(null)
  usePageTitle()
  const query = useCall(mailCalls.mails, {
    query: { pageNumber: page, pageSize: emailsPerPage, ...view },
  })
  return (
    <div className="page">
      {query.data && (
        <p className="caption">{t(query.data.hasServer ? 'outbox:textSending' : 'outbox:text')}</p>
      )}
      {view && (
        <p>
          {t('outbox:failed')}{' '}
          <Link to={pathname} onClick={() => setPage(1)}>
            {t('outbox:all')}
          </Link>
        </p>
      )}
      {query.isError ? (
        <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <FieldsSkeleton />
      ) : query.data.totalCount === 0 ? (
        <p>{t(view ? 'outbox:noneFailed' : 'outbox:empty')}</p>
      ) : (
        <>
          <section
            className="table-box panel"
            aria-label={t('shell:menu.mails')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
          >
            <table className="plain-table stack-on-narrow">
              <thead>
                <tr>
                  {['subject', 'state', 'to', 'at'].map((column) => (
                    <th key={column} scope="col">
                      {t(`outbox:${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {query.data.list.map((mail) => (
                  <tr key={mail.id}>
                    <td data-label={t('outbox:subject')}>
                      {!query.data.hasServer && mail.state === 'sent' ? (
                        <button
                          type="button"
                          className="button-link"
                          onClick={() => setOpened(mail)}
                        >
                          {mail.subject}
                        </button>
                      ) : (
                        mail.subject
                      )}
                    </td>
                    <td data-label={t('outbox:state')}>
                      <EmailState mail={mail} isOnlyStored={!query.data.hasServer} />
                    </td>
                    <td data-label={t('outbox:to')}>{mail.to}</td>
                    <td data-label={t('outbox:at')}>
                      <time dateTime={mail.at}>{longDateTime(mail.at, language)}</time>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <Pager
            page={page}
            last={Math.max(1, Math.ceil(query.data.totalCount / emailsPerPage))}
            onChange={setPage}
          />
        </>
      )}
      {opened && <EmailDialog mail={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

const stamps = {
  sent: { color: 'green', icon: 'check' },
  waiting: { color: 'amber', icon: 'clock' },
  dead: { color: 'red', icon: 'cross' },
} as const

/** State of an email. If it was rejected, also the number of attempts and the code. */
function EmailState({
  mail,
  isOnlyStored,
}: {
  readonly mail: WireMail
  readonly isOnlyStored: boolean
}) {
  const { t } = usePageText()
  return (
    <>
      <StateBadge {...stamps[mail.state]}>
        {t(`outbox:states.${mail.state === 'sent' && isOnlyStored ? 'kept' : mail.state}`)}
      </StateBadge>
      {mail.error && (
        <p className="caption mail-error">
          {t('outbox:attempts', { count: mail.attempts })} ·{' '}
          {t('outbox:error', { error: mail.error })}
        </p>
      )}
    </>
  )
}

/** The text of an email. */
function EmailDialog({ mail, onClose }: { readonly mail: WireMail; readonly onClose: () => void }) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const query = useCall(mailCalls.mail, { params: { id: mail.id } })
  const unmasking = useMutation({
    mutationFn: async () => {
      await makeCall(sessionCalls.checkReauthentication)
      await query.refetch()
    },
    onError: (error) => showToast({ severity: 'error', summary: error.message }),
  })
  return (
    <Dialog
      isWide
      title={mail.subject}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('form.close')}</Button>}
    >
      <p className="caption">
        {t('outbox:to')}: {mail.to}
      </p>
      {query.isError ? (
        <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          <EmailText text={query.data.text} />
          {query.data.isMasked && (
            <div className="message">
              <p>{t('outbox:masked')}</p>
              <Button
                aria-disabled={unmasking.isPending}
                onClick={() => !unmasking.isPending && unmasking.mutate()}
              >
                {t('outbox:unmask')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <FieldsSkeleton rows={3} />
      )}
    </Dialog>
  )
}

/**
 * The text with clickable links, because following the link is the purpose of most of these emails.
 */
function EmailText({ text }: { readonly text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/)
  return (
    <div className="mail-text">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
          <a key={index} href={part} target="_blank" rel="noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </div>
  )
}
