import { choice, date, entity, money, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const recordStates = states({ valid: { label: '有效', tone: 'done' }, revoked: { label: '已撤销', tone: 'refused' } }, { revoke: ['valid'], certify: ['valid'] })
const readonly = { readonly: true } as const

/** 获奖档案: what was granted, for ever. A revoked one stays, struck through. */
export const awardRecord = entity(
  'award.awardRecord',
  '获奖档案',
  {
    itemId: ref('awardItem', '奖项', { required: true }),
    /** Of a collective honour: who applied for the class or room. */
    studentId: ref('student', '学生', { required: true, search: true }),
    /** The student, class or room as the certificate names it. */
    recipient: text('获奖者', { ...readonly, max: 100 }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    roomId: ref('dormRoom', '寝室', readonly),
    level: text('等级', { max: 20 }),
    xn: text('学年', { required: true, max: 9, sortable: true }),
    amount: money('金额', { min: 0, sortable: true }),
    docNo: text('文号', { max: 60 }),
    grantedOn: date('授予日期', { required: true, sortable: true }),
    certNo: text('证书编号', { ...readonly, max: 40, search: true }),
    state: recordStates.field('状态', { ...readonly, initial: 'valid' }),
    revokedOn: date('撤销日期', readonly),
    revokeReason: text('撤销原因', { ...readonly, max: 200 }),
    applicationId: text('申报', { ...readonly, max: 36, format: 'uuid', secret: 'internal' }),
    batchId: text('批次', { ...readonly, max: 36, format: 'uuid', secret: 'internal' }),
    source: choice('来源', { grant: '评定', import: '历史导入' }, { ...readonly, initial: 'import' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'recipient',
    scope: BY_STUDENT,
    sort: ['-grantedOn'],
    unique: [['certNo']],
    verbs: ['list', 'add', 'import', 'export'],
    countsUpTo: 10_000,
    refusals: {
      xn: '学年“{xn}”应写成 2025-2026',
      year: '授予日期 {on} 早于学年 {xn}',
      twice: '{name}在 {xn} 学年已有“{item}”的记录',
      collective: '“{item}”授予班级或寝室，历史记录只导入个人奖项',
      level: '“{item}”没有等级“{level}”',
    },
  },
)
