import { percentOf } from '#model/percent.ts'
import { schoolClock } from '#model/school-time.ts'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { type BarLine, countText, Figure, Nobody, peopleText, RankedBars, Strip } from '#web/big-screen/parts.tsx'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { wallColleges, wallFees, wallLatest, wallPeople, wallPoints, wallSteps } from '../../model/measures.ts'
import style from './wall.module.css'

type Props = { feed: Shown }
const MOST_LINES = 7
const rate = (label: string, part: number, whole: number): BarLine => ({ label, part: part / Math.max(1, whole), value: `${percentOf(part, whole) ?? 0}%` })

export const CollegesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallColleges} note={() => t('到校 ÷ 应到')}>
    {d =>
      d.colleges.length ? (
        <RankedBars className="colleges" lines={d.colleges.slice(0, MOST_LINES).map(c => rate(c.name, c.arrived, c.expected))} />
      ) : (
        <Nobody text={t('还没有新生')} />
      )
    }
  </MeasureTile>
)
export const PeopleTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallPeople} note={() => t('已到校')}>
    {d => {
      const groups = [d.genders, d.levels].map(list => list.flatMap(c => c ?? []))
      const lines = groups.flatMap(list =>
        list.map(c => ({ label: t(c.label), part: (c.count ?? 0) / Math.max(1, ...list.map(o => o.count ?? 0)), value: countText(c.count, d.least) })),
      )
      return lines.length ? <RankedBars lines={lines.slice(0, MOST_LINES)} /> : <Nobody text={t('还没有人到校')} />
    }}
  </MeasureTile>
)
/** What is furthest behind first. */
export const StepsTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallSteps} note={d => (d.steps.length ? t('{{n}} 个必办环节', { n: d.steps.length }) : null)}>
    {d => {
      const behind = d.steps.toSorted((a, b) => a.done / Math.max(1, a.expected) - b.done / Math.max(1, b.expected)).slice(0, MOST_LINES)
      return behind.length ? <RankedBars lines={behind.map(s => rate(t(s.name), s.done, s.expected))} /> : <Nobody text={t('还没有环节')} />
    }}
  </MeasureTile>
)
export const PointsTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallPoints} note={() => t('等待的人，办一个要几分钟')}>
    {d => {
      const most = Math.max(1, ...d.points.map(p => p.waiting))
      if (!d.points.length) return <Nobody text={t('没有开放的办理点')} />
      return (
        <RankedBars
          className={style.points}
          lines={d.points.map(p => ({
            label: p.name,
            part: p.waiting / most,
            value: p.minutes === null ? peopleText(p.waiting) : t('{{n}} 人，{{m}} 分', { n: formatNumber(p.waiting), m: p.minutes }),
          }))}
        />
      )
    }}
  </MeasureTile>
)
export const FeesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallFees}>
    {d => (
      <>
        <div className="ql-wall-three">
          <Figure mark="qing" label={t('缴费已办')} value={formatNumber(d.covered)} />
          <Figure mark="hollow" label={t('未办')} value={formatNumber(d.expected - d.covered)} />
          <Figure mark="blue" label={t('绿色通道')} value={formatNumber(d.green)} to={listOf(feed, 'welcome:greenChannel:list', '/welcomes/green')} />
        </div>
        <Strip
          pieces={[
            { mark: 'qing', value: d.covered },
            { mark: 'grey', value: d.expected - d.covered },
          ]}
        />
      </>
    )}
  </MeasureTile>
)
export const LatestTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallLatest}>
    {d =>
      d.latest.length ? (
        <ol className={style.latest}>
          {d.latest.map((one, n) =>
            one ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: who came in one moment from one province is told apart by the place in the list alone
              <li key={`${one.at} ${n}`}>
                <time>{schoolClock(new Date(one.at))}</time>
                <b>{one.name ?? t('新生')}</b>
                <span>{one.province ?? ''}</span>
              </li>
            ) : null,
          )}
        </ol>
      ) : (
        <Nobody text={t('还没有人到校')} />
      )
    }
  </MeasureTile>
)
