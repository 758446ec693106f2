import type { MeasureOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { schoolClock } from '#model/school-time.ts'
import { measuredOf } from '#web/big-screen/feed.ts'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { Figure, Nobody, Strip } from '#web/big-screen/parts.tsx'
import { useMoment } from '#web/big-screen/useMoment.ts'
import { useWidth } from '#web/big-screen/useWidth.ts'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { screenNights, screenTonight } from '../model/measures.ts'

type Tonight = MeasureOf<typeof screenTonight>
type Night = NonNullable<MeasureOf<typeof screenNights>['nights'][number]>
/** 9/14 */
const short = (date: string): string => `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`
const HOUR_MINUTES = 60

function Until({ curfew }: { curfew: string }) {
  const left = Math.ceil((Date.parse(curfew) - useMoment()) / MINUTE_MS)
  const at = schoolClock(new Date(curfew))
  if (left <= 0) return t('{{at}} 已关门', { at })
  return left < HOUR_MINUTES * 2 ? t('{{at}} 关门，还有 {{n}} 分钟', { at, n: left }) : t('{{at}} 关门', { at })
}
const noteOf = (d: Tonight) => {
  if (!d.nightDate) return null
  if (!d.isTonight) return t('{{date}} 晚', { date: short(d.nightDate) })
  return d.curfew ? <Until curfew={d.curfew} /> : null
}
export function TonightTile({ feed }: { feed: Shown }) {
  const isBefore = measuredOf(feed.measured, screenTonight)?.data.isTonight === false
  const list = (d: Tonight, result: string) => listOf(feed, 'dormitory:nightLine:list', `/dormitory/night/lines?nightDate=${d.nightDate}&result=${result}`)
  return (
    <MeasureTile feed={feed} of={screenTonight} className="tonight" title={isBefore ? t('昨晚归寝') : t('今晚归寝')} note={noteOf}>
      {d =>
        d.lines ? (
          <>
            <div className="dorm-wall-heads night">
              <Figure isMain label={t('归寝率')} value={`${d.percent ?? '—'}`} unit="%" />
              <Figure mark="qing" label={t('在寝')} value={formatNumber(d.present)} to={list(d, 'present')} />
              <Figure mark="amber" label={t('晚归')} value={formatNumber(d.late)} to={list(d, 'late')} />
              <Figure mark="blue" label={t('已请假')} value={formatNumber(d.excused)} to={list(d, 'excused')} />
              {d.pending ? <Figure mark="grey" label={t('未点名')} value={formatNumber(d.pending)} to={list(d, 'pending')} /> : null}
              {d.absent || !d.pending ? <Figure mark="red" label={t('未归')} value={formatNumber(d.absent)} to={list(d, 'absent')} /> : null}
            </div>
            <Strip
              pieces={[
                { mark: 'qing', value: d.present },
                { mark: 'amber', value: d.late },
                { mark: 'blue', value: d.excused },
                { mark: 'grey', value: d.pending },
                { mark: 'red', value: d.absent },
              ]}
            />
          </>
        ) : (
          <Nobody text={t('还没有归寝名单')} />
        )
      }
    </MeasureTile>
  )
}
const lastText = (nights: readonly Night[]) => {
  const last = nights.at(-1)
  return last ? t('{{date}} 晚 {{percent}}%', { date: short(last.date), percent: last.percent }) : null
}
export function NightsTile({ feed }: { feed: Shown }) {
  const tonight = measuredOf(feed.measured, screenTonight)?.data
  return (
    <MeasureTile feed={feed} of={screenNights} note={d => lastText(d.nights)}>
      {d => {
        const { nights } = d
        // no rate of tonight before the first evidence
        return nights.length ? (
          <Rates nights={nights} tonight={tonight?.isTonight && tonight.present + tonight.late + tonight.absent > 0 ? tonight.percent : null} />
        ) : (
          <Nobody text={t('还没有归寝记录')} />
        )
      }}
    </MeasureTile>
  )
}
const [USUAL, HIGH] = [426, 236]
const [LEFT, TOP, FOOT] = [64, 24, 38]
/** Bounds of the scale, chosen to show outliers. */
function bounds(values: readonly number[]): [number, number] {
  const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))]
  return high - low < 2 ? [Math.max(0, low - 1), Math.min(100, high + 1)] : [low, high]
}
function Rates({ nights, tonight }: { nights: readonly Night[]; tonight: number | null }) {
  const [ref, wide] = useWidth<HTMLDivElement>(USUAL)
  const [low, high] = bounds([...nights.map(n => n.percent), ...(tonight === null ? [] : [tonight])])
  const floor = HIGH - FOOT
  const step = (wide - LEFT - 24) / Math.max(1, nights.length)
  const x = (i: number): number => LEFT + (i + 0.5) * step
  const y = (n: number): number => floor - ((n - low) / Math.max(1, high - low)) * (floor - TOP)
  const ticks = [...new Set([low, (low + high) / 2, high])]
  return (
    <div ref={ref}>
      <svg className="dorm-wall-rates" width={wide} height={HIGH} viewBox={`0 0 ${wide} ${HIGH}`} role="img" aria-label={t('最近 {{n}} 晚归寝率', { n: nights.length })}>
        {nights.map((n, i) => (n.isFree ? <rect key={n.date} className="free" x={x(i) - step / 2} y={TOP - 10} width={step} height={floor - TOP + 10} /> : null))}
        {ticks.map(tick => (
          <g key={tick}>
            <path className="grid" d={`M${LEFT} ${y(tick)}H${wide}`} />
            <text x="0" y={y(tick) + 7}>
              {`${tick}%`}
            </text>
          </g>
        ))}
        <path
          className="line"
          d={[...nights.map(n => n.percent), ...(tonight === null ? [] : [tonight])].map((n, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(n).toFixed(1)}`).join('')}
        />
        {nights.map((n, i) => (
          <circle key={n.date} className="dot" cx={x(i)} cy={y(n.percent)} r="5" />
        ))}
        {tonight === null ? null : <circle className="tonight" cx={x(nights.length)} cy={y(tonight)} r="8" />}
        {[0, Math.floor((nights.length - 1) / 2), nights.length - 1].map(i =>
          nights[i] ? (
            <text key={i} x={x(i)} y={HIGH - 6} textAnchor="middle">
              {short(nights[i].date)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  )
}
