import { type BigScreen, screenTile } from '#model'
import * as i from './inspect-measures.ts'
import * as m from './measures.ts'

export const DORM_SCREEN: BigScreen = {
  code: 'dormBigScreen',
  path: '/datascreen/dormBigScreen',
  title: '宿舍大屏',
  permission: 'dormitory:dormBigScreen:view',
  tiles: [
    screenTile(m.screenFlow, [0, 0, 6, 4]),
    screenTile(m.screenAlerts, [0, 4, 6, 4]),
    screenTile(m.screenDevices, [0, 8, 6, 4]),
    screenTile(m.screenBeds, [6, 0, 12, 5]),
    screenTile(m.screenTonight, [6, 5, 12, 3]),
    screenTile(m.screenDorms, [6, 8, 12, 4]),
    screenTile(m.screenWeekScores, [18, 0, 6, 4]),
    screenTile(m.screenCases, [18, 4, 6, 4], { beside: [m.screenRepairs] }),
    screenTile(m.screenNights, [18, 8, 6, 4]),
  ],
  measures: m.BIG_MEASURES,
}
export const INSPECT_SCREEN: BigScreen = {
  code: 'dormInspect',
  path: '/datascreen/dormInspect',
  title: '宿舍检查大屏',
  permission: 'dormitory:dormInspect:view',
  tiles: [
    screenTile(i.inspectGrades, [0, 0, 6, 4]),
    screenTile(i.inspectLost, [0, 4, 6, 4]),
    screenTile(i.inspectCheckers, [0, 8, 6, 4]),
    screenTile(i.inspectProgress, [6, 0, 12, 5]),
    screenTile(i.inspectDorms, [6, 5, 12, 4]),
    screenTile(i.inspectWeeks, [6, 9, 12, 3]),
    screenTile(i.inspectTop, [18, 0, 6, 4]),
    screenTile(i.inspectFindings, [18, 4, 6, 4]),
    screenTile(i.inspectRechecks, [18, 8, 6, 4]),
  ],
  measures: i.INSPECT_MEASURES,
}
