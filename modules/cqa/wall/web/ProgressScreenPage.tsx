import { Wall } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { PROGRESS_SCREEN } from '../model/big-screens.ts'
import { ClassesTile, ClockTile, CollegesTile, DimensionsTile, HistogramTile, ObjectionsTile, StagesTile } from './wall/progress.tsx'

/** 综合测评进度大屏: how far the evaluation that runs is. */
export default function ProgressScreenPage() {
  return (
    <Wall screen={PROGRESS_SCREEN.code} title={t('综合测评进度')}>
      {feed => (
        <>
          <div className="ql-wall-column">
            <DimensionsTile feed={feed} />
            <HistogramTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <StagesTile feed={feed} />
            <CollegesTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <ClassesTile feed={feed} />
            <ObjectionsTile feed={feed} />
            <ClockTile feed={feed} />
          </div>
        </>
      )}
    </Wall>
  )
}
