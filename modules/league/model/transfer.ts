import { choice, date, entity, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const transferStates = states(
  {
    proposed: { label: '待转出', tone: 'waiting' },
    asked: { label: '待接收', tone: 'going' },
    done: { label: '已转接', tone: 'done' },
    refused: { label: '未同意', tone: 'refused' },
  },
  { give: ['proposed'], take: ['asked'], refuse: ['proposed', 'asked'] },
)
export const TRANSFER_CAUSES = { asked: '申请', classChanged: '调班' } as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

/** 转接: a member moves to another branch, with the word of both. From the next month on the fee is the new branch's (40-G3). */
export const leagueTransfer = entity(
  'league.leagueTransfer',
  '支部转接',
  {
    memberId: ref('leagueMember', '团员', fixed),
    studentId: ref('student', '团员', fixed),
    fromId: ref('leagueBranch', '转出支部', fixed),
    toId: ref('leagueBranch', '接收支部', fixed),
    cause: choice('缘由', TRANSFER_CAUSES, { ...fixed, initial: 'asked' }),
    reason: text('原因', { ...readonly, max: 200 }),
    state: transferStates.field('状态', { initial: 'proposed' }),
    givenById: ref('user', '转出方', readonly),
    takenById: ref('user', '接收方', readonly),
    /** First month that the new branch collects. */
    fromMonth: date('从哪个月', readonly),
    note: text('说明', { ...readonly, max: 200 }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      left: '{name}已离团，不能转接',
      same: '{name}就在“{branch}”',
      open: '{name}已有一个转接在办理',
      notBranch: '“{branch}”不是团支部，不能接收团员',
      notMember: '只能申请自己的转接；团支书可以为本支部的团员办理',
    },
  },
)
