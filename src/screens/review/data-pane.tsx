import { useUser } from '@matricola/console/app/user-context.ts'
import { isMasked } from '@matricola/console/fields/masked-value.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import {
  UniversityText,
  useUniversityLanguage,
} from '@matricola/console/fields/university-text.tsx'
import { isReadable } from '@matricola/schema/access.ts'
import { evaluate } from '@matricola/schema/predicate.ts'
import { fieldOf, sectionFields } from '@matricola/schema/resource-fields.ts'
import { useRef } from 'react'
import type { RequestedChange } from '#resources/admission/wire.ts'
import type { WireResult } from '#resources/admission/wire-merit.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { isChangeable, toSentName } from '#resources/application-documents.ts'
import { useAverages } from '#src/averages/use-averages.ts'
import { Checks } from './checks.tsx'
import { DataRow } from './data-row.tsx'
import { FormAnswersSection } from './form-answers-section.tsx'
import { registrationsResource } from './registration.ts'
import type { Reveal } from './use-reveal.ts'

interface DataPaneProps {
  readonly record: WireRegistration
  readonly reveal: Reveal
  readonly flags: { readonly [field: string]: string }
  readonly canFlag: boolean
  readonly onFlag: (field: string) => void
  readonly onNote: (field: string, note: string) => void
}

const fieldsInHead = new Set(['referenceCode', 'status'])
const optionalSections = new Set(['application', 'requirements', 'review'])

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/**
 * The values of an application in the sections of its form, each with the results of automatic
 * checks.
 */
export function DataPane({ record, reveal, ...flagging }: DataPaneProps) {
  const { t } = usePageText()
  const user = useUser()
  const container = useRef<HTMLDivElement>(null)
  /** Whether a chosen programme requires the field and it is empty. Staff can then flag it. */
  const isRequestedButEmpty = (name: string) =>
    isEmpty(record[name]) && record.questions.some((question) => question.name === toSentName(name))
  const applies = (name: string) => {
    const visibleWhen = registrationsResource.form?.[name]?.visibleWhen
    return (
      (fieldOf(registrationsResource, name).type !== 'file' || isRequestedButEmpty(name)) &&
      isReadable(registrationsResource, user.role, name) &&
      (!visibleWhen || evaluate(visibleWhen, record, user))
    )
  }
  const sections = Object.entries(registrationsResource.sections).map(([section, rows]) => ({
    section,
    names: sectionFields(rows)
      .filter(applies)
      // The page header already shows these fields.
      .filter((name) => !fieldsInHead.has(name))
      // Fields of optional sections, including values that staff entered, appear only if they have
      // a value.
      .filter(
        (name) =>
          !optionalSections.has(section) || !isEmpty(record[name]) || isRequestedButEmpty(name),
      ),
  }))
  const visibleNames = new Set(sections.flatMap(({ names }) => names))
  const unplacedChecks = record.checks.filter(({ field }) => !visibleNames.has(field))
  // The declaration gives the field this type.
  const requested = (record.requestedChanges ?? []) as readonly RequestedChange[]
  return (
    <div className="review-data" ref={container} data-rows>
      {unplacedChecks.length > 0 && (
        <div className="panel review-unplaced-checks">
          <Checks checks={unplacedChecks} record={record} />
        </div>
      )}
      {sections
        .filter(({ names }) => names.length > 0)
        .map(({ section, names }) => (
          <section
            key={section}
            className="panel review-section"
            aria-labelledby={`review-${section}`}
          >
            <h2 id={`review-${section}`} className="section-title">
              {t(`resources:${registrationsResource.name}.sections.${section}`)}
            </h2>
            <dl className="review-rows">
              {names.map((name) => (
                <DataRow
                  key={name}
                  name={name}
                  record={record}
                  checks={record.checks.filter(({ field }) => field === name)}
                  revealed={reveal.valueOf(name)}
                  {...(isMasked(record[name]) && { onReveal: reveal.toggle })}
                  change={requested.find(({ field }) => field === toSentName(name))}
                  note={flagging.flags[toSentName(name)]}
                  {...(flagging.canFlag &&
                    isChangeable(toSentName(name)) && {
                      onFlag: () => flagging.onFlag(toSentName(name)),
                      onNote: (note: string) => flagging.onNote(toSentName(name), note),
                    })}
                />
              ))}
            </dl>
          </section>
        ))}
      <FormAnswersSection record={record} requested={requested} {...flagging} />
      {record.choices.length > 1 && <ChoicesSection choices={record.choices} />}
      {record.result && (
        <ResultSection result={record.result} reference={String(record.referenceCode)} />
      )}
    </div>
  )
}

/** The second and further choices. The first is among the fields of the application. */
function ChoicesSection({ choices }: { readonly choices: WireRegistration['choices'] }) {
  const { t } = usePageText()
  return (
    <section className="panel review-section" aria-labelledby="review-choices">
      <h2 id="review-choices" className="section-title">
        {t(`resources:${registrationsResource.name}.fields.choices`)}
      </h2>
      <ol className="review-choices" start={2}>
        {choices.slice(1).map(({ programme, fundingPreference }) => (
          <li key={programme}>
            <UniversityText>{programme}</UniversityText>
            {fundingPreference !== null &&
              `, ${t(`resources:${registrationsResource.name}.choices.fundingPreference.${fundingPreference}`)}`}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The published result, explained as the applicant sees it. */
function ResultSection({
  result,
  reference,
}: {
  readonly result: WireResult
  readonly reference: string
}) {
  const { t } = usePageText()
  const averages = useAverages(true)
  const ownLanguage = useUniversityLanguage()
  return (
    <section className="panel review-section" aria-labelledby="review-result">
      <h2 id="review-result" className="section-title">
        {t('review:result', { round: result.round })}
      </h2>
      {averages && (
        <averages.ResultExplanation
          result={result}
          reference={reference}
          programmeLabel={(label) => ({ label, lang: ownLanguage })}
        />
      )}
    </section>
  )
}
