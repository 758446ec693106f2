import type { EnlistRecord, Stage } from './record.ts'

/** What the student does next, and what to bring, at each stage. */
const STEPS: Readonly<Record<Stage, { next: string; bring: readonly string[] }>> = {
  registered: { next: '等待体检通知，留意短信', bring: ['身份证', '户口本', '学生证', '近视手术等病历'] },
  medical: { next: '按通知的时间和地点参加体检，当天空腹', bring: ['身份证', '体检通知', '一寸照片'] },
  review: { next: '配合政治考核，到户籍地派出所办理证明', bring: ['身份证', '户口本', '学籍证明'] },
  chosen: { next: '领到入伍通知书后，把通知书交给辅导员', bring: ['入伍通知书', '银行卡', '学费补偿申请表'] },
  enlisted: { next: '安心服役；学费补偿和贷款代偿可以在这里申请', bring: [] },
  discharged: { next: '在最晚复学日期以前向学工处办理复学', bring: ['退役证', '身份证', '复学申请'] },
  returned: { next: '到新的班级报到；学费减免在出账时办理', bring: [] },
  notReturning: { next: '学籍事宜请联系学工处', bring: [] },
  failed: { next: '可以在下一个征兵季再登记', bring: [] },
  sentBack: { next: '请联系学工处办理复学', bring: ['退兵证明', '身份证'] },
}
type Of = Pick<EnlistRecord, 'stage'> & Partial<Pick<EnlistRecord, 'state'>>
export const nextStep = ({ stage, state }: Of): string => (state === 'pending' ? '登记正在审批' : STEPS[stage].next)
export const papersToBring = ({ stage }: Of): readonly string[] => STEPS[stage].bring
/** Words that are shown by value, for the translations. */
export const PATH_TEXTS: readonly string[] = Object.values(STEPS).flatMap(s => [s.next, ...s.bring])
