import type { MeasureOf } from '#model'
import { percentOf } from '#model/percent.ts'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { Figure, Nobody, RankedBars } from '#web/big-screen/parts.tsx'
import { useWidth } from '#web/big-screen/useWidth.ts'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { inspectDorms, inspectProgress, inspectWeeks } from '../model/inspect-measures.ts'

type Week = NonNullable<MeasureOf<typeof inspectWeeks>['weeks'][number]>
const short = (date: string): string => `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`
/** Pass mark of a five-grade scheme; bars begin there, to make differences visible. */
const BARS_FROM = 50
const MOST_DORMS = 16
const ONE_COLUMN = 6

export const ProgressTile = ({ feed }: { feed: Shown }) => (
  <MeasureTile feed={feed} of={inspectProgress} className="progress" note={d => (d.tasks ? t('{{n}} 个任务进行中', { n: d.tasks }) : null)}>
    {d =>
      d.tasks ? (
        <>
          <div className="dorm-wall-heads three">
            <Figure isMain label={t('进度')} value={`${percentOf(d.done, d.rooms) ?? 0}`} unit="%" to={listOf(feed, 'dormitory:checkTask:list', '/dormitory/check/tasks')} />
            <Figure mark="qing" label={t('已查房间')} value={formatNumber(d.done)} to={listOf(feed, 'dormitory:checkRecord:list', '/dormitory/check/records')} />
            <Figure mark="hollow" label={t('未查房间')} value={formatNumber(d.rooms - d.done)} />
          </div>
          <RankedBars
            className="tasks"
            lines={d.open.map(o => ({ label: o.name, part: o.done / Math.max(1, o.rooms), value: `${formatNumber(o.done)} / ${formatNumber(o.rooms)}` }))}
          />
        </>
      ) : (
        <Nobody text={t('没有进行中的检查')} />
      )
    }
  </MeasureTile>
)
export const DormScoresTile = ({ feed }: { feed: Shown }) => (
  <MeasureTile feed={feed} of={inspectDorms} note={d => (d.week ? (d.isThisWeek ? t('本周') : t('{{date}} 起一周', { date: short(d.week) })) : null)}>
    {d => {
      const dorms = d.dorms.slice(0, MOST_DORMS)
      if (!dorms.length) return <Nobody text={t('还没有卫生成绩')} />
      const lines = dorms.map(x => ({ label: x.name, part: (x.mean - BARS_FROM) / (100 - BARS_FROM), value: formatNumber(x.mean, 1) }))
      return <RankedBars className={dorms.length > ONE_COLUMN ? 'houses two' : 'houses one'} lines={lines} />
    }}
  </MeasureTile>
)
const [USUAL, HIGH] = [824, 216]
const [LEFT, TOP, FOOT] = [56, 30, 34]
export const WeeksTile = ({ feed }: { feed: Shown }) => (
  <MeasureTile feed={feed} of={inspectWeeks} note={() => t('线为平均分，柱为不合格比例')}>
    {d => {
      const { weeks } = d
      return weeks.length ? <Weeks weeks={weeks} /> : <Nobody text={t('还没有卫生成绩')} />
    }}
  </MeasureTile>
)
/** Means as a line with its own scale, failures as bars. */
function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const [ref, wide] = useWidth<HTMLDivElement>(USUAL)
  const floor = HIGH - FOOT
  const step = (wide - LEFT) / weeks.length
  const x = (i: number): number => LEFT + (i + 0.5) * step
  const [low, high] = [Math.floor(Math.min(...weeks.map(w => w.mean)) - 2), Math.ceil(Math.max(...weeks.map(w => w.mean)) + 1)]
  // the line uses the upper half, the labelled bars the lower
  const y = (n: number): number => TOP + (1 - (n - low) / Math.max(1, high - low)) * (floor - TOP) * 0.45
  const most = Math.max(1, ...weeks.map(w => w.failing))
  const bar = (n: number): number => (n / most) * (floor - TOP) * 0.3
  const last = weeks.at(-1)
  return (
    <div ref={ref}>
      <svg
        className="dorm-wall-weeks"
        width={wide}
        height={HIGH}
        viewBox={`0 0 ${wide} ${HIGH}`}
        role="img"
        aria-label={t('{{n}} 周，最近一周平均 {{mean}} 分，不合格 {{failing}}%', { n: weeks.length, mean: last?.mean ?? 0, failing: last?.failing ?? 0 })}
      >
        <path className="grid" d={`M${LEFT} ${floor}H${wide}`} />
        {weeks.map((w, i) => (
          <g key={w.week}>
            <rect x={x(i) - step * 0.22} y={floor - bar(w.failing)} width={step * 0.44} height={bar(w.failing)} rx="3" />
            {w.failing ? (
              <text x={x(i)} y={floor - bar(w.failing) - 6} textAnchor="middle">
                {`${w.failing}%`}
              </text>
            ) : null}
            {i % 2 === (weeks.length - 1) % 2 ? (
              <text x={x(i)} y={HIGH - 6} textAnchor="middle">
                {short(w.week)}
              </text>
            ) : null}
          </g>
        ))}
        <text x="0" y={y(high) + 8}>
          {high}
        </text>
        <text x="0" y={y(low) - 2}>
          {low}
        </text>
        <path className="line" d={weeks.map((w, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(w.mean).toFixed(1)}`).join('')} />
        {weeks.map((w, i) => (
          <circle key={w.week} className={i === weeks.length - 1 ? 'tonight' : 'dot'} cx={x(i)} cy={y(w.mean)} r={i === weeks.length - 1 ? 8 : 5} />
        ))}
        {last ? (
          <text className="mean" x={wide} y={y(last.mean) - 16} textAnchor="end">
            {formatNumber(last.mean, 1)}
          </text>
        ) : null}
      </svg>
    </div>
  )
}
