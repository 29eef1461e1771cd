/** The public application form as an example person sees it, without storing or sending anything. */
import { NotFound } from '@matricola/console/app/not-found.tsx'
import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { FieldValue } from '@matricola/console/fields/field-value.tsx'
import { formatTitleDates } from '@matricola/console/fields/title-text.ts'
import { Empty } from '@matricola/console/kit/empty.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { PageHeader } from '@matricola/console/pages/form/page-header.tsx'
import { useEndpoint } from '@matricola/console/use-call.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useParams } from 'react-router'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { itemsOf } from '#resources/admission/form-content.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { getResource } from '#resources/index.ts'
import { contentOf } from './form-draft-store.ts'
import { FormPreview } from './form-preview.tsx'
import { useFormEditorText } from './use-form-editor-text.ts'
import '@matricola/console/pages/form/form.css'
import './form-editor.css'
import './form-preview.css'

const versions = getResource('application-form-versions')

export function FormPreviewScreen() {
  const { t } = useFormEditorText()
  const { role } = useUser()
  const { id = '' } = useParams()
  // Reads the version again, since the editor may have saved it a moment ago.
  const fresh = { retry: false, staleTime: 0 } as const
  const version = useEndpoint<WireRecord>(endpointsOf(versions).single, { params: { id } }, fresh)
  const formId = String(version.data?.formId)
  const form = useEndpoint<WireRecord>(
    endpointsOf(getResource('application-forms')).single,
    { params: { id: formId } },
    { ...fresh, enabled: version.data !== undefined },
  )
  const session = useEndpoint<WireRecord>(
    endpointsOf(getResource('admission-sessions')).single,
    { params: { id: String(form.data?.admissionSessionId) } },
    { ...fresh, enabled: form.data !== undefined },
  )
  const intake = useEndpoint<WireIntake>(admissionEndpoints.publicConfig, {}, fresh)
  const queries = [version, form, session, intake]
  const failed = queries.find(({ isError }) => isError)
  const record = version.data
  const title = t('tryOut.title', { form: formatTitleDates(record?._titles.formId ?? '…') })
  usePageTitle(title)
  const error = version.error instanceof HttpError ? version.error : null
  if (error?.statusCode === 404) return <NotFound />
  return (
    <div className="page">
      <PageHeader
        title={title}
        back={{ to: pagePaths(versions, role).show.replace(':id', id), label: t('tryOut.back') }}
        badge={record && <FieldValue resource={versions} name="state" record={record} />}
        note={record && t('version', { number: Number(record.number) })}
      />
      {failed ? (
        <LoadFailed
          message={failed.error?.message ?? ''}
          reference={failed.error instanceof HttpError ? failed.error.requestId : undefined}
          onRetry={() => {
            for (const query of queries) if (query.isError) void query.refetch()
          }}
        />
      ) : record && form.data && session.data && intake.data ? (
        <Loaded
          record={record}
          intake={intakeWith(intake.data, {
            record,
            degree: String(form.data.degree),
            session: session.data,
          })}
        />
      ) : (
        <FieldsSkeleton />
      )}
    </div>
  )
}

function Loaded({ record, intake }: { readonly record: WireRecord; readonly intake: WireIntake }) {
  const { t } = useFormEditorText()
  const content = contentOf(record)
  if (itemsOf(content).length === 0)
    return (
      <Empty icon="file" title={t('start.title')}>
        <p>{t('tryOut.noQuestions')}</p>
      </Empty>
    )
  if (intake.specializations.length === 0)
    return (
      <Empty icon="file" title={t('tryOut.noProgrammes')}>
        <p>{t('tryOut.noProgrammesText')}</p>
      </Empty>
    )
  return (
    <FormPreview
      {...{ content, intake }}
      lastDay={today(new Date(intake.closesAt ?? intake.now))}
    />
  )
}

interface Previewed {
  readonly record: WireRecord
  readonly degree: string
  readonly session: WireRecord
}

/** The public data as if the version were published and its session accepted applications. */
function intakeWith(intake: WireIntake, { record, degree, session }: Previewed): WireIntake {
  const specializations = intake.specializations.filter(({ cycle }) => cycle === degree)
  const closesAt = dateOrNull(session.closesAt)
  return {
    ...intake,
    // The form of a session that has ended is shown as on one of its days.
    now: closesAt !== null && closesAt < intake.now ? weekBefore(closesAt) : intake.now,
    isOpen: true,
    closedReason: null,
    session: String(session.name),
    sessionNames: null,
    opensAt: dateOrNull(session.opensAt),
    closesAt,
    concurrentAdmissions: [],
    // No proof of work is computed for an application that is not sent.
    formToken: '',
    specializations,
    departments: intake.departments.filter(({ id }) =>
      specializations.some(({ departmentProfileId }) => departmentProfileId === id),
    ),
    forms: [{ id: record.id, degree, content: contentOf(record), removed: [] }],
  }
}

const weekBefore = (instant: string) => new Date(Date.parse(instant) - 7 * 86_400_000).toISOString()

const dateOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
