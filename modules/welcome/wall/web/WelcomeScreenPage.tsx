import { Wall } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { WELCOME_SCREEN } from '../model/big-screen.ts'
import { ArrivedTile, FlowTile, OriginsTile } from './wall/centre.tsx'
import { CollegesTile, FeesTile, LatestTile, PeopleTile, PointsTile, StepsTile } from './wall/sides.tsx'

/** 迎新大屏: the days of arrival. */
export default function WelcomeScreenPage() {
  return (
    <Wall screen={WELCOME_SCREEN.code} title={t('迎新')}>
      {feed => (
        <>
          <div className="ql-wall-column">
            <CollegesTile feed={feed} />
            <PeopleTile feed={feed} />
            <StepsTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <ArrivedTile feed={feed} />
            <OriginsTile feed={feed} />
            <FlowTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <PointsTile feed={feed} />
            <FeesTile feed={feed} />
            <LatestTile feed={feed} />
          </div>
        </>
      )}
    </Wall>
  )
}
