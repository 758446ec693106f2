import type { MeasureOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { percentOf } from '#model/percent.ts'
import { schoolClock } from '#model/school-time.ts'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { countText, Figure, Nobody, RankedBars, Strip } from '#web/big-screen/parts.tsx'
import { useWidth } from '#web/big-screen/useWidth.ts'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { wallArrived, wallFlow, wallOrigins } from '../../model/measures.ts'
import style from './wall.module.css'

type Props = { feed: Shown }
const LIST = 'welcome:welcomeMember:list'

export const ArrivedTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallArrived} className={style.arrived} note={d => d.batch}>
    {d =>
      d.expected ? (
        <>
          <div className={style.heads}>
            <Figure isMain label={t('到校率')} value={`${percentOf(d.arrived, d.expected) ?? 0}`} unit="%" to={listOf(feed, LIST, '/welcomes/board')} />
            <Figure mark="qing" label={t('到校')} value={formatNumber(d.arrived)} to={listOf(feed, LIST, '/welcomes/members')} />
            <Figure mark="hollow" label={t('未到校')} value={formatNumber(d.expected - d.arrived)} to={listOf(feed, LIST, '/welcomes/calls')} />
            <Figure mark="blue" label={t('今天到校')} value={formatNumber(d.today)} />
          </div>
          <Strip
            pieces={[
              { mark: 'blue', value: d.today },
              { mark: 'qing', value: d.arrived - d.today },
              { mark: 'grey', value: d.expected - d.arrived },
            ]}
          />
        </>
      ) : (
        <Nobody text={t('还没有新生')} />
      )
    }
  </MeasureTile>
)
export const OriginsTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallOrigins} className={style.origins} note={d => (d.provinces.length ? t('{{n}} 个省份', { n: d.provinces.length }) : null)}>
    {d => {
      const most = Math.max(1, ...d.provinces.map(p => p.count ?? 0))
      if (!d.provinces.length) return <Nobody text={t('还没有人到校')} />
      return (
        <RankedBars
          className={d.provinces.length > ONE_COLUMN ? 'two' : 'one'}
          lines={d.provinces.map(p => ({ label: t(p.label), part: (p.count ?? 0) / most, value: countText(p.count, d.least) }))}
        />
      )
    }}
  </MeasureTile>
)
const ONE_COLUMN = 6
const [USUAL, HIGH] = [824, 262]
const [TOP, FOOT] = [24, 34]
/** Two hours between the clock times below. */
const EVERY = 12
const BIN_MINUTES = 10
export const FlowTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallFlow} note={() => t('柱为到校，线为预约')}>
    {d => (d.from ? <Flow of={d} from={d.from} /> : <Nobody text={t('今天没有到校时段，也还没有人到校')} />)}
  </MeasureTile>
)
/** Bars of who came beside the line of who was expected. */
function Flow({ of, from }: { of: MeasureOf<typeof wallFlow>; from: string }) {
  const [ref, wide] = useWidth<HTMLDivElement>(USUAL)
  const [arrived, planned] = [of.arrived.map(n => n ?? 0), of.planned.map(n => n ?? 0)]
  const floor = HIGH - FOOT
  const step = wide / Math.max(1, arrived.length)
  const most = Math.max(1, ...arrived, ...planned)
  const y = (n: number): number => floor - (n / most) * (floor - TOP)
  const clock = (i: number): string => schoolClock(new Date(Date.parse(from) + i * BIN_MINUTES * MINUTE_MS))
  const sum = arrived.reduce((a, b) => a + b, 0)
  return (
    <div ref={ref}>
      <svg
        className={style.flow}
        width={wide}
        height={HIGH}
        viewBox={`0 0 ${wide} ${HIGH}`}
        role="img"
        aria-label={t('今天到校 {{n}} 人，10 分钟最多 {{most}} 人', { n: sum, most: Math.max(0, ...arrived) })}
      >
        <path className={style.grid} d={`M0 ${floor}H${wide}`} />
        {arrived.map((n, i) => (
          <rect key={clock(i)} x={(i + 0.15) * step} y={y(n)} width={step * 0.7} height={floor - y(n)} rx="2" />
        ))}
        <path className={style.line} d={planned.map((n, i) => `${i ? 'L' : 'M'}${((i + 0.5) * step).toFixed(1)} ${y(n).toFixed(1)}`).join('')} />
        {arrived.map((_, i) =>
          i % EVERY === 0 ? (
            <text key={clock(i)} x={(i + 0.5) * step} y={HIGH - 6} textAnchor={i ? 'middle' : 'start'}>
              {clock(i)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  )
}
