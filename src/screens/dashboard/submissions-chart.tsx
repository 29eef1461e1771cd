import { formatNumericDate } from '@matricola/console/fields/date-text.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireAdmissionDay, WireAdmissionFigures } from '#resources/academic/wire-dashboard.ts'
import { ChartTable } from './chart-table.tsx'

const height = 240
const margin = { top: 22, right: 44, bottom: 24, left: 36 }

interface SubmissionsChartProps {
  readonly admission: WireAdmissionFigures
  readonly asOf: string
}

/**
 * Applications per day as columns, their total as a line, and last year's total as a grey line. The
 * same numbers are available as a table.
 */
export function SubmissionsChart({ admission, asOf }: SubmissionsChartProps) {
  const { t } = useTranslation('dashboard')
  const language = currentLanguage()
  const [container, width] = useWidth<HTMLDivElement>(640)
  const { days, lastYear, opensAt, closesAt } = admission
  const sums = cumulativeTotals(days)
  const inner = {
    width: Math.max(120, width - margin.left - margin.right),
    height: height - margin.top - margin.bottom,
  }
  const maxPerDay = niceMaximum(Math.max(1, ...days.map(({ count }) => count ?? 0)))
  const maxTotal = niceMaximum(
    Math.max(1, ...sums.map(({ all, last }) => Math.max(all ?? 0, last ?? 0))),
  )
  const step = inner.width / days.length
  const x = (index: number) => margin.left + index * step
  const yOfDay = (value: number) => margin.top + inner.height * (1 - value / maxPerDay)
  const yOfTotal = (value: number) => margin.top + inner.height * (1 - value / maxTotal)
  const line = (series: 'all' | 'last') =>
    sums
      .flatMap((sum, index) =>
        sum[series] === null
          ? []
          : [`${round(x(index) + step / 2)},${round(yOfTotal(sum[series]))}`],
      )
      .join(' ')
  const number = (value: number | null) =>
    value === null ? '–' : numberDisplay(value, language, 0)
  const day = (text: string) => formatNumericDate(text, language).slice(0, 5)
  const now = today(new Date(asOf))
  const markers = [
    { key: 'opening', instant: opensAt },
    { key: 'closing', instant: closesAt },
  ].flatMap(({ key, instant }) => {
    const index = instant ? days.findIndex((entry) => entry.day === today(new Date(instant))) : -1
    return index < 0
      ? []
      : [{ key, x: x(index) + (key === 'closing' ? step : 0), label: t(`${key}`) }]
  })
  const todayCount = days.find((entry) => entry.day === now)?.count ?? 0
  const name = t('submissionsName', {
    count: admission.registrations,
    today: number(todayCount),
    last: lastYear ? t('submissionsLast', { number: lastYear.registrations }) : '',
  })
  const labelled = [0, Math.floor((days.length - 1) / 2), days.length - 1].filter(
    (index, i, all) => all.indexOf(index) === i,
  )
  return (
    <div className="panel chart-panel">
      <ul className="status-legend" aria-label={t('legend')}>
        <li>
          <span className="status-swatch chart-column" aria-hidden="true" /> {t('perDay')}
        </li>
        <li>
          <span className="chart-key chart-line" aria-hidden="true" /> {t('cumulative')}
        </li>
        {lastYear && (
          <li>
            <span className="chart-key chart-line-last" aria-hidden="true" />{' '}
            {t('cumulativeLast', { name: lastYear.name })}
          </li>
        )}
      </ul>
      <div ref={container} className="chart-box">
        <svg
          role="img"
          aria-label={name}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <line
                className="chart-rule"
                x1={margin.left}
                x2={width - margin.right}
                y1={yOfDay(maxPerDay * share)}
                y2={yOfDay(maxPerDay * share)}
              />
              <text
                className="chart-text"
                x={margin.left - 6}
                y={yOfDay(maxPerDay * share) + 4}
                textAnchor="end"
              >
                {number(maxPerDay * share)}
              </text>
              <text
                className="chart-text"
                x={width - margin.right + 6}
                y={yOfDay(maxPerDay * share) + 4}
              >
                {number(maxTotal * share)}
              </text>
            </g>
          ))}
          {days.map(({ day: key, count }, index) =>
            count ? (
              <rect
                key={key}
                className="chart-column"
                x={round(x(index) + step * 0.15)}
                width={round(Math.max(1, step * 0.7))}
                y={round(yOfDay(count))}
                height={round(margin.top + inner.height - yOfDay(count))}
              />
            ) : null,
          )}
          <polyline className="chart-line-last" points={line('last')} />
          <polyline className="chart-line" points={line('all')} />
          {markers.map(({ key, x: position, label }) => (
            <g key={key}>
              <line
                className="chart-marker"
                x1={position}
                x2={position}
                y1={margin.top - 6}
                y2={margin.top + inner.height}
              />
              <text
                className="chart-text"
                x={position}
                y={12}
                textAnchor={key === 'opening' ? 'start' : 'end'}
              >
                {label}
              </text>
            </g>
          ))}
          {labelled.map((index, i) => (
            <text
              key={index}
              className="chart-text"
              x={x(index) + step / 2}
              y={height - 6}
              textAnchor={i === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}
            >
              {day(days[index]?.day ?? '')}
            </text>
          ))}
        </svg>
      </div>
      <ChartTable
        label={t('submissions')}
        columns={[
          t('day'),
          t('perDay'),
          t('soFar'),
          ...(lastYear ? [lastYear.name, t('soFarLast')] : []),
        ]}
        rows={days.map((entry, index) => [
          formatNumericDate(entry.day, language),
          number(entry.count),
          number(sums[index]?.all ?? null),
          ...(lastYear ? [number(entry.lastYear), number(sums[index]?.last ?? null)] : []),
        ])}
      />
    </div>
  )
}

/** Running totals at the end of each day; null for future days. */
function cumulativeTotals(days: readonly WireAdmissionDay[]) {
  let [all, last] = [0, 0]
  return days.map(({ count, lastYear }) => {
    all += count ?? 0
    last += lastYear ?? 0
    return { all: count === null ? null : all, last: lastYear === null ? null : last }
  })
}

/** Returns the smallest suitable end of a scale: an even number such as 2, 4, 10 or 20. */
function niceMaximum(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(value))
  return (
    [1, 2, 4, 6, 8, 10]
      .map((step) => step * ten)
      .find((end) => end >= Math.max(2, value) && end % 2 === 0) ?? ten * 20
  )
}

const round = (value: number) => Math.round(value * 10) / 10

/** Width of an element in pixels, so that a drawing fits and its text keeps its size. */
function useWidth<E extends Element>(initialWidth: number) {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(initialWidth)
  useEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
