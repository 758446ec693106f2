import { measuredOf } from '#web/big-screen/feed.ts'
import { type Shown, Wall } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { DORM_SCREEN } from '../model/big-screens.ts'
import { screenBeds } from '../model/measures.ts'
import { BedsTile, DormsTile } from './beds.tsx'
import { AlertsTile, DevicesTile, FlowTile } from './doors.tsx'
import { NightsTile, TonightTile } from './nights.tsx'
import { CasesTile, ScoresTile } from './right.tsx'
import './screens.css'

function aboutText({ measured }: Shown): string {
  const beds = measuredOf(measured, screenBeds)
  return beds ? t('{{campuses}} 个校区 {{dorms}} 栋楼', { campuses: beds.data.campuses, dorms: beds.data.dorms }) : ''
}
/** 宿舍大屏: beds, tonight, doors. Aggregates only; no names or room numbers. */
export default function BigScreenPage() {
  return (
    <Wall screen={DORM_SCREEN.code} title={t('宿舍运行')} about={aboutText}>
      {feed => (
        <>
          <div className="ql-wall-column">
            <FlowTile feed={feed} />
            <AlertsTile feed={feed} />
            <DevicesTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <BedsTile feed={feed} />
            <TonightTile feed={feed} />
            <DormsTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <ScoresTile feed={feed} />
            <CasesTile feed={feed} />
            <NightsTile feed={feed} />
          </div>
        </>
      )}
    </Wall>
  )
}
