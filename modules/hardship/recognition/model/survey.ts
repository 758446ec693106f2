import { bool, date, datetime, dict, entity, files, integer, json, list, money, ref, shape, text } from '#model'
import { healthCode, relationCode } from '#model/national.ts'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { familyAsset, housing, specialGroup, workStatus } from './dictionaries.ts'

const S2 = { sensitivity: 'S2' } as const
const event = (label: string, help: string) => text(label, { max: 500, multiline: true, help, ...S2 })
const people = (label: string) => integer(label, { min: 1, max: 20 })
/** A member of the family, as the student tells it. */
export const member = shape('家庭成员', {
  name: text('姓名', { required: true, max: 60 }),
  relation: dict('关系', relationCode, { required: true }),
  age: integer('年龄', { min: 0, max: 120 }),
  job: text('职业', { max: 60 }),
  workStatus: dict('从业状况', workStatus),
  health: dict('健康状况', healthCode),
  income: money('年收入', { min: 0, max: 100_000_000_000 }),
})
export interface Member {
  name: string
  relation: string
  age: number | null
  job: string | null
  workStatus: string | null
  health: string | null
  income: number | null
}
/** What the four steps of the form ask. Everything is optional while it is a draft; applying asks for what is required. */
export const surveyForm = {
  homeCanton: cantonCode('家庭所在地', { sensitivity: 'S1', mask: 'whole', help: '不同地区的收入水平不同' }),
  homeAddress: text('家庭地址', { max: 200, sensitivity: 'S1', mask: 'address' }),
  parentPhone: text('家长电话', { max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
  householdSize: people('家庭人口'),
  studyingCount: integer('在读人数', { min: 1, max: 20, help: '包括本人' }),
  supportCount: integer('赡养人数', { min: 0, max: 20, help: '需要赡养的老人' }),
  annualIncome: money('家庭年收入', { min: 0, max: 100_000_000_000, help: '用来计算人均收入', ...S2 }),
  incomeNote: text('收入说明', { max: 500, multiline: true, ...S2 }),
  housing: dict('住房', housing),
  assets: list('家庭资产', dict('资产', familyAsset), { max: 6 }),
  loanThisYear: bool('本学年申请助学贷款'),
  specialGroups: list('特殊群体', dict('特殊群体', specialGroup), { max: 8, help: '学校会与有关部门的名单核对', ...S2 }),
  disaster: event('自然灾害', '写明年份和损失金额'),
  illness: event('重大疾病', '写明年份和自付金额'),
  unemployment: event('失业', '写明年份和影响'),
  debt: event('负债', '写明年份、原因和金额'),
} as const
export const STEPS = { family: '家庭成员', economy: '家庭经济', event: '特殊情况', promise: '补充与承诺' } as const
export type Step = keyof typeof STEPS
/** The fields of each step, in the order they are asked. */
export const STEP_FIELDS = {
  family: ['homeCanton', 'homeAddress', 'parentPhone', 'members', 'householdSize', 'studyingCount', 'supportCount'],
  economy: ['annualIncome', 'incomeNote', 'housing', 'assets', 'loanThisYear'],
  event: ['specialGroups', 'disaster', 'illness', 'unemployment', 'debt'],
  promise: ['answers', 'proofs'],
} as const satisfies Record<Step, readonly string[]>

/** 家庭情况: what a student says of the own family, always as it is now. An application keeps a copy as it was. */
export const aidSurvey = entity(
  'hardship.aidSurvey',
  '家庭情况',
  {
    studentId: ref('student', '学生', { required: true, readonly: true }),
    ...surveyForm,
    members: json<readonly Member[]>('家庭成员', { ...S2 }),
    /** Options chosen for what the model asks beside the form, by key of the question. */
    answers: json<Readonly<Record<string, string>>>('补充问题', { ...S2 }),
    proofs: files('证明材料', { maxFiles: 8, types: ['jpg', 'jpeg', 'png', 'pdf'], help: '可以不传', ...S2 }),
    incomePerHead: money('人均年收入', { readonly: true, ...S2 }),
    submittedAt: datetime('提交时间', { readonly: true }),
    /** Last change by the student; drafts that were never submitted are erased by it. */
    savedOn: date('保存日期', { readonly: true }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['studentId']],
    verbs: [],
    refusals: {
      missing: '“{step}”还没有填：{fields}',
      unchecked: '请逐项核对去年的内容，还没有核对：{lines}',
      promise: '承诺须签自己的姓名“{name}”',
      fewMembers: '家庭人口 {size} 人，只填了 {count} 位家庭成员（不含本人）',
      studying: '在读人数 {studying} 多于家庭人口 {size}',
      incomeZero: '家庭年收入为 0，但有 {count} 位成年人在工作，请写明收入说明',
      incomeMembers: '家庭成员的年收入合计 {sum} 元，多于家庭年收入 {income} 元',
      answers: '还有 {count} 个补充问题没有回答',
    },
  },
)
/** Every line of the form by its label: a survey of last year is confirmed or changed line by line (40-D10). */
export type Line = (typeof STEP_FIELDS)[Step][number]
export const LINES = Object.fromEntries(Object.values(STEP_FIELDS).flatMap((names: readonly Line[]) => names.map(name => [name, aidSurvey.fields[name].label]))) as Readonly<
  Record<Line, string>
> // made of all lines
