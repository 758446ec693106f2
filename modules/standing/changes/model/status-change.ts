import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, decimal, dict, entity, files, integer, json, list, ref, states, text, type Wording } from '#model'
import { educationLevel } from '#model/national.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { STUDENT_STATUS } from '#modules/student/model/status.ts'
import { changeReason, withdrawalGround } from './dictionaries.ts'

export const changeStates = states(
  { ...SUBMITTED_STATES, publicised: { label: '公示中', tone: 'going' } },
  { resubmit: ['returned'], withdraw: ['pending', 'returned'], cancel: ['approved'], reverse: ['approved'] },
)
/** States in which a change has neither been refused nor taken back. */
export const LIVING = ['pending', 'returned', 'publicised', 'approved'] as const
/** Whether something may still become of a change. A transfer of major waits for its place once it is approved. */
export const isUnsettled = ({ state, effectState, isTransfer }: { state: string; effectState: string | null; isTransfer: boolean | null }): boolean =>
  (LIVING as readonly string[]).includes(state) && (state !== 'approved' || effectState === 'scheduled' || (isTransfer === true && effectState === 'none'))
/** What has become of an approved change. */
export const EFFECTS = { none: '未生效', scheduled: '待生效', effective: '已生效', reversed: '已撤销' } as const
export const SYNCS = { notNeeded: '不需要', todo: '待标注', done: '已标注' } as const
/** A time away from the school. */
export const PERIODS = { running: '进行中', over: '期满未申请', closed: '已结束' } as const
export const APPLY_WAYS = { self: '本人申请', staff: '老师办理', document: '凭文件登记', import: '导入', system: '系统' } as const
/** Days before the end of a period on which the student is reminded. */
export const REMIND_DAYS = [60, 30, 7] as const

const S2 = { sensitivity: 'S2' } as const
const readonly = { readonly: true } as const
/** Form fields of the applicant. Reasons and proofs may be about an illness. */
export const asked = {
  typeId: ref('changeType', '类型', { required: true }),
  reasonCode: dict('原因', changeReason, { required: true }),
  reasonText: text('说明', { max: 1000, multiline: true, ...S2 }),
  effectiveDate: date('生效日期', { required: true, sortable: true }),
  until: date('到期日', { sortable: true }),
  toClassId: ref('stuClass', '转入班级'),
  otherSchool: text('对方学校', { max: 100 }),
  otherLevel: dict('对方培养层次', educationLevel),
  admissionScore: decimal('录取分数', { precision: 6, scale: 2, min: 0, max: 1000, help: '高考或者单独招生的录取总分' }),
  lineScore: decimal('转入专业录取分数', { precision: 6, scale: 2, min: 0, max: 1000, help: '转入学校同一专业当年在同一生源地的最低录取分数' }),
  ground: dict('退学依据', withdrawalGround),
  docNo: text('文号', { max: 60 }),
  proofs: files('证明', { maxFiles: 9, types: ['jpg', 'jpeg', 'png', 'pdf'], ...S2 }),
} as const
/** What one thing would cause, as it was computed. */
export interface StoredConsequence {
  label: string
  value: Wording
  tone?: 'attention'
}

