import { CHOICES, END, isOneChoice, isSilent, MOST_QUESTIONS, numbersOf, type Question, type Rule } from './question.ts'

/** What is wrong with a list of questions; the texts are in `DESIGN_PROBLEMS`. */
export interface Problem {
  key: string
  rule: keyof typeof DESIGN_PROBLEMS
  values: Readonly<Record<string, string | number | Called>>
}
/** How a question is called in a message: its number, in the reader's language, or its title. */
export type Called = string | { text: '第 {n} 题'; values: { n: number } }
export const DESIGN_PROBLEMS = {
  empty: '还没有题目',
  many: '共 {n} 题，最多 {most} 题',
  sameKey: '{which}与前面的题代号相同：{key}',
  sameOption: '{which}有两个选项代号相同：{option}',
  noOptions: '{which}至少要有两个选项',
  noRows: '{which}至少要有一行',
  bounds: '{which}最少 {min} 大于最多 {max}',
  tooMany: '{which}至少选 {min} 项，只有 {n} 个选项',
  cycle: '{which}与“{other}”的显示条件互相引用',
  later: '{which}的条件引用了后面的“{other}”，只能引用前面的题',
  unknown: '{which}的条件引用了没有的题：{other}',
  missingOption: '{which}的条件用到“{other}”里没有的选项：{option}',
  backward: '{which}跳回了前面的“{other}”，只能向后跳',
  noTarget: '{which}要跳到的题不存在：{other}',
  unreachable: '{which}谁也到不了',
  requiredUnseen: '{which}必答，但谁也看不到',
} as const

function called(q: Question, numbers: ReadonlyMap<string, number>): Called {
  const n = numbers.get(q.key)
  return n === undefined ? `“${q.title}”` : { text: '第 {n} 题', values: { n } }
}

/** Everything that keeps a list of questions from being published (60-SV2). */
export function problemsOf(questions: readonly Question[]): Problem[] {
  if (!questions.some(q => !isSilent(q))) return [{ key: '', rule: 'empty', values: {} }]
  if (questions.length > MOST_QUESTIONS) return [{ key: '', rule: 'many', values: { n: questions.length, most: MOST_QUESTIONS } }]
  const numbers = numbersOf(questions)
  const found: Problem[] = []
  const add = (q: Question, rule: Problem['rule'], values: Record<string, string | number> = {}): void =>
    void found.push({ key: q.key, rule, values: { which: called(q, numbers), ...values } })
  const graph = graphOf(questions)
  for (const [i, q] of questions.entries()) {
    if (graph.places.get(q.key) !== i) add(q, 'sameKey', { key: q.key })
    checkForm(q, add)
    checkRules(questions, q, i, graph, add)
  }
  // a list with broken references has no walks to judge
  if (!found.length) for (const q of unseen(questions)) add(q, q.required ? 'requiredUnseen' : 'unreachable')
  return found
}
type Add = (q: Question, rule: Problem['rule'], values?: Record<string, string | number>) => void
function checkForm(q: Question, add: Add): void {
  const options = q.options ?? []
  const twice = options.find((o, i) => options.findIndex(other => other.key === o.key) !== i)
  if (twice) add(q, 'sameOption', { option: twice.key })
  if ((CHOICES.has(q.type) || (q.type === 'matrix' && q.cell !== 'scale')) && options.length < 2) add(q, 'noOptions')
  if (q.type === 'matrix' && !q.rows?.length) add(q, 'noRows')
  if (q.min !== null && q.max !== null && q.min > q.max) add(q, 'bounds', { min: q.min, max: q.max })
  if (q.type === 'multi' && (q.min ?? 0) > options.length) add(q, 'tooMany', { min: q.min ?? 0, n: options.length })
}
interface Graph {
  places: ReadonlyMap<string, number>
  named(key: string): string
}
function graphOf(questions: readonly Question[]): Graph {
  const places = new Map<string, number>()
  for (const [i, { key }] of questions.entries()) if (!places.has(key)) places.set(key, i)
  return { places, named: key => questions[places.get(key) ?? -1]?.title ?? key }
}
const refersTo = (q: Question | undefined, key: string): boolean => (q?.showIf ?? []).some(rule => rule.question === key)
function checkRules(questions: readonly Question[], q: Question, i: number, { places, named }: Graph, add: Add): void {
  for (const rule of [...(q.showIf ?? []), ...(q.contradicts ?? []).map(c => ({ question: c.question, op: 'is', value: c.value }) as Rule)]) {
    const at = places.get(rule.question)
    const other = questions[at ?? -1]
    if (at === undefined || !other) add(q, 'unknown', { other: rule.question })
    else if (at >= i) add(q, at === i || refersTo(other, q.key) ? 'cycle' : 'later', { other: named(rule.question) })
    else if (namesMissing(other, rule)) add(q, 'missingOption', { other: named(rule.question), option: rule.value ?? '' })
  }
  for (const jump of q.jumps ?? []) {
    const at = places.get(jump.to)
    if (jump.to !== END && at === undefined) add(q, 'noTarget', { other: jump.to })
    else if (at !== undefined && at <= i) add(q, 'backward', { other: named(jump.to) })
    if (jump.option && !(q.options ?? []).some(o => o.key === jump.option)) add(q, 'missingOption', { other: q.title, option: jump.option })
  }
  for (const { option } of q.contradicts ?? []) if (!(q.options ?? []).some(o => o.key === option)) add(q, 'missingOption', { other: q.title, option })
}
const namesMissing = (q: Question, { op, value }: Rule): boolean =>
  (op === 'is' || op === 'isNot') && (isOneChoice(q) || q.type === 'multi') && !(q.options ?? []).some(o => o.key === value)

