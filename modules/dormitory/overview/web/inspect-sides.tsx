import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { Figure, Nobody, RankedBars, Strip } from '#web/big-screen/parts.tsx'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { GRADES } from '../../checks/model/items.ts'
import { inspectCheckers, inspectFindings, inspectGrades, inspectLost, inspectRechecks, inspectTop } from '../model/inspect-measures.ts'

const short = (date: string): string => `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`
const weekText = ({ week }: { week: string | null }) => (week ? t('{{date}} 起一周', { date: short(week) }) : null)
type Props = { feed: Shown }

export const GradesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={inspectGrades} note={weekText}>
    {d => {
      const { grades } = d
      const most = Math.max(1, ...grades.map(g => g.rooms))
      if (!d.rooms) return <Nobody text={t('还没有卫生成绩')} />
      return <RankedBars className="grades" lines={grades.map(g => ({ label: t(GRADES[g.grade]), part: g.rooms / most, value: formatNumber(g.rooms) }))} />
    }}
  </MeasureTile>
)
export const LostTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={inspectLost} note={weekText}>
    {d => {
      const { items } = d
      if (!items.length) return <Nobody text={t('没有扣分')} />
      const most = Math.max(1, ...items.map(i => i.points))
      return <RankedBars lines={items.map(i => ({ label: t(i.name), part: i.points / most, value: formatNumber(Math.round(i.points)) }))} />
    }}
  </MeasureTile>
)
export const CheckersTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={inspectCheckers} note={d => (d.checkers ? t('今天 {{rooms}} 间', { rooms: formatNumber(d.rooms) }) : t('今天还没有检查'))}>
    {d => (
      <>
        <div className="ql-wall-three">
          <Figure mark="qing" label={t('今天检查人')} value={formatNumber(d.checkers)} />
          <Figure mark="blue" label={t('盲评')} value={d.blindPercent === null ? '—' : `${Math.round(d.blindPercent)}`} {...(d.blindPercent === null ? {} : { unit: '%' })} />
          <Figure mark="amber" label={t('给分偏离')} value={formatNumber(d.flagged)} />
        </div>
        <p className="dorm-wall-line">{d.perChecker === null ? null : t('人均 {{n}} 间，最多 {{most}} 间', { n: d.perChecker, most: d.most[0] ?? 0 })}</p>
      </>
    )}
  </MeasureTile>
)
export const TopTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={inspectTop} note={weekText}>
    {d =>
      d.rooms.length ? (
        <ol className="dorm-wall-top">
          {d.rooms.map((r, i) =>
            r ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: rooms of one floor are told apart by their place in the list alone
              <li key={`${r.place} ${i}`}>
                <i>{r.rank}</i>
                <span>{r.place}</span>
                <b>{formatNumber(r.score, 1)}</b>
              </li>
            ) : null,
          )}
        </ol>
      ) : (
        <Nobody text={t('还没有公布周成绩')} />
      )
    }
  </MeasureTile>
)
export const FindingsTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={inspectFindings} note={() => t('本学期')}>
    {d => (
      <>
        <div className="ql-wall-three">
          <Figure mark="red" label={t('未处理')} value={formatNumber(d.open)} to={listOf(feed, 'dormitory:dormViolation:list', '/dormitory/violations')} />
          <Figure mark="qing" label={t('已处理')} value={formatNumber(d.closed)} />
          <Figure label={t('处理用时')} value={d.medianDays === null ? '—' : formatNumber(d.medianDays, 1)} {...(d.medianDays === null ? {} : { unit: t('天') })} />
        </div>
        <p className="dorm-wall-kinds">
          {d.kinds.map(k => (
            <span key={k.type}>
              {t(k.type)} <b>{formatNumber(k.count)}</b>
            </span>
          ))}
        </p>
      </>
    )}
  </MeasureTile>
)
export const RechecksTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={inspectRechecks}>
    {d => (
      <>
        <div className="ql-wall-three">
          <Figure mark="hollow" label={t('应复查')} value={formatNumber(d.due)} to={listOf(feed, 'dormitory:checkTask:list', '/dormitory/check/tasks')} />
          <Figure mark="qing" label={t('已复查')} value={formatNumber(d.done)} />
          <Figure mark="red" label={t('再次不合格')} value={formatNumber(d.failed)} />
        </div>
        <Strip
          pieces={[
            { mark: 'red', value: d.failed },
            { mark: 'qing', value: Math.max(0, d.done - d.failed) },
            { mark: 'grey', value: Math.max(0, d.due - d.done) },
          ]}
        />
      </>
    )}
  </MeasureTile>
)
