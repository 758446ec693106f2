import type { MeasureOf } from '#model'
import { measuredOf } from '#web/big-screen/feed.ts'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { Figure, Nobody, Strip } from '#web/big-screen/parts.tsx'
import { useMoment } from '#web/big-screen/useMoment.ts'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDuration } from '#web/values/duration.ts'
import { formatNumber } from '#web/values/format.ts'
import { screenCases, screenRepairs, screenWeekScores } from '../model/measures.ts'

type Scored = MeasureOf<typeof screenWeekScores>['best']
export const ScoresTile = ({ feed }: { feed: Shown }) => (
  <MeasureTile
    feed={feed}
    of={screenWeekScores}
    title={t('周卫生评分')}
    note={d => (d.week ? t('{{date}} 起一周，满分 100', { date: `${Number(d.week.slice(5, 7))}/${Number(d.week.slice(8))}` }) : null)}
  >
    {d =>
      d.best.length ? (
        <div className="dorm-wall-ranks">
          <Ranks title={t('最好')} dorms={d.best} tone="good" />
          <Ranks title={t('待改进')} dorms={d.worst} tone="low" />
        </div>
      ) : (
        <Nobody text={t('还没有检查满 {{n}} 间的楼', { n: d.least })} />
      )
    }
  </MeasureTile>
)
const Ranks = ({ title, dorms, tone }: { title: string; dorms: Scored; tone: 'good' | 'low' }) => (
  <div>
    <h3>{title}</h3>
    <ul data-tone={tone}>
      {dorms.map(d => (
        <li key={d.name}>
          <span>{d.name}</span>
          <i />
          <b>{formatNumber(d.mean, 1)}</b>
        </li>
      ))}
    </ul>
  </div>
)
const Waiting = ({ since }: { since: string }) => t('最久一件已等 {{span}}', { span: formatDuration(Math.max(0, useMoment() - Date.parse(since))) })
export const CasesTile = ({ feed }: { feed: Shown }) => (
  <MeasureTile feed={feed} of={screenCases} note={d => t('在楼访客 {{n}} 人', { n: formatNumber(d.visitors) })}>
    {d => (
      <>
        <div className="ql-wall-three">
          <Figure mark="red" label={t('未归个案')} value={formatNumber(d.nights)} to={listOf(feed, 'dormitory:nightLine:list', '/dormitory/nights?handledState=open')} />
          <Figure mark="amber" label={t('门禁提醒')} value={formatNumber(d.alerts)} />
          <Figure mark="blue" label={t('宿舍违纪')} value={formatNumber(d.violations)} to={listOf(feed, 'dormitory:dormViolation:list', '/dormitory/violations')} />
        </div>
        <Strip
          pieces={[
            { mark: 'red', value: d.nights },
            { mark: 'amber', value: d.alerts },
            { mark: 'blue', value: d.violations },
          ]}
        />
        {d.oldestAt ? (
          <p className="dorm-wall-line">
            <Waiting since={d.oldestAt} />
          </p>
        ) : null}
        <Repairs feed={feed} />
      </>
    )}
  </MeasureTile>
)
const URGENT = 2
/** Open repairs by urgency, where the school has the repair module. */
function Repairs({ feed }: { feed: Shown }) {
  const measured = measuredOf(feed.measured, screenRepairs)
  if (!measured) return null
  const { open, byUrgency, oldestAt } = measured.data
  return (
    <>
      <p className="dorm-wall-line">
        {t('报修 {{n}} 张未修好', { n: formatNumber(open) })} {byUrgency.map(u => (u ? `${u.name} ${u.orders}` : '')).join(' · ')}
      </p>
      <Strip
        pieces={byUrgency.flatMap(u => (u ? [{ mark: u.level === 1 ? ('red' as const) : u.level === URGENT ? ('amber' as const) : ('blue' as const), value: u.orders }] : []))}
      />
      {oldestAt ? (
        <p className="dorm-wall-line">
          <Waiting since={oldestAt} />
        </p>
      ) : null}
    </>
  )
}
