import { choice, date, datetime, dict, entity, files, integer, ref, states, text } from '#model'
import { educationLevel } from '#model/national.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const CERTIFICATE_KINDS = { graduation: '毕业证书', completion: '结业证书', degree: '学位证书', proof: '毕业证明书' } as const
export const certificateStates = states({ valid: { label: '有效', tone: 'done' }, void: { label: '作废', tone: 'refused' } }, { voidNumber: ['valid'], prove: ['valid'] })
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

/** 证书: a number that was given once, for a certificate of study, of a degree, or a proof in place of a lost one. */
export const graduationCertificate = entity(
  'graduation.graduationCertificate',
  '证书',
  {
    number: text('证书编号', { ...fixed, max: 40, search: true, sortable: true }),
    kind: choice('种类', CERTIFICATE_KINDS, fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    auditId: ref('graduationAudit', '毕业审核', fixed),
    batchId: ref('graduationBatch', '批次', fixed),
    ofId: ref('graduationCertificate', '原证书', readonly),
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    level: dict('培养层次', educationLevel, readonly),
    series: text('号段', { ...fixed, max: 40, secret: 'internal' }),
    serial: integer('顺序号', { ...fixed, min: 1 }),
    date: date('签发日期', { ...fixed, sortable: true }),
    state: certificateStates.field('状态', { ...readonly, initial: 'valid' }),
    voidReason: text('作废原因', { ...readonly, max: 200, translatable: true }),
    voidedAt: datetime('作废时间', readonly),
    voidedBy: ref('user', '作废人', readonly),
    issuedAt: datetime('领取时间', { ...readonly, sortable: true }),
    issuedBy: ref('user', '发放人', readonly),
    receiver: text('领取人', { ...readonly, max: 60 }),
    signature: files('领取签名', { ...readonly, maxFiles: 1, types: ['png', 'jpg', 'jpeg'] }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'number',
    scope: BY_STUDENT,
    unique: [['number']],
    select: 'scoped',
    sort: ['number'],
    verbs: ['list', 'export'],
    refusals: {
      running: '另一次编号正在进行，请稍后再试',
      stale: '预览以后名单变了：预览 {count} 个号、从 {first} 起，现在 {now} 个、从 {nowFirst} 起，请重新预览',
      nobody: '没有要编号的学生：结果要先确定，编过号的不再编',
      unapproved: '{name}的审核结果{state}，还不能编号',
      schoolCode: '还没有设置学校代码，请先在参数里填写 5 位代码',
      noSerial: '编号规则“{pattern}”里没有 {serial}，不能编号',
      levelCode: '{name}的培养层次“{level}”没有证书代码，请在参数里补上',
      early: '证书日期 {certDate} 早于{name}的审批日期 {approved}',
      full: '号段 {series} 只剩 {left} 个号，需要 {count} 个',
      unknown: '没有学号“{studentNo}”的学生，或不在你的数据范围内',
      nothing: '{name}没有待领取的证书',
      clearance: '{name}还有必须办完的离校手续：{items}',
      notIssued: '{number}还没有发放，不用补发证明书',
      proofOf: '{number}是证明书，不能再补发',
      notComplete: '{name}的结果是“{result}”，不能换发毕业证书',
      notClosed: '{name}的学籍还没有办结，不能换发毕业证书',
      over: '{name}在 {since} 结业，{years} 年内可以换发，最晚 {last}',
      date: '签发日期 {date} 须在 {from} 和今天之间',
    },
  },
)
