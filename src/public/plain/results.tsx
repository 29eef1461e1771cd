import type { PublicResults } from '#model/admission/front-door.ts'
import { admissionPath, programmePath, resultsPaperPath, statusPath } from '#model/paths.ts'
import { momentInWords } from '#model/values/dates.ts'
import { errorStatus } from '#model/wire/errors.ts'
import { useLanguage } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { Own } from '../own.tsx'
import { useAddress } from './links.ts'
import { useText } from './texts.ts'

type Kind = PublicResults['kinds'][number]

/** `/admission/<code>/results`: admitted and waiting applicants by reference number. */
export function Results({ results }: { results: PublicResults }) {
  const t = useText('admission')
  const general = useText('public')
  const language = useLanguage()
  const to = useAddress()
  const { round, notifiedAt, programme, isTranslated, code, kinds } = results
  return (
    <div className="results">
      <a className="public-back" href={to(programmePath(code))}>
        <Icon name="arrow-left" />
        <Own isTranslated={isTranslated}>{programme}</Own>
      </a>
      <h1>
        <Own isTranslated={isTranslated}>{t('results.title', { programme })}</Own>
      </h1>
      <p>{t('results.about', { round, date: momentInWords(notifiedAt, language) })}</p>
      <p>{t('results.yours')}</p>
      <p className="results-ways">
        <a className="button" href={to(statusPath)}>
          {general('apply.status')}
        </a>
        <a className="button" href={to(resultsPaperPath(code))}>
          {t('results.paper')}
        </a>
      </p>
      {kinds.map((kind) => (
        <KindSection key={kind.kind} kind={kind} />
      ))}
    </div>
  )
}

/** Results that do not exist or are not published yet. */
export function NoResults() {
  const t = useText('admission')
  const general = useText('public')
  const to = useAddress()
  return (
    <>
      <p className="public-code">{errorStatus['path.unknown']}</p>
      <h1>{t('results.none')}</h1>
      <p>{t('results.noneDetail')}</p>
      <p className="results-ways">
        <a className="button button-primary" href={to(statusPath)}>
          {general('apply.status')}
        </a>
        <a className="button" href={to(admissionPath)}>
          {t('all')}
        </a>
      </p>
    </>
  )
}

function KindSection({ kind: { kind, kindName, places, lastAverage, admitted, waiting } }: { kind: Kind }) {
  const t = useText('admission')
  const average = useAverage()
  const id = `kind-${kind}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{kindName ? <Own>{kindName}</Own> : t(`results.kinds.${kind}`)}</h2>
      <p>
        {t('results.places', { count: places, admitted: admitted.length })}
        {lastAverage === null ? null : ` ${t('results.last', { average: average(lastAverage) })}`}
      </p>
      <Rows id={`${id}-admitted`} title={t('results.admitted')} rows={admitted.map((one, index) => ({ ...one, number: index + 1 }))} />
      <Rows id={`${id}-waiting`} title={t('results.waiting')} rows={waiting.map((one) => ({ ...one, number: one.waiting }))} />
    </section>
  )
}

function useAverage() {
  const numbers = new Intl.NumberFormat(useLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (hundredths: number) => numbers.format(hundredths / 100)
}

interface Row {
  readonly reference: string
  readonly average: number
  readonly number: number
}

function Rows({ id, title, rows }: { id: string; title: string; rows: readonly Row[] }) {
  const t = useText('admission')
  const average = useAverage()
  if (rows.length === 0) return null
  return (
    <>
      <h3 id={id}>{title}</h3>
      <table className="results-rows" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t('results.number')}</th>
            <th scope="col">{t('results.reference')}</th>
            <th scope="col">{t('results.average')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ reference, average: hundredths, number }) => (
            <tr key={reference} id={reference}>
              <td>{number}</td>
              <th scope="row">{reference}</th>
              <td>{average(hundredths)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
