import { Link, useNavigate } from 'react-router'
import { genderCode } from '#model/national.ts'
import { percentOf } from '#model/percent.ts'
import { RankBars } from '#web/charts/RankBars.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Columns } from '#web/layout/Layout.tsx'
import { formatNumber } from '#web/values/format.ts'
import { useDict } from '#web/values/useDict.ts'
import { roomType } from '../../places/model/dictionaries.ts'
import { bedsAt, type Stats } from './DormStatisticsPage.tsx'

type Place = Stats['byDorm'][number]
type Beds = Pick<Place, 'beds' | 'occupied' | 'reserved' | 'locked' | 'free'>
const rateText = (b: Beds): string => `${percentOf(b.occupied, b.beds) ?? 0}%`

/** Occupancy by campus, building and room type, availability by gender, and residents by college. */
export function Places({ data }: { data: Stats }) {
  const [types, genders] = [useDict(roomType), useDict(genderCode)]
  const go = useNavigate()
  const labelOf = (items: typeof types, key: string | null): string => items.find(i => i.key === key)?.label ?? key ?? t('未设置')
  const colleges = data.byCollege
  return (
    <>
      <Columns min={520}>
        <Sheet title={t('按校区')}>
          <Table rows={data.byCampus} title={t('校区')} nameOf={c => c.name} keyOf={c => c.id ?? ''} more={c => ({ campusId: c.id })} />
        </Sheet>
        <Sheet title={t('可安排的空床')}>
          <Table rows={data.byGender} title={t('住宿性别')} nameOf={g => labelOf(genders, g.gender)} keyOf={g => g.gender ?? ''} more={g => ({ gender: g.gender })} />
        </Sheet>
        <Sheet title={t('按房型')}>
          <Table rows={data.byType} title={t('房型')} nameOf={r => labelOf(types, r.roomType)} keyOf={r => r.roomType ?? ''} more={r => ({ roomType: r.roomType })} />
        </Sheet>
        {colleges.length ? (
          <Sheet title={t('在住学生按学院')}>
            <RankBars
              bars={colleges.map(c => ({ key: c.id ?? '', label: c.name, value: c.living }))}
              label={t('各学院在住人数')}
              onPick={bar => bar.key && void go(`/dormitory/stays?departmentId=${bar.key}`)}
            />
          </Sheet>
        ) : null}
      </Columns>
      <Sheet title={t('按楼栋')}>
        <Table rows={data.byDorm} title={t('宿舍楼')} nameOf={d => d.name} keyOf={d => d.id ?? ''} more={d => ({ dormId: d.id })} />
      </Sheet>
    </>
  )
}
interface TableProps<R extends Beds> {
  rows: readonly R[]
  title: string
  nameOf: (row: R) => string
  keyOf: (row: R) => string
  more: (row: R) => Readonly<Record<string, string | null>>
}
/** Figures link to the beds they count. */
function Table<R extends Beds>({ rows, title, nameOf, keyOf, more }: TableProps<R>) {
  const cell = (kind: 'beds' | 'occupied' | 'reserved' | 'locked' | 'free') => (row: R) =>
    row[kind] ? <Link to={bedsAt(kind === 'beds' ? 'all' : kind, more(row))}>{formatNumber(row[kind])}</Link> : 0
  return (
    <PlainTable
      label={title}
      rows={rows}
      keyOf={keyOf}
      columns={[
        [title, nameOf],
        [t('床位'), cell('beds')],
        [t('已住'), cell('occupied')],
        [t('入住率'), rateText],
        [t('已预留'), cell('reserved')],
        [t('空床'), cell('free')],
        [t('锁定'), cell('locked')],
      ]}
    />
  )
}
