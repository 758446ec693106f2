import { Wall } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { LEAVE_SCREEN } from '../model/big-screen.ts'
import { ApprovalTile, AwayTile, CollegesTile, OverdueTile, PlacesTile, TodayTile, TrendTile, TypesTile } from './screen/tiles.tsx'

/** 请假大屏: current and recent figures. The page is public; the data needs a session or a screen key (20-DS5). */
export default function LeaveScreenPage() {
  return (
    <Wall screen={LEAVE_SCREEN.code} title={t('请假外出')}>
      {feed => (
        <>
          <div className="ql-wall-column">
            <TypesTile feed={feed} />
            <TrendTile feed={feed} />
            <TodayTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <PlacesTile feed={feed} />
            <AwayTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <CollegesTile feed={feed} />
            <OverdueTile feed={feed} />
            <ApprovalTile feed={feed} />
          </div>
        </>
      )}
    </Wall>
  )
}
