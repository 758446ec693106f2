import { decimal, integer, statistics } from '#model'

const count = (label: string) => integer(label, { required: true })
/** Mean days of each stage, up to the service of the decision. */
const STAGES = { toNotice: decimal('调查告知天数'), toHeard: decimal('陈述申辩天数'), toDecision: decimal('审批决定天数'), toService: decimal('决定送达天数') } as const
const rate = { perThousand: decimal('每千人处分') } as const
/** Punishments decided in a span, and appeals submitted in it. */
export const punishmentStatistics = statistics('discipline.punishment.statistics', '处分统计', {
  most: 3700,
  sums: {
    punishments: count('处分'),
    students: count('受处分学生'),
    repeated: count('再次受处分'),
    repeatShare: decimal('再犯率'),
    days: decimal('平均办理天数'),
    ...STAGES,
  },
  by: { byCollege: { label: '学院', more: rate }, byGrade: { label: '年级', more: rate }, byCategory: { label: '违纪类别', more: rate }, byYear: '年份' },
  more: { ...rate, pupils: count('在校学生'), appeals: count('申诉'), concluded: count('已有结论'), altered: count('已撤销或变更'), alteredShare: decimal('改变原决定比例') },
})
export const STAGE_KEYS = Object.keys(STAGES) as ReadonlyArray<keyof typeof STAGES>
