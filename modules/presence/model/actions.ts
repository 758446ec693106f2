import { action, datetime, integer, list, ref, shape, text } from '#model'
import { type PresenceStateName, STATE_NAMES } from './presence-state.ts'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const counts = {
  total: count('合计'),
  inDorm: count('在宿舍'),
  inSchool: count('在校内'),
  outShort: count('短时外出'),
  onLeave: count('请假'),
  livingOut: count('住在校外'),
  practice: count('实习交流'),
  holidayAway: count('假期离校'),
  overdue: count('应返未返'),
  notAtSchool: count('不在读'),
  unknown: count('去向不明'),
} as const satisfies Record<PresenceStateName | 'total', unknown>
export type Counts = Record<PresenceStateName | 'total', number>
export const noCounts = (): Counts => ({ total: 0, ...Object.fromEntries(STATE_NAMES.map(name => [name, 0])) }) as Counts
const group = { id: text('编号', { max: 36 }), name: text('名称', { max: 200 }), ...counts } as const
/** 60-PR7: of all students with a school record in the reader's scope, at one moment: how many are where, by college or class, and by the building they live in. */
export const presenceBoard = action('presence.presenceState.board', '在校状态', {
  method: 'GET',
  permission: 'presence:presenceState:list',
  input: { departmentId: ref('department', '学院') },
  output: {
    at: datetime('时间', need),
    all: shape('合计', counts, need),
    colleges: list('学院', shape('学院', group), need),
    classes: list('班级', shape('班级', group), need),
    dorms: list('宿舍楼', shape('宿舍楼', group), need),
    silent: list('门禁失联的宿舍楼', text('宿舍楼', { ...need, max: 200 }), need),
  },
})
