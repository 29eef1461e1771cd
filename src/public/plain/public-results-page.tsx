import { useLanguage } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { errorStatus } from '@matricola/schema/wire/errors.ts'
import {
  type PublicResults,
  provisionalInWords,
  waitingReasonInWords,
} from '#resources/admission/admission-overview.ts'
import { admissionPath, programmePath, resultsPdfPath, statusPath } from '#resources/paths.ts'
import { DrawSteps } from '../../averages/draw-steps.tsx'
import { AdmissionDateList } from '../admission-date-list.tsx'
import { usePublicConfig } from '../public-config.ts'
import { InUniversityLanguage } from '../university-language.tsx'
import { useLinkPath } from './use-link-path.ts'
import { usePlainText } from './use-plain-text.ts'

type PlaceKindResults = PublicResults['kinds'][number]

/** `/admission/<code>/results`: admitted and waiting applicants by reference number. */
export function PublicResultsPage({ results }: { results: PublicResults }) {
  const t = usePlainText('admission')
  const tPublic = usePlainText('public')
  const tApply = usePlainText('apply')
  const language = useLanguage()
  const linkPath = useLinkPath()
  const { publicConfig } = usePublicConfig()
  const { session, dates, round, notifiedAt, programme, isTranslated, code, kinds } = results
  const drawn = kinds.flatMap(({ waiting }) => waiting).find(({ reason }) => reason === 'draw')
  return (
    <div className="results">
      <a className="public-back" href={linkPath(programmePath(code))}>
        <Icon name="arrow-left" />
        <InUniversityLanguage isTranslated={isTranslated}>{programme}</InUniversityLanguage>
      </a>
      <h1>
        <InUniversityLanguage isTranslated={isTranslated}>
          {t('results.title', { programme })}
        </InUniversityLanguage>
      </h1>
      <p>{t('results.about', { session, round, date: formatLongInstant(notifiedAt, language) })}</p>
      {results.isProvisional ? (
        <p>{provisionalInWords(results, language, (key, params) => t(`results.${key}`, params))}</p>
      ) : null}
      <p>{t('results.yours')}</p>
      <p className="results-actions">
        <a className="button" href={linkPath(statusPath)}>
          {tPublic('apply.status')}
        </a>
        <a className="button" href={linkPath(resultsPdfPath(code))}>
          {t('results.download')}
        </a>
      </p>
      <section aria-labelledby="dates">
        <h2 id="dates">{tApply('calendar.title')}</h2>
        {publicConfig ? <AdmissionDateList dates={dates} now={publicConfig.now} /> : null}
      </section>
      {kinds.map((kind) => (
        <KindSection key={kind.kind} kind={kind} />
      ))}
      {drawn ? <DrawSteps example={drawn.reference} /> : null}
    </div>
  )
}

/** Results that do not exist or are not published yet. */
export function ResultsNotFound() {
  const t = usePlainText('admission')
  const tPublic = usePlainText('public')
  const linkPath = useLinkPath()
  return (
    <>
      <p className="public-code">{errorStatus['path.unknown']}</p>
      <h1>{t('results.none')}</h1>
      <p>{t('results.noneDetail')}</p>
      <p className="results-actions">
        <a className="button button-primary" href={linkPath(statusPath)}>
          {tPublic('apply.status')}
        </a>
        <a className="button" href={linkPath(admissionPath)}>
          {t('all')}
        </a>
      </p>
    </>
  )
}

function KindSection({
  kind: { kind, kindName, places, held, lastAverage, kept, admitted, waiting },
}: {
  kind: PlaceKindResults
}) {
  const t = usePlainText('admission')
  const average = useAverageFormat()
  const id = `kind-${kind}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {kindName ? (
          <InUniversityLanguage>{kindName}</InUniversityLanguage>
        ) : (
          t(`results.kinds.${kind}`)
        )}
      </h2>
      <p>
        {t('results.places', { count: places, admitted: admitted.length })}
        {held > 0 ? ` ${t('results.heldPlaces', { count: held })}` : null}
        {lastAverage === null ? null : ` ${t('results.last', { average: average(lastAverage) })}`}
      </p>
      <ResultRows
        id={`${id}-kept`}
        title={t('results.kept')}
        note={t('results.since')}
        rows={kept.map((applicant, index) => ({
          ...applicant,
          number: index + 1,
          note: applicant.round,
        }))}
      />
      <ResultRows
        id={`${id}-admitted`}
        title={t('results.admitted')}
        rows={admitted.map((applicant, index) => ({ ...applicant, number: index + 1 }))}
      />
      <ResultRows
        id={`${id}-waiting`}
        title={t('results.waiting')}
        note={t('results.decided')}
        rows={waiting.map((applicant) => ({
          ...applicant,
          number: applicant.waiting,
          note: waitingReasonInWords(applicant, (key, params) =>
            t(`results.reasons.${key}`, params),
          ),
        }))}
      />
    </section>
  )
}

function useAverageFormat() {
  const numbers = new Intl.NumberFormat(useLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return (hundredths: number) => numbers.format(hundredths / 100)
}

interface ResultRow {
  readonly reference: string
  readonly average: number
  readonly number: number
  readonly note?: string | null
}

/** `note` is the heading of a last column; it is left out if no row has a note. */
function ResultRows({
  id,
  title,
  note,
  rows,
}: {
  id: string
  title: string
  note?: string
  rows: readonly ResultRow[]
}) {
  const t = usePlainText('admission')
  const average = useAverageFormat()
  if (rows.length === 0) return null
  const hasNotes = rows.some((row) => row.note != null)
  return (
    <>
      <h3 id={id}>{title}</h3>
      <table className="results-rows" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t('results.number')}</th>
            <th scope="col">{t('results.reference')}</th>
            <th scope="col">{t('results.average')}</th>
            {hasNotes ? <th scope="col">{note}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ reference, average: hundredths, number, note: text }) => (
            <tr key={reference} id={reference}>
              <td>{number}</td>
              <th scope="row">{reference}</th>
              <td>{average(hundredths)}</td>
              {hasNotes ? <td>{text}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
