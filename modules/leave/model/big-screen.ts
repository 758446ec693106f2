import { type BigScreen, measure } from '#model'
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
  measures: [leaveBigScreen],
}
