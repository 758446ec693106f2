import { action, choice, date, datetime, decimal, integer, list, shape, text } from '#model'
import { attendanceStates } from './attendance.ts'
import { enrol, enrolmentStates } from './enrolment.ts'
import { BUCKETS, CATEGORIES, PROJECT_KINDS } from './rules.ts'

const need = { required: true } as const
const id = text('编号', { ...need, max: 36 })
/** 我的劳动: what is needed and what there is, one's own projects and sessions, the entries of the ledger. */
export const myLabour = action('labour.labourEnrolment.mine', '我的劳动', {
  method: 'GET',
  permission: enrol.permission,
  output: {
    hours: list('学时', shape('学时', { kind: choice('类别', BUCKETS, need), got: decimal('已有', need), need: decimal('要求') }), need),
    weeks: integer('已完成的劳动周', need),
    weeksNeeded: integer('要求的劳动周'),
    projects: list(
      '项目',
      shape('项目', {
        id,
        name: text('名称', { ...need, max: 100 }),
        kind: choice('类型', PROJECT_KINDS, need),
        category: choice('类别', CATEGORIES, need),
        place: text('地点', { max: 200 }),
        groupNo: integer('组'),
        state: enrolmentStates.field('状态'),
        cancelUntil: datetime('可以取消到', need),
        hours: decimal('学时'),
        score: decimal('成绩'),
        sessions: list(
          '场次',
          shape('场次', {
            start: datetime('开始', need),
            end: datetime('结束', need),
            hours: decimal('学时', need),
            /** What one's group does in a session of a labour week, where and with what. */
            duty: text('任务', { max: 500 }),
            attended: attendanceStates.field('出勤', { required: false, readonly: false }),
          }),
          need,
        ),
      }),
      need,
    ),
    entries: list(
      '台账',
      shape('台账', { id, occurredOn: date('日期', need), kind: choice('类别', BUCKETS, need), title: text('内容', { ...need, max: 120 }), hours: decimal('学时', need) }),
      need,
    ),
  },
})
