import { standardDocuments } from '#resources/admission/fixed-items.ts'
import { type DocumentName, documentFor } from '#resources/application-documents.ts'
import { useDegreeName } from './degree-stamp.tsx'
import { usePlainText } from './use-plain-text.ts'

interface GuidanceProps {
  readonly cycles: readonly string[]
  /** Labels of the additional questions and documents of the programme. */
  readonly more?: readonly string[]
}

/** Lists the documents to prepare for each degree, and the steps after submission. */
export function Guidance({ cycles, more = [] }: GuidanceProps) {
  const t = usePlainText('admission')
  const tPublic = usePlainText('public')
  const form = usePlainText('apply')
  return (
    <div className="admission-columns">
      <section aria-labelledby="needed">
        <h2 id="needed">{tPublic('apply.start.needed')}</h2>
        <ul>
          {requiredDocumentsFor(cycles).map((requirement) => (
            <RequiredDocumentItem key={requirement.document} {...requirement} />
          ))}
          {more.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p>{tPublic('apply.start.files')}</p>
      </section>
      <section aria-labelledby="next">
        <h2 id="next">{form('sent.nextTitle')}</h2>
        <ol>
          <li>{t('steps.apply')}</li>
          <li>{t('steps.sent')}</li>
          <li>{form('sent.review')}</li>
          <li>{form('sent.notification')}</li>
          <li>{t('steps.enrolment')}</li>
        </ol>
      </section>
    </div>
  )
}

interface RequiredDocument {
  readonly name: DocumentName
  readonly document: string
  /** Degrees that require this document, if other degrees require a different one. */
  readonly degrees: readonly string[]
}

const requiredDocumentsFor = (cycles: readonly string[]): RequiredDocument[] =>
  standardDocuments.flatMap((name) => {
    const documents = [...new Set(cycles.map((cycle) => documentFor(name, cycle)))]
    const degreesOf = (document: string) =>
      documents.length > 1 ? cycles.filter((cycle) => documentFor(name, cycle) === document) : []
    return documents.map((document) => ({ name, document, degrees: degreesOf(document) }))
  })

function RequiredDocumentItem({ name, document, degrees }: RequiredDocument) {
  const tPublic = usePlainText('public')
  const form = usePlainText('apply')
  const nameOf = useDegreeName()
  if (name === 'fileIdCard') return <li>{tPublic('apply.start.idCard')}</li>
  if (name === 'fileCV') return <li>{tPublic('apply.start.cv')}</li>
  const degreeSuffix = degrees.length > 0 ? ` (${degrees.map(nameOf).join(', ')})` : ''
  return (
    <li>
      {form(`documents.${document}.label`)}
      {degreeSuffix}. {form(`documents.${document}.hint`)}
    </li>
  )
}
