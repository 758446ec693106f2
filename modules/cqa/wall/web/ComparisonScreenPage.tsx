import { Wall } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { COMPARISON_SCREEN } from '../model/big-screens.ts'
import { ChangeTile, EvennessTile, HeatTile, MeansTile, SourcesTile, YearsTile } from './wall/comparison.tsx'

/** 综合测评对比大屏: the last results that are final, side by side. */
export default function ComparisonScreenPage() {
  return (
    <Wall screen={COMPARISON_SCREEN.code} title={t('综合测评对比')}>
      {feed => (
        <>
          <div className="ql-wall-column">
            <SourcesTile feed={feed} />
            <EvennessTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <HeatTile feed={feed} />
            <MeansTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <YearsTile feed={feed} />
            <ChangeTile feed={feed} />
          </div>
        </>
      )}
    </Wall>
  )
}
