import { bool, choice, date, entity, integer, json, list, ref, rich, text } from '#model'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { DESIGN_PROBLEMS } from './check-questions.ts'
import { type KeptStrata, STRATA } from './strata.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const KINDS = { survey: '问卷', form: '表单', vote: '投票' } as const
export const ANONYMITY = { named: '实名', confidential: '保密', anonymous: '匿名' } as const
/** Who answers: those of the audience, or of each student in it a guardian, by a link to their phone. */
export const ASKED = { self: '受众本人', guardian: '受众学生的监护人' } as const
export const ONCE_PER = { person: '每人一次（须登录）', device: '每台设备一次', none: '不限' } as const
export const RESULTS_FOR = { owner: '只有发起人', answered: '答过的人', public: '受众都能看' } as const
/** A list of questions put to an audience for a window. */
export const survey = entity(
  'survey.survey',
  '问卷',
  {
    ...roundFields,
    intro: rich('开头的话', { max: 20_000 }),
    thanks: rich('结束语', { max: 5000 }),
    kind: choice('类型', KINDS, { ...need, initial: 'survey' }),
    anonymity: choice('署名', ANONYMITY, { ...need, initial: 'named', help: '发布后不能改。保密的只有指定的人看得到谁答了什么，匿名的谁也看不到' }),
    asked: choice('填写人', ASKED, { ...need, initial: 'self', help: '监护人凭短信里的链接填写，不用账号，每名学生一份' }),
    isPublic: bool('公开', { ...need, initial: false, help: '受众以外的人也可以凭编号在公开页面填写' }),
    oncePer: choice('公开填写次数', ONCE_PER, { ...need, initial: 'device' }),
    publicCode: text('公开编号', { ...readonly, max: 12, format: 'code' }),
    editable: bool('结束前可修改', { ...need, initial: false }),
    quota: integer('份数上限', { min: 1, max: 1_000_000 }),
    strata: list('随匿名答卷保存', choice('分组', STRATA, need), { max: 4, help: '每种组合在受众里不足 5 人的，发布时自动放粗' }),
    keptStrata: json<KeptStrata>('实际保存的分组', { ...readonly, secret: 'internal' }),
    resultsFor: choice('结果给谁看', RESULTS_FOR, { ...need, initial: 'owner', help: '投票结束后才给人看' }),
    analystIds: list('保密答卷的阅读人', ref('user', '阅读人', need), { max: 20 }),
    purposeText: text('收集目的', { max: 300, multiline: true, help: '问到个人信息或敏感信息时必填，填写人看得到' }),
    deleteAfter: date('到期删除', { help: '到这一天，个人信息和敏感信息的答案被删除，只留统计' }),
    /** Its current version; 1 until it is published. */
    versionNo: integer('版本', { ...need, ...readonly, initial: 1 }),
    outcome: text('结果反馈', { ...readonly, max: 1000, multiline: true }),
    ownerId: ref('user', '发起人', readonly),
    /** Ties a counsellor to their own, whose scope is that of classes. */
    teacherId: ref('teacher', '发起的教职工', { ...readonly, secret: 'internal' }),
    questionCount: integer('题数', { computed: true }),
    answerCount: integer('答卷', { computed: true }),
  },
  {
    title: 'name',
    scope: { user: 'ownerId', teacher: 'teacherId', department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    unique: [['publicCode']],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      ...DESIGN_PROBLEMS,
      fixedField: '“{name}”已经发布，不能再改{what}',
      beyondWording: '“{name}”已经发布，“{title}”只能改文字、在末尾增加选项',
      purpose: '“{title}”问的是{what}，须写明收集目的和到期删除的日期',
      deletion: '到期删除 {day} 须晚于问卷结束',
      anonymousForm: '匿名问卷不能{what}',
      known: '系统已经知道{title}，不用再问：{instead}',
      scale: '“{scale}”是心理量表，请在心理健康里使用，这里不能问',
      publicForm: '公开问卷不能{what}',
      guardianForm: '请监护人填的问卷不能{what}',
      noLink: '链接无效，请核对短信里的链接',
      noCode: '问卷不存在或已结束',
      signIn: '“{name}”要登录后填写',
      analysts: '保密问卷须指定答卷的阅读人',
    },
  },
)
export const surveyRound = roundActions(survey)
