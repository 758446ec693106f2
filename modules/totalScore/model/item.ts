import { bool, choice, date, decimal, dict, entity, integer, list, ref, text } from '#model'
import { evidenceKind, evidenceLevel } from '#modules/evidence/model/evidence.ts'

export const DIRECTIONS = { add: '加分', deduct: '扣分' } as const
export const SOURCES = { recorder: '登记', apply: '学生申请', evidence: '佐证', import: '导入' } as const
export const UNITS = { once: '按项', time: '按次数', hour: '按小时' } as const
const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const points = { precision: 6, scale: 2, min: 0, max: 9999 } as const
/** 考核项目: what is worth points, or costs them. */
export const tsItem = entity(
  'totalScore.tsItem',
  '考核项目',
  {
    schemeId: ref('tsScheme', '考核方案', fixed),
    categoryId: ref('tsCategory', '考核类别', need),
    code: text('编号', { ...fixed, max: 20, format: 'code', search: true }),
    name: text('名称', { ...need, max: 60, search: true }),
    direction: choice('加扣', DIRECTIONS, fixed),
    pointsMin: decimal('最少', { ...need, ...points, help: '与最多相同就是固定分值' }),
    pointsMax: decimal('最多', { ...need, ...points }),
    unit: choice('计分单位', UNITS, { ...need, initial: 'once', help: '按次数、按小时的，分值乘以次数或小时' }),
    capPerPeriod: decimal('每周期最多', points),
    capTotal: decimal('总共最多', points),
    source: choice('来源', SOURCES, { ...need, initial: 'recorder' }),
    needsProof: bool('须上传证明', { ...need, initial: false }),
    applyWithinDays: integer('几天内申请', { min: 1, max: 3650, help: '学生申请的项目填写：事情发生后多少天内可以申请，一般 60 天' }),
    evidenceKind: dict('佐证类别', evidenceKind, { help: '来源是佐证的项目填写' }),
    evidenceLevel: dict('佐证级别', evidenceLevel, { help: '不填为没有另设项目的各级别' }),
    isEnabled: bool('启用', { ...need, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'what is worth points, without data of students' },
    unique: [['schemeId', 'code']],
    importKey: ['schemeId', 'code'],
    cached: true,
    select: 'open',
    selectFields: ['schemeId', 'code', 'source'],
    sort: ['code'],
    verbs: ['list', 'add', 'update', 'remove', 'import', 'export'],
    refusals: {
      category: '类别“{category}”不是这个考核方案的',
      days: '学生申请的项目须填几天内申请',
      evidence: '来源是佐证的项目须填佐证类别，分值须固定',
      sameEvidence: '“{name}”已经按这个佐证类别和级别计分',
      applyAdds: '学生只能申请加分',
      range: '最少 {min} 分多于最多 {max} 分',
      used: '“{name}”已有积分，不能删除，可以停用',
    },
  },
)
/** 记分员: who writes which items, for whom, from when to when. */
export const tsRecorder = entity(
  'totalScore.tsRecorder',
  '记分员',
  {
    userId: ref('user', '记分员', need),
    itemIds: list('考核项目', ref('tsItem', '考核项目', need), { ...need, min: 1, max: 100 }),
    classIds: list('班级', ref('stuClass', '班级', need), { max: 200 }),
    buildingIds: list('楼栋', ref('building', '楼栋', need), { max: 50 }),
    from: date('从', need),
    to: date('到', need),
  },
  {
    title: 'userId',
    scope: { user: 'userId' },
    sort: ['-from'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      nobody: '请选班级或楼栋',
      order: '从 {from} 到 {to} 颠倒',
    },
  },
)
