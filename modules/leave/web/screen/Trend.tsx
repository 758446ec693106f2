import { useWidth } from '#web/big-screen/useWidth.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'

const [USUAL, HIGH] = [426, 232]
const [LEFT, TOP, FOOT] = [8, 34, 36]
interface Day {
  date: string
  days: number
  isFree: boolean
}
/** 9/14 */
const short = (date: string): string => `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`

/** Person-days over thirty days as an SVG line, sharp at any screen size. */
export function Trend({ days }: { days: readonly Day[] }) {
  const [ref, WIDE] = useWidth<HTMLDivElement>(USUAL)
  const top = Math.max(1, ...days.map(d => d.days))
  const step = (WIDE - LEFT * 2) / Math.max(1, days.length - 1)
  const floor = HIGH - FOOT
  const x = (i: number): number => LEFT + i * step
  const y = (n: number): number => floor - (n / top) * (floor - TOP)
  const line = days.map((d, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(d.days).toFixed(1)}`).join('')
  const peak = days.findIndex(d => d.days === top)
  const last = days.at(-1)
  return (
    <div ref={ref}>
      <svg
        className="ql-wall-trend"
        width={WIDE}
        height={HIGH}
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        role="img"
        aria-label={t('近 30 天每天的人天，最多 {{most}}，今天 {{today}}', { most: formatNumber(top), today: formatNumber(last?.days ?? 0) })}
      >
        {days.map((d, i) => (d.isFree ? <rect key={d.date} className="free" x={x(i) - step / 2} y={TOP} width={step} height={floor - TOP} /> : null))}
        <path className="area" d={`${line}L${x(days.length - 1)} ${floor}L${x(0)} ${floor}Z`} />
        <path className="floor" d={`M0 ${floor}H${WIDE}`} />
        <path className="line" d={line} />
        {peak >= 0 && days[peak]?.days ? (
          <text x={Math.min(WIDE - 60, Math.max(60, x(peak)))} y={TOP - 12} textAnchor="middle">
            {t('最多 {{n}}', { n: formatNumber(days[peak].days) })}
          </text>
        ) : null}
        {last ? <circle cx={x(days.length - 1)} cy={y(last.days)} r="7" /> : null}
        {[0, 10, 20, days.length - 1].map(i =>
          days[i] ? (
            <text key={i} x={x(i)} y={HIGH - 6} textAnchor={i === 0 ? 'start' : i === days.length - 1 ? 'end' : 'middle'}>
              {short(days[i].date)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  )
}
