import { type BigScreen, screenTile } from '#model'
import * as m from './measures.ts'

export const WELCOME_SCREEN: BigScreen = {
  code: 'welcome',
  path: '/datascreen/welcome',
  title: '迎新大屏',
  permission: 'welcome:welcomeScreen:view',
  tiles: [
    screenTile(m.wallColleges, [0, 0, 6, 4]),
    screenTile(m.wallPeople, [0, 4, 6, 4]),
    screenTile(m.wallSteps, [0, 8, 6, 4]),
    screenTile(m.wallArrived, [6, 0, 12, 3]),
    screenTile(m.wallOrigins, [6, 3, 12, 5]),
    screenTile(m.wallFlow, [6, 8, 12, 4]),
    screenTile(m.wallPoints, [18, 0, 6, 4]),
    screenTile(m.wallFees, [18, 4, 6, 4]),
    screenTile(m.wallLatest, [18, 8, 6, 4]),
  ],
  measures: m.WALL_MEASURES,
}
