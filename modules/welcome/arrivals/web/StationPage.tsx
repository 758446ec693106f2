import type { ReactNode } from 'react'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { stations } from '../model/actions.ts'
import { SEATS } from '../model/parameters.ts'
import { arrivalPlan } from '../model/slot.ts'

const VIEWS = { stations: '到站', plans: '登记' } as const
/** 迎新 → 到站统计: people by station and hour, buses to fetch them, and the list for the gate. */
export default function StationPage() {
  const shown = useView(VIEWS)
  const views = <ViewSwitch of={shown} />
  if (shown.view === 'plans')
    return (
      <EntityTable<typeof arrivalPlan>
        of={arrivalPlan}
        title={t('到站统计')}
        views={views}
        columns={[
          { key: 'studentId', width: 120, align: 'left' },
          { key: 'slotId', width: 160 },
          { key: 'transport', width: 100 },
          { key: 'serviceNo', width: 110 },
          { key: 'station', width: 140, align: 'left' },
          { key: 'companions', width: 90 },
          { key: 'pickUp', width: 90 },
          { key: 'plate', width: 110 },
        ]}
        filters={['batchId', 'slotId', 'transport', 'pickUp', 'studentId.departmentId']}
      />
    )
  return <Stations views={views} />
}
function Stations({ views }: { views: ReactNode }) {
  const [params, , put] = useOwnParams()
  const batchId = params.get('batchId')
  const read = useRead(stations, batchId ? { batchId } : {})
  return (
    <Page
      title={t('到站统计')}
      views={views}
      help={t('接站按每辆车 {{seats}} 座算，陪同的人也坐车。', { seats: SEATS })}
      actions={<RefSelect to="welcomeBatch" aria-label={t('批次')} value={batchId ?? read.data?.batchId} allowClear={false} onChange={id => put({ batchId: id })} />}
    >
      <Loaded of={read} empty={of => of.planned === 0 && t('还没有人登记')}>
        {of => (
          <>
            <Figures label={t('到站统计')}>
              <Figure label={t('新生')} value={of.members} />
              <Figure label={t('已登记')} value={of.planned} />
            </Figures>
            <Sheet label={t('到站')} isBare>
              <PlainTable
                label={t('到站统计')}
                rows={of.groups}
                keyOf={g => `${g.from} ${g.station}`}
                isLong
                columns={[
                  [t('时段'), g => formatDatetime(g.from), { isHead: true }],
                  [t('到站'), g => g.station],
                  [t('新生'), g => g.students, { isNumber: true }],
                  [t('含陪同'), g => g.people, { isNumber: true }],
                  [t('接站'), g => g.pickUp, { isNumber: true }],
                  [t('车辆'), g => g.buses, { isNumber: true }],
                ]}
              />
            </Sheet>
          </>
        )}
      </Loaded>
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每个时段各车站来多少人，要派几辆车接。'),
  who: t('招生办和学工处看全校，学院和辅导员看自己的学生。'),
  first: t('先在“到校时段”里设好时段；“登记”里有自驾的车牌，交给门岗。'),
})
