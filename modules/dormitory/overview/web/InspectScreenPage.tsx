import { Wall } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { INSPECT_SCREEN } from '../model/big-screens.ts'
import { DormScoresTile, ProgressTile, WeeksTile } from './inspect-centre.tsx'
import { CheckersTile, FindingsTile, GradesTile, LostTile, RechecksTile, TopTile } from './inspect-sides.tsx'
import './screens.css'

/** 宿舍检查大屏: progress and results of checks. */
export default function InspectScreenPage() {
  return (
    <Wall screen={INSPECT_SCREEN.code} title={t('宿舍检查')}>
      {feed => (
        <>
          <div className="ql-wall-column">
            <GradesTile feed={feed} />
            <LostTile feed={feed} />
            <CheckersTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <ProgressTile feed={feed} />
            <DormScoresTile feed={feed} />
            <WeeksTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <TopTile feed={feed} />
            <FindingsTile feed={feed} />
            <RechecksTile feed={feed} />
          </div>
        </>
      )}
    </Wall>
  )
}
