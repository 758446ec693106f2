import type { Floor, IndexItem, Threshold } from './index-model.ts'

const other = (points = 0) => ({ key: 'none', label: '没有', points })
const told = (label: string, points: number) => [{ key: 'yes', label, points, values: ['yes'] }, other()]
/** What a school begins with; it copies and changes it. */
export const DEFAULT_ITEMS: readonly IndexItem[] = [
  {
    ...{ key: 'income', factor: 'economy', question: '人均年收入', why: '反映家庭的经济状况', source: 'incomePerHead', weight: 35 },
    options: [
      { key: 'a', label: '不超过 6000 元', points: 100, upTo: 6000 },
      { key: 'b', label: '不超过 12000 元', points: 75, upTo: 12_000 },
      { key: 'c', label: '不超过 24000 元', points: 40, upTo: 24_000 },
      { key: 'd', label: '超过 24000 元', points: 0 },
    ],
  },
  {
    ...{ key: 'group', factor: 'group', question: '特殊困难群体', why: '国家政策重点保障的群体', source: 'specialGroups', weight: 20 },
    options: [
      { key: 'a', label: '特困、孤儿或烈士子女', points: 100, values: ['extremePoverty', 'orphan', 'unsupportedChild', 'martyrChild'] },
      { key: 'b', label: '低保、残疾或脱贫家庭', points: 80, values: ['lowIncome', 'disabledStudent', 'disabledParent', 'liftedPoverty'] },
      other(),
    ],
  },
  {
    ...{ key: 'illness', factor: 'event', question: '家庭成员重大疾病', why: '医疗支出会影响生活费', source: 'illness', weight: 15 },
    options: told('有', 100),
  },
  {
    ...{ key: 'disaster', factor: 'event', question: '自然灾害', why: null, source: 'disaster', weight: 8 },
    options: told('有', 100),
  },
  {
    ...{ key: 'studying', factor: 'economy', question: '在读人数', why: '多人上学的家庭负担更重', source: 'studyingCount', weight: 10 },
    options: [
      { key: 'a', label: '1 人', points: 20, upTo: 1 },
      { key: 'b', label: '2 人', points: 60, upTo: 2 },
      { key: 'c', label: '3 人以上', points: 100 },
    ],
  },
  {
    ...{ key: 'support', factor: 'economy', question: '赡养人数', why: null, source: 'supportCount', weight: 5 },
    options: [
      { key: 'a', label: '没有', points: 0, upTo: 0 },
      { key: 'b', label: '1 至 2 人', points: 60, upTo: 2 },
      { key: 'c', label: '3 人以上', points: 100 },
    ],
  },
  {
    ...{ key: 'fees', factor: 'other', question: '学费和住宿费主要靠什么支付', why: '了解是否需要助学贷款', source: 'asked', weight: 7 },
    options: [
      { key: 'loan', label: '助学贷款或借款', points: 100 },
      { key: 'part', label: '家庭支付一部分', points: 60 },
      { key: 'family', label: '家庭全部支付', points: 0 },
    ],
  },
]
export const DEFAULT_THRESHOLDS: readonly Threshold[] = [
  { level: 'special', from: 65 },
  { level: 'hard', from: 50 },
  { level: 'general', from: 35 },
]
export const DEFAULT_FLOORS: readonly Floor[] = [
  ...['extremePoverty', 'orphan', 'unsupportedChild'].map(group => ({ group, level: 'special' })),
  ...['lowIncome', 'martyrChild', 'liftedPoverty'].map(group => ({ group, level: 'hard' })),
  ...['disabledStudent', 'disabledParent'].map(group => ({ group, level: 'general' })),
]
