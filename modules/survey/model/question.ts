import { bool, choice, decimal, integer, list, shape, text, type Values } from '#model'

const need = { required: true } as const
export const QUESTION_TYPES = {
  single: '单选',
  multi: '多选',
  dropdown: '下拉',
  text: '填空',
  number: '数字',
  date: '日期',
  region: '地区',
  phone: '电话',
  scale: '量表',
  nps: '推荐度',
  matrix: '矩阵',
  ranking: '排序',
  allocation: '分配 100 分',
  file: '文件',
  signature: '签名',
  statement: '说明',
  page: '分页',
} as const
export type QuestionType = keyof typeof QUESTION_TYPES
export const CELLS = { single: '单选', multi: '多选', scale: '打分' } as const
export const OPERATORS = { is: '选了', isNot: '没有选', ge: '不小于', le: '不大于', answered: '答了' } as const
/** What the school knows about whoever answers: filled in, never asked (60-SV7). */
export const PREFILLS = { name: '姓名', accountNo: '学号或工号', college: '学院', className: '班级', grade: '年级', gender: '性别', phone: '手机' } as const
export const SENSITIVITIES = { S1: '个人信息', S2: '敏感信息' } as const

const key = text('代号', { ...need, max: 20, format: 'code' })
const option = shape(
  '选项',
  {
    key,
    label: text('选项', { ...need, max: 200 }),
    exclusive: bool('与其他选项互斥'),
    openText: bool('可补充文字'),
    score: integer('分值', { min: -1000, max: 1000 }),
  },
  need,
)
const rule = shape('条件', { question: key, op: choice('比较', OPERATORS, need), value: text('值', { max: 40 }) }, need)
/** Without an option it jumps whatever is answered. */
const jump = shape('跳题', { option: text('选项', { max: 20 }), to: text('跳到', { ...need, max: 20 }) }, need)
const contradiction = shape('矛盾', { option: text('本题选', { ...need, max: 20 }), question: key, value: text('那题选', { ...need, max: 20 }) }, need)
export const questionFields = {
  key,
  type: choice('题型', QUESTION_TYPES, need),
  title: text('题目', { ...need, max: 300, multiline: true }),
  help: text('提示', { max: 300 }),
  required: bool('必答'),
  options: list('选项', option, { max: 60 }),
  /** Lines of a matrix. */
  rows: list('矩阵行', shape('行', { key, label: text('行', { ...need, max: 200 }) }, need), { max: 40 }),
  cell: choice('矩阵填法', CELLS),
  /** Number of options, length of a text, bounds of a number or a scale. */
  min: decimal('最少', { precision: 12, scale: 2 }),
  max: decimal('最多', { precision: 12, scale: 2 }),
  showIf: list('显示条件', rule, { max: 20 }),
  showAny: bool('满足任一条件就显示'),
  jumps: list('跳题', jump, { max: 60 }),
  contradicts: list('与前面矛盾', contradiction, { max: 20 }),
  prefill: choice('自动填入', PREFILLS),
  randomise: bool('选项乱序'),
  sensitivity: choice('敏感程度', SENSITIVITIES),
} as const
export const questionShape = shape('题目', questionFields, need)
export type Question = Values<typeof questionFields>
export type Option = NonNullable<Question['options']>[number]
export type Rule = NonNullable<Question['showIf']>[number]
export const END = 'end'
export const MOST_QUESTIONS = 200

export const CHOICES: ReadonlySet<QuestionType> = new Set(['single', 'multi', 'dropdown', 'ranking', 'allocation'])
/** Answered by one of its options. */
export const isOneChoice = ({ type }: Pick<Question, 'type'>): boolean => type === 'single' || type === 'dropdown'
/** Asks nothing. */
export const isSilent = ({ type }: Pick<Question, 'type'>): boolean => type === 'statement' || type === 'page'
/** A question with nothing set but what is given. */
export const question = (given: Pick<Question, 'key' | 'type' | 'title'> & Partial<Question>): Question => ({
  ...(Object.fromEntries(Object.keys(questionFields).map(name => [name, null])) as unknown as Question),
  ...given,
})
/** The number each question is called by; statements and page breaks have none. */
export function numbersOf(questions: readonly Question[]): ReadonlyMap<string, number> {
  return new Map(questions.filter(q => !isSilent(q)).map((q, i) => [q.key, i + 1]))
}
/** Lowest and highest mark of a scale. */
export const scaleOf = ({ type, min, max }: Pick<Question, 'type' | 'min' | 'max'>): { low: number; high: number } =>
  type === 'nps' ? { low: 0, high: 10 } : { low: min ?? 1, high: max ?? 5 }
/** Key of the text beside an option. */
export const textKey = (questionKey: string, optionKey: string): string => `${questionKey}.${optionKey}`
