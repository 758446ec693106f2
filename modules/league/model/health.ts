import { action, choice, date, integer, list, ref, shape, text } from '#model'

/** What the roster and the student records say differently. */
export const FAULTS = {
  missing: '学籍是团员，不在名册',
  status: '政治面貌不一致',
  branch: '支部与班级不一致',
  ended: '已离校，还在名册',
  young: '入团时不满 14 周岁',
} as const
export type Fault = keyof typeof FAULTS
/** Faults that one press mends. */
export const MENDABLE: readonly Fault[] = ['missing', 'status', 'branch']
const need = { required: true } as const
const studentId = ref('student', '学生', need)
const PERMISSION = 'league:leagueMember:mend'
const person = {
  studentId,
  memberId: ref('leagueMember', '团员'),
  name: text('姓名', { ...need, max: 64 }),
  studentNo: text('学号', { max: 20 }),
  className: text('班级', { max: 60 }),
}
/** 名册体检: members and student records compared, inside the reader's scope. */
export const rosterHealth = action('league.leagueMember.health', '名册体检', {
  method: 'GET',
  permission: PERMISSION,
  input: { fault: choice('问题', FAULTS) },
  output: {
    counts: list('问题', shape('问题', { fault: choice('问题', FAULTS, need), n: integer('人数', need) }), need),
    rows: list('名单', shape('名单', { ...person, fault: choice('问题', FAULTS, need), has: text('名册', { max: 120 }), should: text('学籍', { max: 120 }) }), need),
  },
})
/** Adds who is missing to the branch of the class, writes the roster's status into the record, or proposes the move to the class's branch. */
export const mendRoster = action('league.leagueMember.mend', '修正', {
  input: { studentId, fault: choice('问题', FAULTS, need), joinedOn: date('入团时间', { help: '补进名册时填写' }) },
  output: 'none',
  refusals: {
    gone: '这一条已经修正过，请刷新',
    noBranch: '{className}还没有团支部，请先建立',
    joinedOn: '补进名册要填入团时间',
    byHand: '“{fault}”要人工核对后在名册里改',
  },
})
export const LEAVING = { overAge: '超龄', graduates: '毕业转出' } as const
/** 40-G9: members over the age without a post, and those who graduate this summer. */
export const leavingList = action('league.leagueMember.leaving', '离团名单', {
  method: 'GET',
  permission: PERMISSION,
  many: true,
  input: { of: choice('名单', LEAVING, need) },
  output: { ...person, memberId: ref('leagueMember', '团员', need), branch: text('团支部', { ...need, max: 60 }), on: date('日期', need) },
})
