import { choice, date, datetime, decimal, entity, integer, list, states, text } from '#model'
import { noticeFields } from '#modules/workflow/notices/model/notice.ts'
import { roundFields, roundRefusals, schoolRound } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'

/** 50-CQ11: besides what any notice shows, dimensions, total and rank; never evidence or reasons. */
export const NOTICED = { name: '姓名', studentNo: '学号', college: '所在学院', className: '班级', dimensions: '各维度得分', total: '总分', rank: '名次' } as const
export const schemeStages = states(
  {
    scoring: { label: '评分', tone: 'going' },
    publicised: { label: '公示中', tone: 'going' },
    locked: { label: '已定', tone: 'done' },
  },
  { extendStages: ['scoring'] },
)
export const RANK_SCOPES = { class: '班级', majorGrade: '年级专业', collegeGrade: '学院年级', schoolGrade: '全校年级' } as const
export type RankScope = keyof typeof RANK_SCOPES
export const TIE_STYLES = { competition: '1、2、2、4', dense: '1、2、2、3' } as const
export const GRADE_COURSES = { all: '全部课程', required: '必修课程' } as const
export const RETAKES = { none: '不计', better: '与原成绩取高' } as const

/** Stages of scoring in their order. */
export const STAGES = { self: '学生自评', group: '小组评分', fdy: '辅导员审核', college: '学院确认' } as const
export type Stage = keyof typeof STAGES
/** 测评方案: a round in which the students of its audience are scored by a tree of indexes. Each stage begins where the one before it ends; the last ends with the round. */
export const cqaScheme = entity(
  'cqa.cqaScheme',
  '测评方案',
  {
    ...roundFields,
    noticeLevel: noticeFields.noticeLevel,
    noticeColumns: list('公示内容', choice('列', NOTICED), { max: 7 }),
    snapshotOn: date('按哪天的班级', { required: true, help: '这一天之后才来的学生不参加排名' }),
    evidenceFrom: date('佐证从', { required: true }),
    evidenceTo: date('佐证到', { required: true }),
    selfUntil: datetime('自评到', { required: true, help: '从开始起' }),
    groupUntil: datetime('小组评分到', { required: true }),
    fdyUntil: datetime('辅导员审核到', { required: true, help: '之后是学院确认，到方案结束为止' }),
    rankScopes: list('排名范围', choice('范围', RANK_SCOPES, { required: true }), { required: true, min: 1, max: 4 }),
    tieBreakers: list('同分时依次比较', text('指标代码', { required: true, max: 20 }), { max: 10 }),
    tieStyle: choice('同名次', TIE_STYLES, { required: true, initial: 'competition' }),
    fdyDelta: decimal('改动超过多少须说明', { required: true, precision: 4, scale: 2, min: 0, max: 99, initial: 1 }),
    gradeTerms: list('成绩的学期', choice('学期', { 1: '第一学期', 2: '第二学期', 3: '短学期' }, { required: true }), { max: 3 }),
    gradeCourses: choice('成绩的课程', GRADE_COURSES, { required: true, initial: 'all' }),
    gradeRetakes: choice('重修成绩', RETAKES, { required: true, initial: 'none' }),
    versionNo: integer('版本', { required: true, readonly: true, initial: 1 }),
    stage: schemeStages.field('阶段', { initial: 'scoring' }),
    calculatedAt: datetime('计算时间', { readonly: true }),
    /** While the whole scheme is calculated in the background. */
    calculatingSince: datetime('开始计算', { readonly: true }),
    /** The last stage whose beginning, and whose end to come, its people have been told. */
    openedStage: choice('已通知开始', STAGES, { readonly: true, secret: 'internal' }),
    remindedStage: choice('已提醒截止', STAGES, { readonly: true, secret: 'internal' }),
  },
  {
    ...schoolRound,
    refusals: {
      ...roundRefusals,
      noYear: '请填写“{name}”的学年，如 2026-2027',
      order: '“{what}”须晚于“{before}”（{time}）',
      evidence: '佐证的起止日期颠倒：{from} 到 {to}',
      locked: '“{name}”的结果{stage}，不能取消',
      frozen: '“{name}”已经发布，只能延长各阶段的时间',
      noRoot: '指标树须有且只有一个顶层分组，它的得分就是总分；现在有 {count} 个',
      weights: '这些分组的下级权重合计不是 100：{nodes}',
      empty: '这些分组没有下级：{nodes}',
      tie: '同分比较的“{code}”不是这个方案的指标代码',
      overlap: '这些班级的学生已在同一时期的“{other}”里：{classes}',
      nobody: '“{name}”没有可以测评的学生',
      notice: '公示不少于 {least} 个工作日',
    },
  },
)
export const schemeActions = roundActions(cqaScheme)
export const LEAST_NOTICE = 3
export type Windows = Record<'beginTime' | 'selfUntil' | 'groupUntil' | 'fdyUntil' | 'endTime', string>
export const ENDS = { self: 'selfUntil', group: 'groupUntil', fdy: 'fdyUntil', college: 'endTime' } as const
/** Each stage begins where the one before it ends. */
export const BEGINS = { self: 'beginTime', group: 'selfUntil', fdy: 'groupUntil', college: 'fdyUntil' } as const
export const windowOf = (of: Windows, stage: Stage): { from: string; until: string } => ({ from: of[BEGINS[stage]], until: of[ENDS[stage]] })
/** The stage that runs at a moment; none before the first and after the last. */
export const stageAt = (of: Windows, now = Date.now()): Stage | undefined =>
  (Object.keys(STAGES) as Stage[]).find(stage => now >= Date.parse(windowOf(of, stage).from) && now < Date.parse(windowOf(of, stage).until))
