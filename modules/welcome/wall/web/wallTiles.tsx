import type { WallTiles } from '#web/big-screen/tiles.ts'
import * as m from '../model/measures.ts'
import { ArrivedTile, FlowTile, OriginsTile } from './wall/centre.tsx'
import { CollegesTile, FeesTile, LatestTile, PeopleTile, PointsTile, StepsTile } from './wall/sides.tsx'

export default {
  [m.wallColleges.code]: CollegesTile,
  [m.wallPeople.code]: PeopleTile,
  [m.wallSteps.code]: StepsTile,
  [m.wallArrived.code]: ArrivedTile,
  [m.wallOrigins.code]: OriginsTile,
  [m.wallFlow.code]: FlowTile,
  [m.wallPoints.code]: PointsTile,
  [m.wallFees.code]: FeesTile,
  [m.wallLatest.code]: LatestTile,
} satisfies WallTiles
