import { bool, choice, entity, integer, list, text } from '#model'
import { STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'

/** Who begins a change of the type. What another module begins is offered to nobody. */
export const BEGINNERS = { student: '学生申请', staff: '老师办理', document: '凭文件登记', module: '由其他业务产生' } as const
/** Where the student may be placed. */
export const PLACEMENTS = { none: '不变', sameGradeMajor: '同年级专业的班', sameMajor: '同专业的班', any: '任何班' } as const
const flag = (label: string, help?: string) => bool(label, { required: true, initial: false, ...(help ? { help } : {}) })

/** 异动类型: what a change makes of a student, and what it asks for. */
export const changeType = entity(
  'standing.changeType',
  '异动类型',
  {
    code: text('编号', { required: true, max: 40, format: 'code', immutable: true, sortable: true }),
    name: text('名称', { required: true, max: 40, search: true, sortable: true }),
    nationalCode: text('类别码', { max: 2, help: 'JY/T 1001 学籍异动类别', sortable: true }),
    sort: integer('排序', { min: 0, max: 999, initial: 100, sortable: true }),
    beginner: choice('办理方式', BEGINNERS, { required: true, initial: 'staff' }),
    fromStatuses: list('适用的学籍状态', choice('状态', STUDENT_STATUS, { required: true }), { required: true, min: 1 }),
    toStatus: choice('变动后的学籍状态', STUDENT_STATUS, { help: '不填为不变' }),
    placement: choice('编班', PLACEMENTS, { required: true, initial: 'none' }),
    asksUntil: flag('须填到期日', '休学、保留学籍的最后一天，延长年限的新毕业日期'),
    asksProof: flag('须有证明'),
    asksSchool: flag('须填对方学校'),
    nationalSync: flag('须在学信网标注'),
    rule: text('规定', { max: 1000, multiline: true, translatable: true, help: '写在申请页的卡片上' }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school: kinds of status changes' },
    unique: [['code'], ['name']],
    importKey: ['code'],
    cached: true,
    softDelete: true,
    select: 'open',
    selectFields: ['code', 'name', 'beginner'],
    sort: ['sort', 'code'],
    refusals: {
      used: '“{name}”已有 {count} 份异动，不能删除，可以停用',
      fixed: '“{name}”是系统自带的类型，不能删除，可以停用',
    },
  },
)
/** Codes that the program knows. */
export const SUSPENSION = 'suspension'
export const RESUMPTION = 'resumption'
export const RETENTION = 'retention'
export const EXTENSION = 'extension'
export const TRANSFER_OUT = 'transferOut'
export const WITHDRAWAL = 'withdrawal'
export const WITHDRAWAL_DECIDED = 'withdrawalDecided'
export const MAJOR_TRANSFER = 'majorTransfer'
export const ADMISSION_RETENTION = 'admissionRetention'
export const ADMISSION_RESTORATION = 'admissionRestoration'
export const RECORD_LOSS = 'recordLoss'

interface ShippedType {
  nationalCode: string
  beginner: keyof typeof BEGINNERS
  from: readonly StudentStatus[]
  to?: StudentStatus
  rule: string
  placement?: keyof typeof PLACEMENTS
  asks?: ReadonlyArray<'asksUntil' | 'asksProof' | 'asksSchool' | 'nationalSync'>
}
const type = (code: string, name: string, { nationalCode, beginner, from, to, rule, placement = 'none', asks = [] }: ShippedType) => ({
  code,
  name,
  nationalCode,
  beginner,
  fromStatuses: [...from],
  toStatus: to ?? null,
  placement,
  ...{ asksUntil: false, asksProof: false, asksSchool: false, nationalSync: false },
  ...Object.fromEntries(asks.map(name => [name, true])),
  rule,
})
const ON_ROLL = ['active', 'suspended', 'retained'] as const
const TYPES = [
  type(SUSPENSION, '休学', {
    ...{ nationalCode: '11', beginner: 'student', from: ['active'], to: 'suspended', asks: ['asksUntil', 'asksProof', 'nationalSync'] },
    rule: '因病须有二级甲等以上医院的诊断证明。一次一般不超过一年，累计不超过两年；创业可以更长。期满前须申请复学。',
  }),
  type(RESUMPTION, '复学', {
    ...{ nationalCode: '12', beginner: 'student', from: ['suspended', 'retained'], to: 'active', placement: 'sameMajor', asks: ['asksProof', 'nationalSync'] },
    rule: '期满前申请。一般编入同专业下一年级；因病休学的须有康复证明。',
  }),
  type(RETENTION, '保留学籍', {
    ...{ nationalCode: '19', beginner: 'student', from: ['active', 'suspended'], to: 'retained', asks: ['asksUntil', 'asksProof', 'nationalSync'] },
    rule: '应征入伍的保留到退役后两年，须有入伍通知书；联合培养的按协议。服役时间不计入学习年限。',
  }),
  type(ADMISSION_RETENTION, '保留入学资格', {
    ...{ nationalCode: '14', beginner: 'document', from: ['preEnrolled', 'active'], to: 'reserved', asks: ['asksUntil'] },
    rule: '新生应征入伍的保留到退役后两年，身体原因的保留一年。',
  }),
  type(ADMISSION_RESTORATION, '恢复入学资格', { nationalCode: '15', beginner: 'document', from: ['reserved'], to: 'preEnrolled', rule: '保留期满前申请，经复查合格后恢复。' }),
  type('admissionCancellation', '取消入学资格', {
    ...{ nationalCode: '16', beginner: 'document', from: ['preEnrolled', 'reserved'], to: 'cancelled' },
    rule: '复查不合格、逾期不报到的，凭学校文件登记。',
  }),
  type(MAJOR_TRANSFER, '转专业', {
    ...{ nationalCode: '23', beginner: 'module', from: ['active'], placement: 'any', asks: ['nationalSync'] },
    rule: '按学校公布的转专业批次申请，每人一次。',
  }),
  type('classChange', '转班', { nationalCode: '29', beginner: 'student', from: ['active'], placement: 'sameGradeMajor', rule: '在同一年级同一专业的班级之间调整。' }),
  type(TRANSFER_OUT, '转出', {
    ...{ nationalCode: '21', beginner: 'student', from: ['active'], to: 'transferredOut', asks: ['asksProof', 'asksSchool', 'nationalSync'] },
    rule: '入学未满一学期、毕业前一年和定向就业的不能转学，不能转入更高的培养层次；须有正当理由和拟转入学校的接收函。',
  }),
  type('transferIn', '转入', {
    ...{ nationalCode: '22', beginner: 'document', from: ['preEnrolled'], to: 'active', asks: ['asksProof', 'asksSchool', 'nationalSync'] },
    rule: '先把学生登记为待报到，再凭批准文件登记转入；三个月内报省级教育行政部门备案。',
  }),
  type('repeat', '留级', {
    nationalCode: '02',
    beginner: 'staff',
    from: ['active'],
    placement: 'sameMajor',
    asks: ['nationalSync'],
    rule: '学业未达到升级要求的，编入同专业下一年级。',
  }),
  type('stepDown', '降级', {
    nationalCode: '03',
    beginner: 'student',
    from: ['active'],
    placement: 'sameMajor',
    asks: ['nationalSync'],
    rule: '本人申请编入同专业较低年级，总年限不超过最长学习年限。',
  }),
  type('skip', '跳级', {
    nationalCode: '04',
    beginner: 'student',
    from: ['active'],
    placement: 'sameMajor',
    asks: ['asksProof', 'nationalSync'],
    rule: '成绩优秀、已修完课程的，可以编入同专业较高年级。',
  }),
  type(EXTENSION, '延长年限', {
    nationalCode: '06',
    beginner: 'student',
    from: ['active'],
    asks: ['asksUntil', 'nationalSync'],
    rule: '未能按期毕业的可以延长，总年限不超过最长学习年限。',
  }),
  type(WITHDRAWAL, '退学', {
    ...{ nationalCode: '31', beginner: 'student', from: ON_ROLL, to: 'withdrawn', asks: ['asksProof', 'nationalSync'] },
    rule: '本人申请退学，须附监护人知情的书面说明。退学后不能恢复学籍。',
  }),
  type(WITHDRAWAL_DECIDED, '退学处理', {
    ...{ nationalCode: '31', beginner: 'staff', from: ON_ROLL, to: 'withdrawn', asks: ['asksProof', 'nationalSync'] },
    rule: '依据《普通高等学校学生管理规定》第三十条。须事先告知并听取学生陈述和申辩，经合法性审查，由校长办公会或者校长授权的专门会议决定。',
  }),
  type(RECORD_LOSS, '取消学籍', {
    nationalCode: '18',
    beginner: 'document',
    from: ON_ROLL,
    to: 'cancelled',
    asks: ['nationalSync'],
    rule: '复查发现以不正当手段取得入学资格的，凭学校文件登记。',
  }),
  type('expulsion', '开除学籍', { nationalCode: '42', beginner: 'module', from: ON_ROLL, to: 'expelled', asks: ['nationalSync'], rule: '只由生效的开除学籍处分产生。' }),
  type('death', '死亡', { nationalCode: '51', beginner: 'document', from: ON_ROLL, to: 'deceased', asks: ['nationalSync'], rule: '凭死亡证明登记。' }),
]
/** Types of a new school, in their order. */
export const DEFAULT_TYPES = TYPES.map((one, n) => ({ ...one, sort: (n + 1) * 10 }))
