import type { WallTiles } from '#web/big-screen/tiles.ts'
import * as c from '../model/comparison-measures.ts'
import * as p from '../model/progress-measures.ts'
import { ChangeTile, EvennessTile, HeatTile, MeansTile, SourcesTile, YearsTile } from './wall/comparison.tsx'
import { ClassesTile, ClockTile, CollegesTile, DimensionsTile, HistogramTile, ObjectionsTile, StagesTile } from './wall/progress.tsx'

export default {
  [p.wallDimensions.code]: DimensionsTile,
  [p.wallHistogram.code]: HistogramTile,
  [p.wallStages.code]: StagesTile,
  [p.wallColleges.code]: CollegesTile,
  [p.wallClasses.code]: ClassesTile,
  [p.wallObjections.code]: ObjectionsTile,
  [p.wallClock.code]: ClockTile,
  [c.wallSources.code]: SourcesTile,
  [c.wallEvenness.code]: EvennessTile,
  [c.wallHeat.code]: HeatTile,
  [c.wallMeans.code]: MeansTile,
  [c.wallYears.code]: YearsTile,
  [c.wallChange.code]: ChangeTile,
} satisfies WallTiles
