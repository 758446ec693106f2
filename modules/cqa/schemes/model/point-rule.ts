import { bool, choice, decimal, dict, entity, ref, text } from '#model'
import { evidenceKind, evidenceLevel, evidencePlace, TEAM_ROLES } from '#modules/evidence/model/evidence.ts'

export const TEAM_SPLITS = { full: '各计全分', equal: '按人数均分', byRole: '负责人全分，成员一半' } as const
export const SAME_ACHIEVEMENT = { highest: '只计最高', sum: '都计' } as const

/** 计分规则: what evidence of a kind is worth under an index. Of several rules that fit an entry the most exact one counts. */
export const cqaPointRule = entity(
  'cqa.cqaPointRule',
  '计分规则',
  {
    indexId: ref('cqaIndex', '指标', { required: true, immutable: true }),
    evidenceKind: dict('佐证类别', evidenceKind, { required: true }),
    level: dict('级别', evidenceLevel, { help: '不填为各级别' }),
    place: dict('等次', evidencePlace, { help: '不填为各等次' }),
    teamRole: choice('角色', TEAM_ROLES, { help: '不填为各角色' }),
    /** A word in the title of what has no level of its own, such as a punishment. */
    titleHas: text('内容含有', { max: 40, help: '如 严重警告；不填为不限' }),
    points: decimal('分值', { required: true, precision: 6, scale: 2, min: 0, max: 9999 }),
    perUnit: bool('按时长或次数', { required: true, initial: false, help: '分值乘以时长或次数' }),
    capPerStudent: decimal('每人最多', { precision: 6, scale: 2, min: 0, max: 9999 }),
    teamSplit: choice('团队', TEAM_SPLITS, { required: true, initial: 'full' }),
    sameAchievement: choice('同一成果', SAME_ACHIEVEMENT, { required: true, initial: 'highest' }),
    dimensionCap: decimal('所在维度最多', { precision: 6, scale: 2, min: 0, max: 9999, help: '有这样的佐证时，所在维度不超过它' }),
  },
  {
    title: 'evidenceKind',
    scope: { everyone: 'what evidence is worth, without data of students' },
    sort: ['evidenceKind', '-points'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      frozen: '“{scheme}”已经发布，指标和计分规则不能再改',
      kind: '“{name}”的得分不来自佐证，不能设计分规则',
    },
  },
)
