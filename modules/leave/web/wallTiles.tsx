import type { WallTiles } from '#web/big-screen/tiles.ts'
import { leaveBigScreen } from '../model/big-screen.ts'
import { ApprovalTile, AwayTile, CollegesTile, OverdueTile, PlacesTile, TodayTile, TrendTile, TypesTile } from './screen/tiles.tsx'

const { code } = leaveBigScreen
export default {
  [`${code}.types`]: TypesTile,
  [`${code}.trend`]: TrendTile,
  [`${code}.today`]: TodayTile,
  [`${code}.places`]: PlacesTile,
  [`${code}.away`]: AwayTile,
  [`${code}.colleges`]: CollegesTile,
  [`${code}.overdue`]: OverdueTile,
  [`${code}.approval`]: ApprovalTile,
} satisfies WallTiles
