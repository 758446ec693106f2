import type { Parameter } from '#model'
import { LEVELS } from './levels.ts'

const NEW = '从新立案的案件起，已立案的不变'
const { none: _, expulsion: __, ...LIGHTER } = LEVELS
const FROM = { off: '不限制', all: '任何处分', ...LIGHTER }
const days = (label: string, initial: number, help: string, unit = '天') => ({ label, initial, min: 1, max: 180, unit, help, effect: NEW }) as const
const months = (label: string, initial: number) => ({ label, initial, min: 1, max: 24, unit: '个月', effect: NEW }) as const
const bars = (label: string, initial: string) => ({ label, initial, choices: FROM, help: '处分期内从这一档起限制，解除后不再限制' }) as const

/** School parameters of discipline; those of clocks and periods are kept by each case as they were when it was opened. */
export const CASE_PARAMETERS = {
  'clock.defenceDays': days('陈述申辩期限', 5, '告知书送达次日起算', '个工作日'),
  'clock.appealDays': days('校内申诉期限', 10, '收到处分决定次日起算（41 号令第六十条）'),
  'clock.correctDays': days('补正申诉材料期限', 5, '通知补正次日起算', '个工作日'),
  'clock.reviewDays': days('申诉复查期限', 15, '收到申诉次日起算（第六十一条）'),
  'clock.reviewExtraDays': days('申诉复查延长', 15, '经校领导批准可以延长一次'),
  'clock.provinceDays': days('省级申诉期限', 15, '收到复查结论次日起算（第六十二条）'),
  'clock.publicDays': days('公告视为送达', 30, '公告之日起'),
  'clock.movesOn': { label: '期限末日顺延到工作日', initial: true, effect: NEW },
  'period.warning': months('警告处分期', 6),
  'period.seriousWarning': months('严重警告处分期', 8),
  'period.demerit': months('记过处分期', 10),
  'period.probation': months('留校察看期', 12),
  'period.pauses': { label: '休学期间处分期暂停', initial: true, effect: NEW },
  'lift.askDays': days('期满前提醒', 30, '期满前这么多天提醒学生和辅导员'),
  'lift.earlyMonths': months('有突出表现可提前解除，至少满', 6),
  'lift.mostMonths': months('处分期延长合计最长', 12),
  witnesses: { label: '留置送达见证人', initial: 2, min: 1, max: 5, unit: '人', effect: NEW },
  schoolShort: { label: '学校简称', initial: '校', help: '用于处分文号' },
  pattern: { label: '处分决定文号', initial: '{校简称}学处〔{yyyy}〕{seq}号', help: '可用 {校简称} {yyyy} {seq}，每年从 1 起，不断号' },
  liftPattern: { label: '解除处分文号', initial: '{校简称}学解〔{yyyy}〕{seq}号', help: '可用 {校简称} {yyyy} {seq}，每年从 1 起，不断号' },
  appealPattern: { label: '申诉复查文号', initial: '{校简称}申复〔{yyyy}〕{seq}号', help: '可用 {校简称} {yyyy} {seq}，每年从 1 起，不断号' },
  appealTo: { label: '申诉受理机构', initial: '学生申诉处理委员会', help: '写进处分决定书的申诉途径' },
  quorumPercent: { label: '申诉复查到会比例', initial: 67, min: 50, max: 100, unit: '%', help: '出席委员占委员总数' },
  noHeavier: { label: '申诉不加重', initial: true, help: '复查后改变决定的，不得比原决定重' },
  waitsForAppeal: { label: '申诉期满才执行开除学籍', initial: true },
  'bars.awards': bars('限制评奖评优', 'all'),
  'bars.offices': bars('限制担任学生干部', 'seriousWarning'),
  'bars.transfers': bars('限制推免和转专业', 'demerit'),
  'bars.graduation': bars('限制毕业', 'probation'),
  'bars.workStudy': bars('限制勤工助学', 'off'),
  'bars.aid': bars('限制困难资助', 'off'),
} as const satisfies Readonly<Record<string, Parameter>>
