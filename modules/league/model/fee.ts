import { choice, date, datetime, entity, integer, money, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { GROUNDS } from './liability.ts'

export const FEE_KINDS = { plan: '按计划', ahead: '预缴', back: '补缴', voluntary: '自愿多缴' } as const
/** Kinds that are for months, each of which is charged once. */
export const OF_MONTHS = ['plan', 'ahead', 'back'] as const
export const feeStates = states(
  {
    due: { label: '待缴', tone: 'waiting' },
    overdue: { label: '逾期', tone: 'refused' },
    paid: { label: '已缴', tone: 'done' },
    exempt: { label: '免缴', tone: 'over' },
  },
  { remind: ['due', 'overdue'] },
)
export const UNPAID = ['due', 'overdue'] as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

/** 团费: some months of one member. Money stands in the bill line that it hands in. A month of a member is in one of them at most. */
export const leagueFee = entity(
  'league.leagueFee',
  '团费',
  {
    planId: ref('leagueFeePlan', '收缴计划', readonly),
    memberId: ref('leagueMember', '团员', fixed),
    studentId: ref('student', '团员', fixed),
    branchId: ref('leagueBranch', '团支部', fixed),
    kind: choice('种类', FEE_KINDS, { ...fixed, initial: 'plan' }),
    fromMonth: date('从', { ...fixed, sortable: true }),
    toMonth: date('到', fixed),
    months: integer('月数', { ...fixed, initial: 0 }),
    monthly: money('每月', { ...fixed, initial: 0 }),
    amount: money('应缴', { ...fixed, initial: 0 }),
    paid: money('已缴', { ...fixed, initial: 0 }),
    state: feeStates.field('状态', { initial: 'due' }),
    ground: choice('免缴原因', GROUNDS, readonly),
    dueDate: date('缴费截止', { ...fixed, sortable: true }),
    billLineId: ref('billLine', '应缴明细', { ...readonly, secret: 'internal' }),
    paidAt: datetime('缴费时间', { ...readonly, sortable: true }),
    /** Who paid, where it was not the member. */
    paidById: ref('student', '代缴人', readonly),
    remindedOn: date('提醒日期', { ...readonly, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-fromMonth', 'branchId'],
    verbs: ['list', 'export'],
    countsUpTo: 100_000,
    refusals: {
      notYours: '只能缴自己的团费；团支书可以为本支部的团员缴',
      noMember: '你不在团员名册里',
      noAccount: '学校还没有可用的团费账户',
      nothing: '没有要缴的团费',
      tooMany: '预缴和补缴最多 {most} 个月，{span} 超过了',
      chargedAlready: '{span} 的团费已经收过或正在收',
      notLiable: '{name}在 {span} 不用缴团费',
      notPlanned: '还没有收缴计划，不能预缴',
    },
  },
)
