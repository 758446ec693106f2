import type { MeasureOf } from '#model'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { countText, Figure, Nobody, peopleText, RankedBars, Strip } from '#web/big-screen/parts.tsx'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { leaveBigScreen } from '../../model/big-screen.ts'
import { leave } from '../../model/leave.ts'
import { OTHERS } from '../../model/screen.ts'
import { Thousand } from './Thousand.tsx'
import { Trend } from './Trend.tsx'

export type Screen = MeasureOf<typeof leaveBigScreen>
interface Props {
  feed: Shown
}
const LIST = `leave:${leave.name}:list`
/** Above this number places use two columns. */
const ONE_COLUMN = 6
type Cell = Screen['byType'][number]
/** From this many hours on decimals are dropped. */
const LONG = 100
const hoursText = (hours: number | null): string => (hours === null ? '—' : hours < LONG ? formatNumber(hours, hours % 1 ? 1 : 0) : formatNumber(Math.round(hours)))
function linesOf(cells: readonly Cell[], least: number) {
  const top = Math.max(1, ...cells.map(c => c.count ?? 0))
  return cells.map(c => ({ label: t(c.label), part: (c.count ?? 0) / top, value: countText(c.count, least) }))
}

/** A split as bars; a message if all groups were merged. */
function Split({ cells, least, others, nobody, className }: { cells: readonly Cell[]; least: number; others: string; nobody: string; className?: string }) {
  if (!cells.length) return <Nobody text={nobody} />
  if (cells.length === 1 && cells[0]?.label === others) return <Nobody text={t('人数较少，不分开显示')} />
  return <RankedBars lines={linesOf(cells, least)} {...(className ? { className } : {})} />
}
export const TypesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={leaveBigScreen} title={t('请假类型#many')} note={() => t('当前外出')}>
    {data => <Split cells={data.byType} least={data.least} others={OTHERS.type} nobody={t('现在没有人请假外出')} />}
  </MeasureTile>
)
export const TrendTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={leaveBigScreen} title={t('近 30 天')} note={() => t('每天人天，半天计 0.5')}>
    {data => <Trend days={data.byDay} />}
  </MeasureTile>
)
export const TodayTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={leaveBigScreen} title={t('今天')}>
    {data => (
      <div className="ql-wall-three">
        <Figure mark="blue" label={t('开始请假')} value={formatNumber(data.begin)} />
        <Figure mark="qing" label={t('已销假')} value={formatNumber(data.closed)} />
        <Figure mark="amber" label={t('应返未返')} value={formatNumber(data.due)} />
      </div>
    )}
  </MeasureTile>
)
export const PlacesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={leaveBigScreen} className="places" title={t('离市去向')} note={() => t('按省份，本省按城市')}>
    {data => (
      <>
        <div className="ql-wall-head">
          <Figure isMain label={t('离市')} value={formatNumber(data.leftCity)} unit={t('人')} mark="blue" />
        </div>
        <Split cells={data.byPlace} least={data.least} others={OTHERS.place} nobody={t('现在没有人离开本市')} className={data.byPlace.length > ONE_COLUMN ? 'two' : 'one'} />
      </>
    )}
  </MeasureTile>
)
export const AwayTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={leaveBigScreen} title={t('当前外出')} note={() => t('每格是在校学生的千分之一')}>
    {data => (
      <>
        <div className="ql-wall-five">
          <Figure isMain label={t('外出')} value={formatNumber(data.away)} to={listOf(feed, LIST, '/leave/returns')} />
          <Figure label={t('每千人')} value={formatNumber(data.perThousand, 1)} />
          <Figure mark="blue" label={t('离市')} value={formatNumber(data.leftCity)} />
          <Figure mark="qing" label={t('未离市')} value={formatNumber(data.away - data.leftCity)} />
          <Figure mark="ring" label={t('在校学生')} value={formatNumber(data.inSchool)} />
        </div>
        <Thousand
          away={data.perThousand}
          beyond={data.away ? (data.perThousand * data.leftCity) / data.away : 0}
          label={t('每千名在校学生中外出 {{n}} 人', { n: data.perThousand })}
        />
      </>
    )}
  </MeasureTile>
)
export const CollegesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={leaveBigScreen} title={t('各学院外出')} note={() => t('每千名在校学生')}>
    {({ byCollege }) => {
      const top = Math.max(0.1, ...byCollege.map(c => c.perThousand))
      return byCollege.length ? (
        <RankedBars lines={byCollege.map(c => ({ label: c.name, part: c.perThousand / top, value: formatNumber(c.perThousand, 1) }))} className="colleges" />
      ) : (
        <Nobody text={t('没有在校学生')} />
      )
    }}
  </MeasureTile>
)
export const OverdueTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={leaveBigScreen} title={t('逾期未归')} note={data => t('共 {{people}}', { people: peopleText(data.overdue) })}>
    {data => {
      const { one, three, more } = data.lateByDay ?? { one: 0, three: 0, more: 0 }
      const to = listOf(feed, LIST, '/leave/leaves?state=overdue')
      return (
        <>
          <div className="ql-wall-three">
            <Figure mark="blue" label={t('一天以内')} value={formatNumber(one)} to={to} />
            <Figure mark="amber" label={t('三天以内')} value={formatNumber(three)} to={to} />
            <Figure mark="red" label={t('三天以上')} value={formatNumber(more)} to={to} />
          </div>
          <Strip
            pieces={[
              { mark: 'blue', value: one },
              { mark: 'amber', value: three },
              { mark: 'red', value: more },
            ]}
          />
        </>
      )
    }}
  </MeasureTile>
)
export const ApprovalTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={leaveBigScreen} title={t('审批用时（小时）')} note={data => t('近 7 天办结 {{n}} 件', { n: formatNumber(data.decided) })}>
    {data => (
      <div className="ql-wall-three">
        <Figure label={t('中位数')} value={hoursText(data.medianHours)} />
        <Figure label={t('九成不超过')} value={hoursText(data.slowHours)} />
        <Figure mark="amber" label={t('待审批')} value={formatNumber(data.pending)} to={listOf(feed, LIST, '/leave/leaves?state=pending')} />
      </div>
    )}
  </MeasureTile>
)
