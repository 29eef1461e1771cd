import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { formatFileNameAndSize } from '@matricola/schema/values/format-size.ts'
import type { RequestedChange, WireApplication } from '#resources/admission/wire.ts'
import {
  documentFor,
  isDocumentRequest,
  isStandardDocument,
} from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { AnswerInput } from '../answer-input.tsx'
import { DocumentCard } from '../documents/document-card.tsx'
import type { Uploads } from '../documents/uploads.ts'
import { useUniversity } from '../public-config.ts'
import { type ChangeAnswer, emptyAnswer } from './changes-draft.ts'
import {
  applicationFieldLabel,
  applicationValueText,
  findApplicationRequirement,
} from './field-texts.ts'
import { ViewButton } from './own-documents.tsx'
import { findRequestedHelp, requestedItemsBundle } from './requested-items.ts'
import type { StatusNavigation } from './status-navigation.ts'
import { ValueInput } from './value-input.tsx'

interface ChangedFieldProps {
  readonly views: StatusNavigation
  readonly application: WireApplication
  readonly request: RequestedChange
  readonly uploads: Uploads
  readonly answer: ChangeAnswer | undefined
  readonly chosenDepartment: string | null
  readonly message: string | undefined
  /** Whether the value is unchanged, so that a reason is required. */
  readonly requiresReason: boolean
  readonly onChange: (next: ChangeAnswer) => void
}

/** A field of the change request: the comment from staff, the old value, and the input. */
export function ChangedField({
  views,
  application,
  request,
  uploads,
  answer = emptyAnswer,
  chosenDepartment,
  message,
  requiresReason,
  onChange,
}: ChangedFieldProps) {
  const t = useText('status')
  const language = useLanguage()
  const { field, message: note, oldValue } = request
  const old = application.documents.find(({ document }) => document === field)
  const label = applicationFieldLabel(field, application)
  const form = useText('apply')
  const document = documentFor(field, application.cycle, application.values.identityType)
  const requirement = findApplicationRequirement(field, application.questions)
  const { QuestionInput, FormText } = requestedItemsBundle() ?? {}
  const universityLanguage = useUniversity()?.language ?? ''
  const help = findRequestedHelp(application, field)
  const helpText = FormText && help && (
    <FormText of={help} universityLanguage={universityLanguage} />
  )
  const reasonId = `${field}-reason`
  return (
    <div className="status-flagged">
      <p className="status-flag">
        <Icon name="flag" /> {t('changes.flag', { field: label })}
      </p>
      {note ? <p className="status-note">{note}</p> : null}
      {isDocumentRequest(request) ? (
        <>
          {old ? (
            <p className="status-previous">
              {t('changes.sentFile', { name: formatFileNameAndSize(old, language) })}{' '}
              <ViewButton views={views} application={application} document={old} />
            </p>
          ) : null}
          <DocumentCard
            uploads={uploads}
            name={field}
            document={document}
            message={message}
            label={label}
            hint={helpText ?? (isStandardDocument(field) && form(`documents.${document}.hint`))}
          />
        </>
      ) : request.item ? (
        QuestionInput && (
          <QuestionInput
            item={request.item}
            label={label}
            isRequired={true}
            message={message}
            universityLanguage={universityLanguage}
            value={answer.value}
            onChange={(value) => onChange({ ...answer, value })}
          />
        )
      ) : requirement ? (
        <AnswerInput
          spec={fieldOf(registrations, field)}
          name={field}
          label={label}
          message={message}
          choices={requirement.choices}
          value={answer.value}
          onChange={(value) => onChange({ ...answer, value })}
        />
      ) : (
        <ValueInput
          field={field}
          label={label}
          hint={
            (helpText || oldValue) && (
              <>
                {helpText}{' '}
                {oldValue &&
                  t('changes.entered', {
                    value: applicationValueText(application, field, oldValue, language),
                  })}
              </>
            )
          }
          value={answer.value}
          department={chosenDepartment}
          message={message}
          onChange={(value) => onChange({ ...answer, value })}
        />
      )}
      {requiresReason ? (
        <div className="field">
          <label htmlFor={reasonId}>
            {t('changes.keep')} <span className="visually-hidden">{label}</span>
          </label>
          <p className="field-hint" id={`${reasonId}-hint`}>
            {t('changes.keepHint')}
          </p>
          <textarea
            className="input status-reason"
            id={reasonId}
            rows={3}
            maxLength={500}
            value={answer.reason}
            aria-describedby={`${reasonId}-hint`}
            onChange={(event) => onChange({ ...answer, reason: event.target.value })}
          />
        </div>
      ) : null}
    </div>
  )
}
