import { useState } from 'react'
import { Link } from 'react-router'
import { genderCode } from '#model/national.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { Pager } from '#web/records/Pager.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useDict } from '#web/values/useDict.ts'
import { roomType } from '../../places/model/dictionaries.ts'
import { BED_KINDS, type BedKind, statisticsBeds } from '../model/statistics.ts'

const SIZE = 20
const isKind = (text: string | undefined): text is BedKind => text !== undefined && text in BED_KINDS
/** The beds behind a figure. */
export default function BedsPanel({ asked, onClose }: { asked: Readonly<Record<string, string>>; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const [types, genders] = [useDict(roomType), useDict(genderCode)]
  const { list, campusId, dormId, roomType: type, gender } = asked
  const kind = isKind(list) ? list : undefined
  const input = {
    page,
    ...(kind ? { kind } : {}),
    ...(campusId ? { campusId } : {}),
    ...(dormId ? { dormId } : {}),
    ...(type ? { roomType: type } : {}),
    ...(gender ? { gender } : {}),
  }
  const read = useRead(statisticsBeds, input)
  const { data } = read
  const labelOf = (items: typeof types, key: string | null): string => items.find(i => i.key === key)?.label ?? key ?? '—'
  return (
    <Panel open title={kind ? t(BED_KINDS[kind]) : t('床位')} size={720} onClose={onClose}>
      {data ? null : <Loading of={read} lines={8} />}
      {data && !data.total ? <Empty title={t('没有这样的床位')} /> : null}
      {data?.total ? (
        <>
          <PlainTable
            label={t('床位')}
            rows={data.beds}
            keyOf={b => b.id}
            columns={[
              [t('床位'), b => <Link to={`/dormitory/beds?roomId=${b.roomId}`}>{b.fullName}</Link>],
              [t('房型'), b => labelOf(types, b.roomType)],
              [t('性别'), b => labelOf(genders, b.gender)],
              [t('状态'), b => t(BED_KINDS[b.kind])],
            ]}
          />
          <Pager state={{ page, size: SIZE }} total={data.total} onChange={change => setPage(change.page ?? 1)} />
        </>
      ) : null}
    </Panel>
  )
}
