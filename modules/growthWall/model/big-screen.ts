import { type BigScreen, screenTile } from '#model'
import * as m from './measures.ts'

export const GROWTH_SCREEN: BigScreen = {
  code: 'zhcpdatascreenthree',
  path: '/datascreen/zhcpdatascreenthree',
  title: '成长大屏',
  permission: 'growthWall:growthWall:view',
  tiles: [
    screenTile(m.wallCompetitions, [0, 0, 6, 4]),
    screenTile(m.wallCertificates, [0, 4, 6, 4]),
    screenTile(m.wallReached, [0, 8, 6, 4]),
    screenTile(m.wallHours, [6, 0, 12, 6]),
    screenTile(m.wallAchievements, [6, 6, 12, 6]),
    screenTile(m.wallClassBoard, [18, 0, 6, 4]),
    screenTile(m.wallActivities, [18, 4, 6, 4]),
    screenTile(m.wallSettled, [18, 8, 6, 4]),
  ],
  measures: m.GROWTH_MEASURES,
}
