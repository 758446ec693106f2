import { action, bool, choice, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { evidence } from '#modules/evidence/model/evidence.ts'
import { INDEX_KINDS } from '../../schemes/model/index-row.ts'
import { cqaScheme, RANK_SCOPES, STAGES, schemeStages } from '../../schemes/model/scheme.ts'
import { cqaSheet, EXCLUDED, sheetStates } from './sheet.ts'

const required = { required: true } as const
const word = (label: string, max = 100) => text(label, { required: true, max })
const mark = (label: string) => decimal(label, { precision: 8, scale: 4 })
const { occurredOn, kind, level, place } = evidence.fields
const refusals = cqaSheet.options.refusals ?? {}
/** An entry that stands under an index, or under none. */
const line = shape('佐证', {
  id: word('编号', 36),
  title: word('内容', 120),
  ...{ occurredOn, kind, level, place },
  points: mark('计分'),
  counts: bool('计入', required),
  rule: text('计分规则', { max: 200 }),
})
const node = shape('指标', {
  id: word('编号', 36),
  parentId: text('上级', { max: 36 }),
  depth: integer('层', required),
  code: word('代码', 20),
  name: word('名称', 60),
  kind: choice('得分来源', INDEX_KINDS, required),
  score: mark('得分'),
  maxScore: decimal('最高分', { precision: 8, scale: 2 }),
  explanation: text('说明', { max: 500 }),
  /** How the score comes about where no entries say so: the formula, the weights, who gave it. */
  how: text('怎样得来', { max: 600 }),
  stage: choice('评分环节', STAGES),
  reason: text('原因', { max: 200 }),
  lines: list('佐证', line, required),
})
const explained = {
  id: word('编号', 36),
  schemeId: word('方案', 36),
  scheme: word('测评方案'),
  xn: text('学年', { max: 9 }),
  name: word('姓名', 64),
  state: sheetStates.field('状态'),
  schemeStage: schemeStages.field('阶段'),
  /** The stage of scoring that runs now. */
  running: choice('现在的环节', STAGES),
  until: text('到', { max: 40 }),
  isSelfMissed: bool('未自评', required),
  pendingReason: text('待补', { max: 500, translatable: true }),
  excludedReason: choice('不参加的原因', EXCLUDED),
  returnedReason: text('退回原因', { max: 200 }),
  total: mark('总分'),
  ranks: list(
    '名次',
    shape('名次', { scope: choice('范围', RANK_SCOPES, required), rank: integer('名次'), size: integer('人数'), share: decimal('占比', { precision: 5, scale: 2 }) }),
    required,
  ),
  nodes: list('指标', node, required),
  resultNo: integer('结果版本', required),
  /** What made the result another one since it was first on notice, the newest first. */
  corrections: list(
    '更正',
    shape('更正', {
      resultNo: integer('结果版本', required),
      at: datetime('时间', required),
      fromTotal: mark('原总分'),
      toTotal: mark('新总分'),
      fromRank: integer('原名次'),
      toRank: integer('新名次'),
      changes: text('得分变动', { max: 500, translatable: true }),
      reason: word('原因', 200),
    }),
    required,
  ),
  /** Verified entries of the period that no rule of the scheme counts. */
  unused: list('没有计分的佐证', line, required),
} as const
/** 50-CQ3: every point of a sheet with its evidence and its rule. */
export const explainSheet = action('cqa.cqaSheet.explain', '得分说明', {
  method: 'GET',
  permission: 'cqa:cqaSheet:list',
  input: { id: ref('cqaSheet', '测评表', required) },
  output: explained,
})
/** What a scheme makes of one student now, before it is published as well. Nothing is stored. */
export const tryStudent = action('cqa.cqaScheme.tryStudent', '用一名学生试算', {
  method: 'GET',
  permission: 'cqa:cqaScheme:publish',
  input: { schemeId: ref('cqaScheme', '测评方案', required), studentId: ref('student', '学生', required) },
  output: { name: explained.name, total: explained.total, pendingReason: explained.pendingReason, nodes: explained.nodes, unused: explained.unused },
  refusals: cqaScheme.options.refusals ?? {},
})
/** The newest own sheet, or that of a scheme; none before the first scheme. */
export const mySheet = action('cqa.cqaSheet.mine', '我的测评', {
  method: 'GET',
  many: true,
  input: { schemeId: ref('cqaScheme', '测评方案') },
  output: { ...explained, others: list('其他测评', shape('测评', { schemeId: word('方案', 36), scheme: word('测评方案'), xn: text('学年', { max: 9 }) }), required) },
})
const scheme = ref('cqaScheme', '测评方案', required)
/** Calculates a class at once, a whole scheme in the background. The same input gives the same hash. */
export const calculateSheets = action('cqa.cqaSheet.calculate', '计算', {
  input: { schemeId: scheme, classId: ref('stuClass', '班级', { help: '不选为整个方案，在后台计算' }) },
  output: { changed: integer('有变化的测评表'), isQueued: bool('在后台计算', required) },
  refusals: { ...refusals, running: '“{scheme}”正在计算，开始于 {since}', draft: '“{scheme}”还没有发布' },
})
export const cancelCalculation = action('cqa.cqaSheet.cancelCalculation', '取消计算', {
  permission: calculateSheets.permission,
  input: { schemeId: scheme },
  output: 'none',
})
/** 50-CQ10: who does not take part, and why. */
export const excludeStudent = action('cqa.cqaSheet.exclude', '不参加', {
  inScope: true,
  permission: calculateSheets.permission,
  input: { id: ref('cqaSheet', '测评表', required), reason: choice('原因', EXCLUDED, required) },
  output: 'none',
  refusals,
})
export const includeStudent = action('cqa.cqaSheet.include', '恢复参加', {
  inScope: true,
  permission: calculateSheets.permission,
  input: { id: ref('cqaSheet', '测评表', required) },
  output: 'none',
  refusals,
})
/** A score that somebody gave or a list named, changed after the college confirmed it: the result follows by a correction (50-CQ12), while scores are given at once. */
export const correctScore = action('cqa.cqaSheet.correctScore', '更正得分', {
  inScope: true,
  input: {
    id: ref('cqaSheet', '测评表', required),
    indexCode: text('指标代码', { required: true, max: 20, help: '人工评分或导入的指标，如 D3' }),
    score: decimal('得分', { required: true, precision: 8, scale: 2, min: -9999, max: 9999 }),
    reason: text('原因', { required: true, min: 2, max: 200, multiline: true, help: '学生能看到' }),
  },
  output: 'none',
  refusals: {
    ...refusals,
    notGiven: '“{scheme}”里没有代码是“{code}”的人工评分或导入的指标',
    range: '“{index}”的得分须在 {min} 到 {max} 之间，填的是 {score}',
  },
})
export const sheetActions = [explainSheet, tryStudent, mySheet, calculateSheets, cancelCalculation, excludeStudent, includeStudent, correctScore]
