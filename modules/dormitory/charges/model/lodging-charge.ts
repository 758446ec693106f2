import { date, datetime, entity, integer, json, money, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import type { CountedMonth } from './months.ts'

const readonly = { readonly: true } as const

/** 住宿费: the fee of one stay for one school year. Payments are kept by the fee ledger; the last four amounts are copies of what it last reported. */
export const lodgingCharge = entity(
  'dormitory.lodgingCharge',
  '住宿费',
  {
    xn: text('学年', { required: true, immutable: true, max: 9 }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    stayId: ref('dormStay', '住宿记录', { required: true, immutable: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    dormId: ref('dormBuilding', '楼栋', readonly),
    bedId: ref('dormBed', '床位', readonly),
    months: integer('计费月数', { required: true, ...readonly }),
    /** Every counted month with its nights and amount. */
    detail: json<readonly CountedMonth[]>('明细', { required: true, ...readonly }),
    standard: money('标准（每年）', { required: true, ...readonly }),
    due: money('住宿费', { required: true, ...readonly }),
    adjust: money('调整', { required: true, ...readonly, initial: 0 }),
    adjustReason: text('调整原因', { ...readonly, max: 200 }),
    dueOn: date('缴费截止', { required: true, ...readonly, sortable: true }),
    billLineId: text('应缴明细', { ...readonly, max: 36, format: 'uuid' }),
    paid: money('已缴', { required: true, ...readonly, initial: 0 }),
    /** 20-DF3: deferred, awaiting a loan, or green channel: not in arrears. */
    deferred: money('缓缴', { required: true, ...readonly, initial: 0 }),
    deferredUntil: date('缓缴到', readonly),
    owed: money('欠费', { required: true, ...readonly, sortable: true, initial: 0 }),
    ledgerAt: datetime('收费信息时间', readonly),
    remindedOn: date('最近提醒', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    daysOverdue: integer('逾期天数', { computed: true }),
  },
  {
    title: 'xn',
    unique: [['xn', 'stayId']],
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-owed'],
    verbs: ['list', 'export'],
  },
)
