import { percentOf } from '#model/percent.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { type BarLine, Figure, Nobody, RankedBars } from '#web/big-screen/parts.tsx'
import { useMoment } from '#web/big-screen/useMoment.ts'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDuration } from '#web/values/duration.ts'
import { formatNumber } from '#web/values/format.ts'
import { wallClasses, wallClock, wallColleges, wallDimensions, wallHistogram, wallObjections, wallStages } from '../../model/progress-measures.ts'
import style from './wall.module.css'

type Props = { feed: Shown }
const SHEETS = 'cqa:cqaSheet:list'
const MOST_LINES = 8
/** Characters of the year and its dash: deadlines are near. */
const YEAR = 5
const shareLine = (label: string, part: number, whole: number): BarLine => ({ label, part: part / Math.max(1, whole), value: `${percentOf(part, whole) ?? 0}%` })
const nothing = () => <Nobody text={t('没有正在进行的测评')} />

export const StagesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallStages} className={style.stages} note={d => d.name}>
    {d =>
      d.total ? (
        <>
          <div className={style.heads}>
            <Figure isMain label={t('参加测评')} value={formatNumber(d.total)} to={listOf(feed, SHEETS, '/cqa/results')} />
            <Figure mark="grey" label={t('不参加')} value={formatNumber(d.excluded)} />
          </div>
          <RankedBars className="two" lines={d.stages.flatMap(s => (s ? { label: t(s.label), part: s.count / d.total, value: formatNumber(s.count) } : []))} />
        </>
      ) : (
        nothing()
      )
    }
  </MeasureTile>
)
export const CollegesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallColleges} note={() => t('辅导员已审核')}>
    {d => (d.colleges.length ? <RankedBars className="two" lines={d.colleges.flatMap(c => (c ? shareLine(c.name, c.done, c.total) : []))} /> : nothing())}
  </MeasureTile>
)
export const DimensionsTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallDimensions} note={d => (d.isFormer ? t('上一次测评') : t('已定的结果'))}>
    {d => {
      const known = d.dimensions.flatMap(one => one ?? [])
      return known.length ? (
        <RankedBars className="one" lines={known.map(one => ({ label: one.name, part: (one.rate ?? 0) / 100, value: formatNumber(one.rate ?? 0, 1) }))} />
      ) : (
        <Nobody text={t('还没有已定的结果')} />
      )
    }}
  </MeasureTile>
)
export const HistogramTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallHistogram} note={() => t('公示中和已定')}>
    {d => {
      const bands = d.bands.flatMap(b => b ?? [])
      const top = Math.max(1, ...bands.map(b => b.count))
      return bands.length ? (
        <ol className={style.histogram}>
          {bands.map(b => (
            <li key={b.from}>
              <b>{formatNumber(b.count)}</b>
              <i style={{ height: `${percentOf(b.count, top) ?? 0}%` }} />
              <span>{`${b.from}–${b.until}`}</span>
            </li>
          ))}
        </ol>
      ) : (
        <Nobody text={t('还没有公示的结果')} />
      )
    }}
  </MeasureTile>
)
export const ClassesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallClasses} note={() => t('完成当前环节')}>
    {d =>
      d.classes.length ? (
        <RankedBars className="colleges" lines={d.classes.slice(0, MOST_LINES).flatMap(c => (c ? shareLine(c.name, c.done, c.total) : []))} />
      ) : (
        <Nobody text={t('各班都已完成')} />
      )
    }
  </MeasureTile>
)
export const ObjectionsTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallObjections} note={d => (d.days === null ? null : t('{{n}} 个工作日答复（中位数）', { n: formatNumber(d.days, 1) }))}>
    {d => (
      <div className="ql-wall-three">
        <Figure mark="amber" label={t('待答复')} value={formatNumber(d.open)} />
        <Figure mark="qing" label={t('已答复')} value={formatNumber(d.answered)} />
        <Figure mark="blue" label={t('成立')} value={formatNumber(d.upheld)} />
      </div>
    )}
  </MeasureTile>
)
const Left = ({ until }: { until: string }) => formatDuration(Math.max(0, Date.parse(until) - useMoment()))
export const ClockTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallClock}>
    {d =>
      d.windows.length ? (
        <ul className={style.clock}>
          {d.windows.slice(0, 4).flatMap(w =>
            w ? (
              <li key={`${w.scheme} ${w.stage}`}>
                <span>{t(w.stage)}</span>
                <time>{schoolTimeText(w.until).slice(YEAR)}</time>
                <b>
                  <Left until={w.until} />
                </b>
              </li>
            ) : (
              []
            ),
          )}
        </ul>
      ) : (
        <Nobody text={t('环节都已结束')} />
      )
    }
  </MeasureTile>
)
