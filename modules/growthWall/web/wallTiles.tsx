import type { WallTiles } from '#web/big-screen/tiles.ts'
import * as m from '../model/measures.ts'
import { AchievementsTile, CertificatesTile, CompetitionsTile, HoursTile } from './wall/achieved.tsx'
import { ActivitiesTile, ClassesTile, ReachedTile, SettledTile } from './wall/taking-part.tsx'

export default {
  [m.wallCompetitions.code]: CompetitionsTile,
  [m.wallCertificates.code]: CertificatesTile,
  [m.wallReached.code]: ReachedTile,
  [m.wallHours.code]: HoursTile,
  [m.wallAchievements.code]: AchievementsTile,
  [m.wallClassBoard.code]: ClassesTile,
  [m.wallActivities.code]: ActivitiesTile,
  [m.wallSettled.code]: SettledTile,
} satisfies WallTiles