/** 学籍异动: a change of a student's standing, applied for, decided, and effective on its day. */
export const statusChange = entity(
  'standing.statusChange',
  '学籍异动',
  {
    changeNo: text('单号', { required: true, readonly: true, max: 30, search: true, sortable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    /** Values at the time of application; data scope follows the student. */
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...asked,
    applyWay: choice('办理方式', APPLY_WAYS, { readonly: true, initial: 'self' }),
    state: changeStates.field('状态', { sortable: true }),
    effectState: choice('生效', EFFECTS, { readonly: true, initial: 'none' }),
    effectiveAt: datetime('生效时间', { readonly: true, sortable: true }),
    /** A change that waits beside another one: only a transfer of major does. */
    isTransfer: bool('转专业', { readonly: true, initial: false, secret: 'internal' }),
    /** Of a transfer of major: its batch, what the student chose, the score of the assessment, and the place in the ranking. */
    batchId: ref('majorTransferBatch', '转专业批次', readonly),
    choices: list('志愿', ref('gradeMajor', '年级专业', { required: true }), { ...readonly, max: 2, secret: 'internal' }),
    assessScore: decimal('考核成绩', { ...readonly, precision: 5, scale: 2, min: 0, max: 100, sortable: true }),
    rank: integer('名次', { ...readonly, sortable: true }),
    /** How the student stood and stands; `from` is taken again on the day of effect. */
    fromStatus: choice('原状态', STUDENT_STATUS, readonly),
    toStatus: choice('新状态', STUDENT_STATUS, readonly),
    fromClassId: ref('stuClass', '原班级', readonly),
    fromGradeMajorId: ref('gradeMajor', '原年级专业', readonly),
    toGradeMajorId: ref('gradeMajor', '新年级专业', readonly),
    fromUntil: date('原到期日', { readonly: true, secret: 'internal' }),
    fromGraduation: date('原预计毕业', { readonly: true, secret: 'internal' }),
    /** Of a decided withdrawal, filled in by those who decide. */
    defence: text('陈述和申辩', { max: 1000, multiline: true }),
    legalOpinion: text('合法性审查意见', { max: 500, multiline: true }),
    meetingNo: text('会议文号', { max: 60 }),
    nationalSync: choice('学信网标注', SYNCS, { readonly: true, initial: 'notNeeded' }),
    /** Of a transfer between schools: filed with the province, until when it has to be, and what the office has been told. */
    filedOn: date('备案日期', readonly),
    filingNo: text('备案号', { ...readonly, max: 60 }),
    filingDueAt: datetime('备案期限', readonly),
    filingTold: text('备案提醒到', { readonly: true, secret: 'internal', max: 10 }),
    period: choice('期限', PERIODS, readonly),
    /** Day on which the next change ended the period. */
    endedOn: date('结束日期', readonly),
    told: text('提醒到', { readonly: true, secret: 'internal', max: 10 }),
    consequences: json<readonly StoredConsequence[]>('后果', { readonly: true, secret: 'internal' }),
    /** Why it could not take effect on its day. */
    problem: text('未能生效的原因', { readonly: true, max: 300, translatable: true }),
    wording: json<Record<string, Wording>>('措辞', { secret: 'internal' }),
    reversesId: ref('statusChange', '撤销的异动', readonly),
    cancelReason: text('取消或撤销原因', { readonly: true, max: 200, translatable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    daysLeft: integer('剩余天数', { computed: true }),
    choiceNames: text('志愿', { computed: true, max: 250 }),
  },
  {
    title: 'changeNo',
    unique: [['changeNo']],
    importKey: ['studentId', 'typeId', 'effectiveDate'],
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export', 'import'],
    refusals: {
      open: '还有一份没有办完的学籍异动',
      typeOff: '“{name}”已停用',
      notYours: '“{name}”不由学生申请，请联系辅导员或学院',
      notOffered: '“{name}”由其他业务产生，不能直接办理',
      fromStatus: '{name}现在{status}，不能办理“{type}”',
      noAccount: '{name}还没有账号，不能提交申请',
      beforeLast: '生效日期 {on} 早于上一次变动的 {since}',
      past: '生效日期 {on} 已经过去',
      tooFar: '生效日期 {on} 太远，最晚 {last}',
      untilMissing: '“{name}”须填写到期日',
      order: '到期日 {until} 不晚于生效日期 {on}',
      maxOnce: '一次最多 {limit} 个月，这次 {months} 个月',
      maxTotal: '累计最多 {limit} 个月，已用 {used} 个月，加上这次 {months} 个月',
      maxYears: '到 {until} 共 {years} 年，超过最长学习年限 {limit} 年（{last}）',
      proof: '“{name}”须上传证明',
      guardian: '申请退学须上传监护人的书面说明',
      schoolMissing: '“{name}”须填写对方学校',
      docMissing: '“{name}”凭文件登记，须填写文号',
      groundMissing: '退学处理须填写依据',
      classMissing: '请选择转入的班级',
      classNot: '“{className}”不能选：{type}只能编入{placement}',
      classSame: '已经在“{className}”',
      periodOver: '{until} 已期满，不能自己申请复学，请联系学院',
      firstTerm: '入学未满一学期不能转学，{from} 起可以',
      finalYear: '毕业前一年不能转学，{name}预计 {end} 毕业',
      directed: '定向就业的学生不能转学',
      belowLine: '录取分数 {score} 低于转入学校同专业同生源地当年的录取分数 {line}，不能转学',
      higherLevel: '{to}高于{from}，不能转入更高的培养层次',
      reasonMissing: '转学须写明正当理由',
      scoreMissing: '转学须填写{label}',
      notFiled: '{changeNo}还没有生效，不能登记备案',
      effective: '{changeNo}已经生效，不能取消',
      notEffective: '{changeNo}还没有生效，不能撤销',
      undoOver: '{changeNo}在 {on} 生效，已超过 {days} 天，不能撤销',
      later: '{name}在 {since} 又有变动，不能撤销 {changeNo}',
      twice: '{changeNo}是撤销产生的，不能再撤销',
    },
  },
)
