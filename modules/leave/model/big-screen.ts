import { type BigScreen, measure, screenTile } from '#model'
import { KEPT_SECONDS, leaveScreen } from './screen.ts'

/** Everything on the leave big screen: sums counted together, so that they agree. */
export const leaveBigScreen = measure('leave.wall', '请假外出', {
  definition: '已批准、已开始而没有销假的请假，按类型、去向、学院和时间合计；人数少于统计最小人数的合并显示',
  refresh: KEPT_SECONDS.now,
  output: leaveScreen.output,
})
export const LEAVE_SCREEN: BigScreen = {
  code: 'leavedatascreenone',
  path: '/datascreen/leavedatascreenone',
  title: '请假大屏',
  permission: leaveScreen.permission,
  tiles: [
    screenTile(leaveBigScreen, [0, 0, 6, 4], { name: 'types', title: '请假类型' }),
    screenTile(leaveBigScreen, [0, 4, 6, 4], { name: 'trend', title: '近 30 天' }),
    screenTile(leaveBigScreen, [0, 8, 6, 4], { name: 'today', title: '今天' }),
    screenTile(leaveBigScreen, [6, 0, 12, 6], { name: 'places', title: '离市去向' }),
    screenTile(leaveBigScreen, [6, 6, 12, 6], { name: 'away', title: '当前外出' }),
    screenTile(leaveBigScreen, [18, 0, 6, 4], { name: 'colleges', title: '各学院外出' }),
    screenTile(leaveBigScreen, [18, 4, 6, 4], { name: 'overdue', title: '逾期未归' }),
    screenTile(leaveBigScreen, [18, 8, 6, 4], { name: 'approval', title: '审批用时（小时）' }),
  ],
  measures: [leaveBigScreen],
}