/** Questions that no walk meets: nothing leads there, or what they ask for cannot come together. */
function unseen(questions: readonly Question[]): Question[] {
  const reached = reachedOf(questions)
  const places = new Map(questions.map((q, i) => [q.key, i]))
  const hidden = new Set<string>()
  for (const [i, q] of questions.entries()) {
    if (!reached.has(i) || !canShow(questions, places, q, hidden)) hidden.add(q.key)
  }
  return questions.filter(q => hidden.has(q.key))
}
/** Places that the next question or a jump leads to. */
function reachedOf(questions: readonly Question[]): ReadonlySet<number> {
  const places = new Map(questions.map((q, i) => [q.key, i]))
  const reached = new Set<number>([0])
  for (const [i, q] of questions.entries()) {
    if (!reached.has(i)) continue
    for (const { to } of q.jumps ?? []) if (to !== END) reached.add(places.get(to) ?? i)
    if (!alwaysJumps(q)) reached.add(i + 1)
  }
  return reached
}
/** A question that is always shown and leaves by a jump whatever is answered. */
const alwaysJumps = (q: Question): boolean =>
  !q.showIf?.length && ((q.jumps ?? []).some(j => !j.option) || (q.required === true && isOneChoice(q) && (q.options ?? []).every(o => q.jumps?.some(j => j.option === o.key))))
/** Whether a question's conditions can hold together with those of the questions they name. */
function canShow(questions: readonly Question[], places: ReadonlyMap<string, number>, q: Question, hidden: ReadonlySet<string>): boolean {
  const rules = q.showIf ?? []
  if (!rules.length) return true
  const alive = rules.filter(rule => !hidden.has(rule.question))
  if (q.showAny) return alive.length > 0
  if (alive.length < rules.length) return false
  return isPossible(questions, places, needsOf(questions, places, q))
}
/** What must hold for a question to show, with what its conditions need themselves. */
function needsOf(questions: readonly Question[], places: ReadonlyMap<string, number>, q: Question): Rule[] {
  if (!q.showIf?.length || q.showAny) return []
  return q.showIf.flatMap(rule => {
    const other = questions[places.get(rule.question) ?? -1]
    return other ? [rule, ...needsOf(questions, places, other)] : [rule]
  })
}
function isPossible(questions: readonly Question[], places: ReadonlyMap<string, number>, rules: readonly Rule[]): boolean {
  return [...Map.groupBy(rules, rule => rule.question)].every(([key, own]) => {
    const q = questions[places.get(key) ?? -1]
    const wanted = new Set(own.flatMap(r => (r.op === 'is' ? [r.value] : [])))
    const unwanted = new Set(own.flatMap(r => (r.op === 'isNot' ? [r.value] : [])))
    const low = Math.max(...own.flatMap(r => (r.op === 'ge' ? [Number(r.value)] : [])), Number.NEGATIVE_INFINITY)
    const high = Math.min(...own.flatMap(r => (r.op === 'le' ? [Number(r.value)] : [])), Number.POSITIVE_INFINITY)
    if ([...wanted].some(value => unwanted.has(value)) || low > high) return false
    if (!q || !isOneChoice(q)) return true
    return wanted.size ? wanted.size === 1 : (q.options ?? []).some(o => !unwanted.has(o.key))
  })
}
/** Questions titled by what the school knows already, asked all the same (60-SV7). */
export const askedThoughKnown = (questions: readonly Question[]): Question[] => questions.filter(q => !q.prefill && KNOWN.test(q.title.trim()))
const KNOWN = /^(?:你的|您的|请填写|请输入)?(?:姓名|学号|工号|学号或工号|(?:所在)?学院|(?:所在)?班级|年级|性别|手机(?:号|号码)?)[：:？?]?$/
