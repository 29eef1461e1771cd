import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, sectionFields } from '@matricola/schema/resource-fields.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useId, useRef } from 'react'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { useRegistry } from '../../app/console-context.ts'
import { useUser } from '../../app/user-context.ts'
import { longDateTime } from '../../fields/date-text.ts'
import { FormField } from '../../fields/form-field.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'
import { Conflict } from '../../pages/form/conflict.tsx'
import { fieldState } from '../../pages/form/form-values.ts'
import { LeaveGuard } from '../../pages/form/leave-guard.tsx'
import { Appearance } from '../appearance.tsx'
import { DataTools } from './data-tools.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { SettingsReviewDialog } from './settings-review-dialog.tsx'
import type { SettingsSections } from './settings-section.ts'
import type { SettingsFormState } from './use-settings-form-state.ts'
import { useLastChanges } from './use-settings-history.ts'

interface SettingsFormProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly formState: SettingsFormState
  readonly sections: SettingsSections
  readonly lists: readonly string[]
}

/**
 * The groups of settings, each field with its effect and last change, and a bar with the number of
 * unsaved changes.
 */
export function SettingsForm({ resource, record, formState, sections, lists }: SettingsFormProps) {
  const { t, language } = usePageText()
  const user = useUser()
  const { adminRole } = useRegistry()
  const scope = useId()
  const isLeaving = useRef(false)
  const lastChanges = useLastChanges(resource)
  const { values } = formState.draft

  if (formState.newer)
    return (
      <Conflict
        resource={resource}
        state={formState.draft}
        current={formState.newer}
        onMerge={formState.merge}
        onDiscard={formState.takeNewer}
      />
    )
  const links = [
    ...Object.keys(resource.sections).map((name) => ({
      name,
      label: t(`resources:${resource.name}.sections.${name}`),
    })),
    { name: 'appearance', label: t('appearance.title') },
    ...(user.role === adminRole ? [{ name: 'data', label: t('settings:data.title') }] : []),
  ]
  return (
    <div className="settings-columns">
      <SettingsNav sections={links} lists={lists} />
      <div className="record-form">
        <LeaveGuard resource={resource} changed={formState.changed} isLeaving={isLeaving} />
        {formState.failure && (
          <div className="message message-error" role="alert">
            {formState.failure}
          </div>
        )}
        {Object.entries(resource.sections).map(([section, rows]) => {
          const { Effect, Links } = sections[section] ?? {}
          return (
            <section
              key={section}
              id={section}
              tabIndex={-1}
              className="form-section panel"
              aria-labelledby={`${scope}-${section}`}
            >
              <h2 id={`${scope}-${section}`} className="section-title">
                {t(`resources:${resource.name}.sections.${section}`)}
              </h2>
              {Effect && <Effect record={record} values={values} />}
              {sectionFields(rows).map((name) => {
                const state = fieldState(resource, name, values, user, 'edit', formState.draft.base)
                const last = lastChanges[name]
                return (
                  <div key={name} className="setting">
                    <FormField
                      scope={scope}
                      resource={resource}
                      name={name}
                      spec={fieldOf(resource, name)}
                      value={values[name]}
                      title={formState.draft.titles[name]}
                      values={values}
                      required={state.required}
                      readOnly={state.readOnly}
                      issue={formState.issues[name]?.[0]}
                      onChange={(value, title) => formState.setValue(name, value, title)}
                    />
                    {last && (
                      <p className="caption">
                        {t('settings:lastChange', {
                          name: last.actor,
                          date: longDateTime(last.at, language),
                        })}
                      </p>
                    )}
                  </div>
                )
              })}
              {Links && <Links record={record} />}
            </section>
          )
        })}
        <Appearance />
        <DataTools />
        {formState.changed.length > 0 && (
          <fieldset className="form-footer" aria-label={t('settings:bar')}>
            <LiveRegion className="unsaved-count">
              {t('settings:unsaved', { count: formState.changed.length })}
            </LiveRegion>
            <Button
              kind="primary"
              aria-disabled={formState.isSaving}
              onClick={() =>
                formState.needsReason ? formState.review(true) : void formState.save()
              }
            >
              {t(formState.isSaving ? 'form.saving' : 'form.save')}
            </Button>
            <Button onClick={() => formState.review(true)}>{t('settings:review')}</Button>
            <Button onClick={formState.discard}>{t('settings:discard')}</Button>
          </fieldset>
        )}
        {formState.isReviewing && formState.changed.length > 0 && (
          <SettingsReviewDialog
            resource={resource}
            record={record}
            formState={formState}
            sections={sections}
          />
        )}
      </div>
    </div>
  )
}
