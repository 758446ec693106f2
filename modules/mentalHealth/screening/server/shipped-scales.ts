import type { MhScale } from '../model/scale.ts'
import type { Cutoff } from '../model/scoring.ts'

const cut = (measure: Cutoff['measure'], least: number, level: Cutoff['level'], source: string): Cutoff => ({ measure, least, level, source })
const harm = (source: string): Cutoff => cut('risk', 1, '2', source)
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)
const LICENSED = '题目有版权，随系统不附题目；学校取得授权，在外作答后导入结果。'
const FREE = '由 Pfizer 资助、Spitzer、Williams、Kroenke 等编制，声明可免费复制、翻译、展示和分发，无须许可（www.phqscreeners.com）。'
const WEEKS = '在过去的两周里，你有多少时候受到以下问题的困扰？'
const OFTEN = ['完全不会', '好几天', '一半以上的天数', '几乎每天']
const PHQ9 = 'Kroenke 等，2001'
const GAD7 = 'Spitzer 等，2006'
const SCL90 = '中国常模常用界值'
const none = { stem: LICENSED, items: [], options: [] } as const
const DEPRESSION: readonly string[] = [
  '做事时提不起劲或没有兴趣',
  '感到心情低落、沮丧或绝望',
  '入睡困难、睡不安稳或睡眠过多',
  '感觉疲倦或没有活力',
  '食欲不振或吃太多',
  '觉得自己很糟，或觉得自己很失败，或让自己或家人失望',
  '对事物专注有困难，例如阅读报纸或看电视时不能集中注意力',
  '动作或说话速度缓慢到别人已经察觉，或正好相反：烦躁或坐立不安、动来动去的情况更胜于平常',
  '有不如死掉或用某种方式伤害自己的念头',
]
const ANXIETY: readonly string[] = [
  '感觉紧张、焦虑或急切',
  '不能够停止或控制担忧',
  '对各种各样的事情担忧过多',
  '很难放松下来',
  '由于不安而无法静坐',
  '变得容易烦恼或急躁',
  '感到似乎将有可怕的事情发生而害怕',
]
const SYMPTOMS: Array<{ name: string; items: number[] }> = [
  { name: '躯体化', items: [1, 4, 12, 27, 40, 42, 48, 49, 52, 53, 56, 58] },
  { name: '强迫症状', items: [3, 9, 10, 28, 38, 45, 46, 51, 55, 65] },
  { name: '人际关系敏感', items: [6, 21, 34, 36, 37, 41, 61, 69, 73] },
  { name: '抑郁', items: [5, 14, 15, 20, 22, 26, 29, 30, 31, 32, 54, 71, 79] },
  { name: '焦虑', items: [2, 17, 23, 33, 39, 57, 72, 78, 80, 86] },
  { name: '敌对', items: [11, 24, 63, 67, 74, 81] },
  { name: '恐怖', items: [13, 25, 47, 50, 70, 75, 82] },
  { name: '偏执', items: [8, 18, 43, 68, 76, 83] },
  { name: '精神病性', items: [7, 16, 35, 62, 77, 84, 85, 87, 88, 90] },
  { name: '其他', items: [19, 44, 59, 60, 64, 66, 89] },
]
type Shipped = Omit<MhScale, 'items' | 'options' | 'isEnabled' | 'isOnline' | 'id' | 'version' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'> & {
  items: readonly string[]
  options: readonly string[]
}
/** Scales that a school begins with. Items in English are those of the originals. */
export const SHIPPED_SCALES: ReadonlyArray<Shipped> = [
  {
    ...{ code: 'PHQ-9', name: '病人健康问卷抑郁量表（PHQ-9）', edition: '中文版', stem: WEEKS, items: DEPRESSION, options: OFTEN, itemCount: 9, low: 0, high: 3, scoring: 'sum' },
    dimensions: [
      { name: '情绪和认知', items: [1, 2, 6, 7, 8, 9] },
      { name: '躯体', items: [3, 4, 5] },
    ],
    cutoffs: [cut('total', 10, '4', PHQ9), cut('total', 15, '3', PHQ9), cut('total', 20, '2', PHQ9), harm('第 9 题不是“完全不会”')],
    ...{ riskItems: [9], licenceNote: FREE },
  },
  {
    ...{ code: 'GAD-7', name: '广泛性焦虑量表（GAD-7）', edition: '中文版', stem: WEEKS, items: ANXIETY, options: OFTEN, itemCount: 7, low: 0, high: 3, scoring: 'sum' },
    dimensions: [{ name: '焦虑', items: upTo(7) }],
    cutoffs: [cut('total', 10, '4', GAD7), cut('total', 15, '3', GAD7)],
    ...{ riskItems: [], licenceNote: FREE },
  },
  {
    ...{ ...none, code: 'SCL-90', name: '症状自评量表（SCL-90）', edition: '1–5 计分', itemCount: 90, low: 1, high: 5, scoring: 'sum', dimensions: SYMPTOMS },
    cutoffs: [cut('total', 160, '4', SCL90), cut('factor', 2, '4', SCL90), cut('positives', 44, '4', SCL90), harm('第 15 题不是“没有”')],
    ...{ riskItems: [15], licenceNote: LICENSED },
  },
  {
    ...{ ...none, code: 'UPI', name: '大学生人格问卷（UPI）', edition: '56 个计分项目', itemCount: 56, low: 0, high: 1, scoring: 'sum' },
    dimensions: [{ name: '症状', items: upTo(56) }],
    cutoffs: [cut('total', 25, '4', '通用筛选标准'), harm('原问卷第 25 题选“是”')],
    ...{ riskItems: [25], licenceNote: LICENSED },
  },
  {
    ...{ ...none, code: 'SDS', name: '抑郁自评量表（SDS）', edition: '标准分', itemCount: 20, low: 1, high: 4, scoring: 'standard' },
    dimensions: [{ name: '抑郁', items: upTo(20) }],
    cutoffs: [cut('total', 53, '4', '中国常模'), harm('第 19 题不是“没有或很少时间”')],
    ...{ riskItems: [19], licenceNote: LICENSED },
  },
  {
    ...{ ...none, code: 'SAS', name: '焦虑自评量表（SAS）', edition: '标准分', itemCount: 20, low: 1, high: 4, scoring: 'standard' },
    dimensions: [{ name: '焦虑', items: upTo(20) }],
    cutoffs: [cut('total', 50, '4', '中国常模')],
    ...{ riskItems: [], licenceNote: LICENSED },
  },
]
