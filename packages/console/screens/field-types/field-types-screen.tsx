import type { FieldSpec } from '@matricola/schema/field.ts'
import { valueEntries } from '@matricola/schema/resource-fields.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import i18next from 'i18next'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRegistry } from '../../app/console-context.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { FormField } from '../../fields/form-field.tsx'
import { usePageText } from '../../fields/page-text.ts'
import '../../pages/form/form.css'
import '../screens.css'
import { createSample } from './sample.ts'

const states = ['empty', 'filled', 'error', 'disabled', 'readOnly', 'hidden'] as const
type State = (typeof states)[number]

/** Every field type in every state, for visual and automated checks. Makes no requests. */
export function FieldTypesScreen() {
  const { t, language } = usePageText()
  const sample = createSample(useRegistry())
  usePageTitle()
  // The sample needs texts like any resource, so they are added to the namespace `resources`, in
  // which no resource has this name.
  i18next.addResourceBundle(
    language,
    'resources',
    { sample: i18next.t('fieldTypes:sample', { returnObjects: true }) },
    true,
    true,
  )
  return (
    <div className="page">
      <p className="caption">{t('fieldTypes:text')}</p>
      {valueEntries(sample.resource).map(([name, spec]) => (
        <section key={name} className="panel field-type" aria-labelledby={`field-type-${name}`}>
          <h2 id={`field-type-${name}`} className="section-title">
            {t(`resources:sample.fields.${name}`)} <code className="caption">{spec.type}</code>
          </h2>
          <div className="field-type-states">
            {states.map((state) => (
              <div key={state} data-state={state}>
                <h3 className="caption">{t(`fieldTypes:states.${state}`)}</h3>
                <Example sample={sample} name={name} spec={spec} state={state} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

interface ExampleProps {
  readonly sample: ReturnType<typeof createSample>
  readonly name: string
  readonly spec: FieldSpec
  readonly state: State
}

function Example({
  sample: { resource, validValues, invalidValues },
  name,
  spec,
  state,
}: ExampleProps) {
  const { t } = usePageText()
  const initialValue = {
    empty: null,
    filled: validValues[name],
    error: invalidValues[name],
    disabled: validValues[name],
    readOnly: validValues[name],
    hidden: null,
  }[state]
  const [value, setValue] = useState<unknown>(initialValue)
  if (state === 'hidden') return <p className="caption">{t('fieldTypes:nothing')}</p>
  return (
    <FormField
      scope={`test-${state}`}
      resource={resource}
      name={name}
      spec={spec}
      value={value}
      values={{ [name]: value }}
      title={t('fieldTypes:record')}
      required={!spec.options.optional}
      readOnly={state === 'readOnly'}
      disabled={state === 'disabled'}
      issue={state === 'error' ? issueOf(spec, value) : undefined}
      onChange={(next) => setValue(next)}
    />
  )
}

/** Returns the first issue of a value, as a form would. */
function issueOf(spec: FieldSpec, value: unknown): Issue | undefined {
  const checked = validateInput(z.object({ value: valueSchema(spec) }), { value })
  return checked.ok ? undefined : checked.fields.value?.[0]
}
