import { action, bool, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { schemeStages } from '../../schemes/model/scheme.ts'

const required = { required: true } as const
const id = ref('cqaScheme', '测评方案', required)
/** 50-CQ11: puts the confirmed results of a scheme on public notice; once more for those that an upheld objection sent back. */
export const publiciseSheets = action('cqa.cqaScheme.publicise', '公示', {
  inScope: true,
  input: { id },
  output: { count: integer('人数', required), endAt: datetime('结束', required) },
  refusals: {
    over: '“{name}”{state}，不能公示',
    running: '“{name}”正在计算，开始于 {since}，算完再公示',
    unconfirmed: '还有 {count} 人没有经学院确认：{classes}',
    nothing: '“{name}”没有待公示的结果',
  },
})
/** Where the results of each published scheme are. */
export const schemeProgress = action('cqa.cqaScheme.progress', '测评进度', {
  method: 'GET',
  permission: publiciseSheets.permission,
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    name: text('名称', { required: true, max: 100 }),
    xn: text('学年', { max: 9 }),
    stage: schemeStages.field('阶段'),
    calculatedAt: datetime('计算时间'),
    scoring: integer('评分中', required),
    confirmed: integer('待公示', required),
    publicised: integer('公示中', required),
    final: integer('已定', required),
    excluded: integer('不参加测评', required),
    pending: integer('待补成绩', required),
    noticeEndAt: datetime('公示到'),
    openObjections: integer('未办结异议', required),
  },
})
const total = (label: string) => decimal(label, { precision: 8, scale: 4 })
const CORRECTION_REFUSALS = {
  scoring: '“{name}”还在评分，重新计算即可，不用更正',
  noticed: '“{name}”有 {count} 人的结果正在公示，公示结束再更正',
  same: '“{name}”重新计算的结果与现在的相同，没有要更正的',
  changed: '核对以后数据又变了，请重新核对再批准',
} as const
/** 50-CQ12: who would have another result if the scheme were calculated now: from what to what, and why. Nothing is written. */
export const resultDifferences = action('cqa.cqaSheet.differences', '核对差异', {
  method: 'GET',
  isSlow: true,
  permission: 'cqa:cqaSheet:correct',
  input: { id },
  output: {
    /** Stands for the whole list: what is approved is what was seen. */
    seen: text('校验值', { required: true, max: 32 }),
    count: integer('人数', required),
    rows: list(
      '差异',
      shape('差异', {
        id: text('测评表', { required: true, max: 36 }),
        name: text('姓名', { required: true, max: 64 }),
        studentNo: text('学号', { max: 20 }),
        className: text('班级', { max: 60 }),
        fromTotal: total('原总分'),
        toTotal: total('新总分'),
        fromRank: integer('原名次'),
        toRank: integer('新名次'),
        changes: text('得分变动', { max: 500, translatable: true }),
        isRankOnly: bool('只有名次变动', required),
      }),
      required,
    ),
  },
  refusals: CORRECTION_REFUSALS,
})
/** 50-CQ12: the new version supersedes the old; the students are told, and awards that used the old ranks are looked at again. */
export const correctResults = action('cqa.cqaSheet.correct', '批准更正', {
  isSlow: true,
  input: { id, seen: text('校验值', { required: true, max: 32 }), reason: text('原因', { required: true, min: 2, max: 200, multiline: true, help: '学生能看到' }) },
  output: { count: integer('人数', required) },
  refusals: CORRECTION_REFUSALS,
})
