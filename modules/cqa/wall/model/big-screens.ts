import { type BigScreen, screenTile } from '#model'
import * as c from './comparison-measures.ts'
import * as p from './progress-measures.ts'

export const PROGRESS_SCREEN: BigScreen = {
  code: 'zhcpdatascreenone',
  path: '/datascreen/zhcpdatascreenone',
  title: '综合测评进度大屏',
  permission: 'cqa:cqaProgressWall:view',
  tiles: [
    screenTile(p.wallDimensions, [0, 0, 6, 6]),
    screenTile(p.wallHistogram, [0, 6, 6, 6]),
    screenTile(p.wallStages, [6, 0, 12, 6]),
    screenTile(p.wallColleges, [6, 6, 12, 6]),
    screenTile(p.wallClasses, [18, 0, 6, 4]),
    screenTile(p.wallObjections, [18, 4, 6, 4]),
    screenTile(p.wallClock, [18, 8, 6, 4]),
  ],
  measures: p.PROGRESS_MEASURES,
}
export const COMPARISON_SCREEN: BigScreen = {
  code: 'zhcpdatascreentwo',
  path: '/datascreen/zhcpdatascreentwo',
  title: '综合测评对比大屏',
  permission: 'cqa:cqaComparisonWall:view',
  tiles: [
    screenTile(c.wallSources, [0, 0, 6, 6]),
    screenTile(c.wallEvenness, [0, 6, 6, 6]),
    screenTile(c.wallHeat, [6, 0, 12, 7]),
    screenTile(c.wallMeans, [6, 7, 12, 5]),
    screenTile(c.wallYears, [18, 0, 6, 6]),
    screenTile(c.wallChange, [18, 6, 6, 6]),
  ],
  measures: c.COMPARISON_MEASURES,
}
