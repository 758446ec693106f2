import { bool, choice, decimal, entity, integer, ref, text } from '#model'

/** Where the score of an index comes from. */
export const INDEX_KINDS = {
  group: '分组',
  auto: '佐证加分',
  deduct: '佐证扣分',
  grades: '学业成绩',
  scored: '人工评分',
  imported: '导入',
  formula: '公式',
} as const
export const COMBINES = { sum: '相加', weighted: '按权重', max: '取最高' } as const
export const SCORERS = { self: '本人', group: '测评小组', fdy: '辅导员', bzr: '班主任', college: '学院' } as const
export type IndexKind = keyof typeof INDEX_KINDS
const mark = { precision: 8, scale: 2, min: -9999, max: 9999 } as const

/** 测评指标: a node of the tree of a scheme. The root is the total, what stands below it are the dimensions. */
export const cqaIndex = entity(
  'cqa.cqaIndex',
  '测评指标',
  {
    schemeId: ref('cqaScheme', '测评方案', { required: true, immutable: true }),
    parentId: ref('cqaIndex', '上级指标'),
    code: text('代码', { required: true, max: 20, format: 'code', search: true, help: '公式里用它，如 D1' }),
    name: text('名称', { required: true, max: 60, search: true }),
    kind: choice('得分来源', INDEX_KINDS, { required: true }),
    combine: choice('下级合计', COMBINES),
    weight: decimal('权重', { precision: 5, scale: 2, min: 0, max: 100, help: '上级按权重合计时填，同级合计 100' }),
    baseScore: decimal('基础分', mark),
    minScore: decimal('最低分', mark),
    maxScore: decimal('最高分', { ...mark, required: true }),
    scorer: choice('由谁评分', SCORERS),
    needsProof: bool('须附证明', { required: true, initial: false }),
    formula: text('公式', { max: 500, help: '可用数字、指标代码、+ − × ÷、min、max、round、if(D1 >= 60, D1, 0)' }),
    explanation: text('说明', { max: 500, multiline: true, help: '学生自评时看到' }),
    position: integer('顺序', { required: true, min: 0, max: 9999, initial: 0 }),
  },
  {
    title: 'name',
    scope: { everyone: 'how students are scored, without data of students' },
    select: 'open',
    selectFields: ['code'],
    unique: [['schemeId', 'code']],
    sort: ['position', 'code'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      frozen: '“{scheme}”已经发布，指标和计分规则不能再改',
      parent: '上级指标须是同一方案里的分组，不能是它自己或它的下级',
      combine: '分组“{name}”须选下级怎样合计',
      scorer: '人工评分的“{name}”须选由谁评分',
      range: '最低分 {min} 高于最高分 {max}',
      code: '代码“{code}”须以字母开头，只用字母、数字和下划线，不能是 min、max、round、if',
      noFormula: '“{name}”须写公式',
      formula: '公式在第 {at} 个字符“{found}”处读不懂',
      unknownCode: '公式里的“{code}”不是这个方案的指标代码',
      circle: '公式互相引用：{codes}',
      used: '“{name}”还有{what}在用，不能删除',
      most: '一个方案最多 {most} 个指标',
    },
  },
)
