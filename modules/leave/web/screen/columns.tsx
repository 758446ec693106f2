import type { MeasureOf } from '#model'
import type { Measured } from '#web/big-screen/feed.ts'
import { countText, Figure, Nobody, peopleText, RankedBars, Strip, Tile } from '#web/big-screen/parts.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import type { leaveBigScreen } from '../../model/big-screen.ts'
import { OTHERS } from '../../model/screen.ts'
import { Thousand } from './Thousand.tsx'
import { Trend } from './Trend.tsx'

export type Screen = MeasureOf<typeof leaveBigScreen>
interface Props {
  measured: Measured<Screen>
  /** Whether the reader may open the lists behind the figures. */
  mayOpen: boolean
}
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
export function LeftColumn({ measured }: Props) {
  const { data } = measured
  return (
    <div className="ql-wall-column">
      <Tile measured={measured} title={t('请假类型#many')} note={t('当前外出')}>
        <Split cells={data.byType} least={data.least} others={OTHERS.type} nobody={t('现在没有人请假外出')} />
      </Tile>
      <Tile measured={measured} title={t('近 30 天')} note={t('每天人天，半天计 0.5')}>
        <Trend days={data.byDay} />
      </Tile>
      <Tile measured={measured} title={t('今天')}>
        <div className="ql-wall-three">
          <Figure mark="blue" label={t('开始请假')} value={formatNumber(data.begin)} />
          <Figure mark="qing" label={t('已销假')} value={formatNumber(data.closed)} />
          <Figure mark="amber" label={t('应返未返')} value={formatNumber(data.due)} />
        </div>
      </Tile>
    </div>
  )
}
export function CentreColumn({ measured, mayOpen }: Props) {
  const { data } = measured
  const places = data.byPlace
  const near = data.away - data.leftCity
  const beyond = data.away ? (data.perThousand * data.leftCity) / data.away : 0
  return (
    <div className="ql-wall-column">
      <Tile measured={measured} className="places" title={t('离市去向')} note={t('按省份，本省按城市')}>
        <div className="ql-wall-head">
          <Figure isMain label={t('离市')} value={formatNumber(data.leftCity)} unit={t('人')} mark="blue" />
        </div>
        <Split cells={places} least={data.least} others={OTHERS.place} nobody={t('现在没有人离开本市')} className={places.length > ONE_COLUMN ? 'two' : 'one'} />
      </Tile>
      <Tile measured={measured} title={t('当前外出')} note={t('每格是在校学生的千分之一')}>
        <div className="ql-wall-five">
          <Figure isMain label={t('外出')} value={formatNumber(data.away)} to={mayOpen ? '/leave/returns' : undefined} />
          <Figure label={t('每千人')} value={formatNumber(data.perThousand, 1)} />
          <Figure mark="blue" label={t('离市')} value={formatNumber(data.leftCity)} />
          <Figure mark="qing" label={t('未离市')} value={formatNumber(near)} />
          <Figure mark="ring" label={t('在校学生')} value={formatNumber(data.inSchool)} />
        </div>
        <Thousand away={data.perThousand} beyond={beyond} label={t('每千名在校学生中外出 {{n}} 人', { n: data.perThousand })} />
      </Tile>
    </div>
  )
}
export function RightColumn({ measured, mayOpen }: Props) {
  const { data } = measured
  const colleges = data.byCollege
  const top = Math.max(0.1, ...colleges.map(c => c.perThousand))
  const { one, three, more } = data.lateByDay ?? { one: 0, three: 0, more: 0 }
  const list = (state: string) => (mayOpen ? `/leave/leaves?state=${state}` : undefined)
  return (
    <div className="ql-wall-column">
      <Tile measured={measured} title={t('各学院外出')} note={t('每千名在校学生')}>
        {colleges.length ? (
          <RankedBars lines={colleges.map(c => ({ label: c.name, part: c.perThousand / top, value: formatNumber(c.perThousand, 1) }))} className="colleges" />
        ) : (
          <Nobody text={t('没有在校学生')} />
        )}
      </Tile>
      <Tile measured={measured} title={t('逾期未归')} note={t('共 {{people}}', { people: peopleText(data.overdue) })}>
        <div className="ql-wall-three">
          <Figure mark="blue" label={t('一天以内')} value={formatNumber(one)} to={list('overdue')} />
          <Figure mark="amber" label={t('三天以内')} value={formatNumber(three)} to={list('overdue')} />
          <Figure mark="red" label={t('三天以上')} value={formatNumber(more)} to={list('overdue')} />
        </div>
        <Strip
          pieces={[
            { mark: 'blue', value: one },
            { mark: 'amber', value: three },
            { mark: 'red', value: more },
          ]}
        />
      </Tile>
      <Tile measured={measured} title={t('审批用时（小时）')} note={t('近 7 天办结 {{n}} 件', { n: formatNumber(data.decided) })}>
        <div className="ql-wall-three">
          <Figure label={t('中位数')} value={hoursText(data.medianHours)} />
          <Figure label={t('九成不超过')} value={hoursText(data.slowHours)} />
          <Figure mark="amber" label={t('待审批')} value={formatNumber(data.pending)} to={list('pending')} />
        </div>
      </Tile>
    </div>
  )
}
