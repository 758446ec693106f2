import { Wall } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { GROWTH_SCREEN } from '../model/big-screen.ts'
import { AchievementsTile, CertificatesTile, CompetitionsTile, HoursTile } from './wall/achieved.tsx'
import { ActivitiesTile, ClassesTile, ReachedTile, SettledTile } from './wall/taking-part.tsx'

/** 成长大屏: what students do and achieve outside lessons in the school year. */
export default function GrowthScreenPage() {
  return (
    <Wall screen={GROWTH_SCREEN.code} title={t('学生成长')}>
      {feed => (
        <>
          <div className="ql-wall-column">
            <CompetitionsTile feed={feed} />
            <CertificatesTile feed={feed} />
            <ReachedTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <HoursTile feed={feed} />
            <AchievementsTile feed={feed} />
          </div>
          <div className="ql-wall-column">
            <ClassesTile feed={feed} />
            <ActivitiesTile feed={feed} />
            <SettledTile feed={feed} />
          </div>
        </>
      )}
    </Wall>
  )
}
