import { percentOf } from '#model/percent.ts'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { Figure, Nobody, RankedBars, Strip } from '#web/big-screen/parts.tsx'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber, MISSING } from '#web/values/format.ts'
import { wallActivities, wallClassBoard, wallReached, wallSettled } from '../../model/measures.ts'

type Props = { feed: Shown }
const MOST_LINES = { reached: 6, classes: 7 } as const

export const ReachedTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallReached} note={d => t('全部 {{percent}}%', { percent: percentOf(d.reached, d.students) ?? 0 })}>
    {d =>
      d.colleges.length ? (
        <RankedBars
          className="colleges"
          lines={d.colleges
            .slice(0, MOST_LINES.reached)
            .flatMap(c => (c ? { label: c.name, part: c.reached / Math.max(1, c.students), value: `${percentOf(c.reached, c.students) ?? 0}%` } : []))}
        />
      ) : (
        <Nobody text={t('没有在校学生')} />
      )
    }
  </MeasureTile>
)
export const ClassesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallClassBoard} note={() => t('人均计入积分')}>
    {d => {
      const known = d.classes.flatMap(c => c ?? []).slice(0, MOST_LINES.classes)
      const top = Math.max(0.1, ...known.map(c => c.points ?? 0))
      return known.length ? (
        <RankedBars className="colleges" lines={known.map(c => ({ label: c.name, part: (c.points ?? 0) / top, value: formatNumber(c.points ?? 0, 1) }))} />
      ) : (
        <Nobody text={t('本学年还没有积分')} />
      )
    }}
  </MeasureTile>
)
export const ActivitiesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallActivities} note={d => t('本周评分 {{stars}}', { stars: d.stars === null ? MISSING : formatNumber(d.stars, 1) })}>
    {d => (
      <div className="ql-wall-three">
        <Figure mark="qing" label={t('正在进行')} value={formatNumber(d.running)} to={listOf(feed, 'activity:activity:list', '/activity/activities')} />
        <Figure mark="blue" label={t('本周')} value={formatNumber(d.week)} />
        <Figure mark="hollow" label={t('到场率')} value={d.admitted ? String(percentOf(d.present, d.admitted) ?? 0) : MISSING} {...(d.admitted ? { unit: '%' } : {})} />
      </div>
    )}
  </MeasureTile>
)
export const SettledTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallSettled} note={() => t('结束后 72 小时内')}>
    {d =>
      d.ended ? (
        <>
          <div className="ql-wall-three">
            <Figure mark="qing" label={t('按时结项')} value={formatNumber(d.inTime)} />
            <Figure mark="grey" label={t('其余')} value={formatNumber(d.ended - d.inTime)} />
            <Figure label={t('按时率')} value={String(percentOf(d.inTime, d.ended) ?? 0)} unit="%" />
          </div>
          <Strip
            pieces={[
              { mark: 'qing', value: d.inTime },
              { mark: 'grey', value: d.ended - d.inTime },
            ]}
          />
        </>
      ) : (
        <Nobody text={t('本学年还没有结束的活动')} />
      )
    }
  </MeasureTile>
)
