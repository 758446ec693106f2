import { bool, decimal, entity, integer, json, text } from '#model'

/** Overrides of the school's limits for this type: days up to which counsellor and college decide. */
export interface TypeLevels {
  fdy?: number
  college?: number
}
const days = { precision: 5, scale: 1, min: 0.5, max: 999 } as const

/** A leave type with its rules. */
export const leaveType = entity(
  'leave.leaveType',
  '请假类型',
  {
    code: text('编号', { required: true, max: 40, format: 'code', immutable: true, sortable: true }),
    name: text('名称', { required: true, max: 40, search: true, sortable: true }),
    sort: integer('排序', { min: 0, max: 999, initial: 100, sortable: true }),
    needsProof: bool('须证明', { initial: false }),
    proofLaterDays: integer('证明可后补', { min: 0, max: 30, initial: 3, help: '申请时承诺后，返校起几天内补交；0 为不能后补' }),
    maxDays: decimal('一次最多', { ...days, help: '天，不填为不限' }),
    maxPerTerm: decimal('一学期最多', { ...days, help: '天，不填为不限' }),
    advanceHours: integer('须提前', { min: 0, max: 720, initial: 0, help: '小时，0 为不限' }),
    retroDays: integer('可补假', { min: 0, max: 60, initial: 3, help: '开始后几天内可以补假，须有证明；0 为不能补假' }),
    leavesCampusDefault: bool('默认离校', { initial: false }),
    levelRules: json<TypeLevels>('审批上限', { help: '与学校参数不同时填写' }),
    sensitive: bool('内容敏感', { initial: false, help: '事由和证明只给有权限的人看，每次查看都留记录' }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'a setting of the school: kinds of leave' },
    unique: [['code'], ['name']],
    importKey: ['code'],
    cached: true,
    softDelete: true,
    select: 'open',
    selectFields: ['code', 'name'],
    sort: ['sort', 'code'],
    refusals: {
      levels: '审批上限应写成 {"fdy":3,"college":7}，辅导员不大于学院，现在是 {value}',
      termShort: '一学期最多 {maxPerTerm} 天，少于一次最多的 {maxDays} 天',
      used: '“{name}”已有 {count} 份请假，不能删除，可以停用',
      sensitiveUsed: '“{name}”已有 {count} 份请假，不能改变内容是否敏感，请另建类型',
      personalKept: '“{name}”是证明逾期未交时改成的类型，不能停用或删除',
    },
  },
)
/** Type of a leave whose promised proof did not arrive (20-L7). */
export const PERSONAL = 'personal'
const type = (code: string, name: string, sort: number, more: Partial<Record<'needsProof' | 'sensitive' | 'leavesCampusDefault', true>> & { maxDays?: number } = {}) => ({
  code,
  name,
  sort,
  needsProof: false,
  sensitive: false,
  leavesCampusDefault: false,
  ...more,
})
export const DEFAULT_TYPES = [
  type('sick', '病假', 10, { needsProof: true, sensitive: true }),
  type(PERSONAL, '事假', 20),
  type('official', '公假', 30, { needsProof: true }),
  type('bereavement', '丧假', 40, { leavesCampusDefault: true }),
  type('marriage', '婚假', 50, { needsProof: true, leavesCampusDefault: true, maxDays: 15 }),
  type('internship', '实习', 60, { needsProof: true, leavesCampusDefault: true }),
  type('recruitment', '求职招聘', 70, { leavesCampusDefault: true }),
  type('other', '其他', 80),
] as const
