import { placesIn } from '#model/print-layout.ts'

/** What a letter may say of a student, by its placeholder: `{学生姓名}`. */
export const LETTER_FIELDS = {
  student: '学生姓名',
  guardian: '家长姓名',
  studentNo: '学号',
  college: '学院',
  className: '班级',
  counsellor: '辅导员',
  school: '学校',
  absences: '本学期缺勤次数',
  lates: '本学期迟到次数',
  leaveDays: '本学期请假天数',
  volunteering: '近一年志愿服务时长',
  awards: '本学年获奖次数',
  average: '上学年平均成绩',
  failed: '上学年不及格门数',
  studyRank: '上学年学业名次',
  punishment: '处分',
  arrears: '欠费金额',
} as const
export type LetterField = keyof typeof LETTER_FIELDS
const FIELDS = Object.keys(LETTER_FIELDS) as LetterField[]
/** Fields that other modules know, by their fact about students; a school without the module does not have them. */
export const FACT_OF: Readonly<Partial<Record<LetterField, string>>> = {
  absences: 'signIn.absencesThisTerm',
  lates: 'signIn.latesThisTerm',
  leaveDays: 'leave.daysThisTerm',
  volunteering: 'evidence.volunteerHours',
  awards: 'award.thisYear',
  average: 'cqa.average',
  failed: 'cqa.failed',
  studyRank: 'cqa.studyRank',
  punishment: 'discipline.level',
  arrears: 'fee.arrears',
}
/** 50-HS3: what a letter carries only where the school has switched it on; the student is told. */
export const DELICATE = { grades: '成绩', punishments: '处分', arrears: '欠费' } as const
export type Delicate = keyof typeof DELICATE
export const DELICATE_OF: Readonly<Partial<Record<LetterField, Delicate>>> = {
  average: 'grades',
  failed: 'grades',
  studyRank: 'grades',
  punishment: 'punishments',
  arrears: 'arrears',
}
export type Switches = Readonly<Record<Delicate, boolean>>
/** Why a letter must not carry a field: its switch is off, or it is sensitive and no switch speaks of it. */
export function whyNot(field: LetterField, sensitivity: 'S1' | 'S2' | undefined, on: Switches): 'switchedOff' | 'sensitive' | undefined {
  const delicate = DELICATE_OF[field]
  if (delicate) return on[delicate] ? undefined : 'switchedOff'
  return sensitivity === 'S2' ? 'sensitive' : undefined
}
const fieldOf = (place: string): LetterField | undefined => FIELDS.find(f => LETTER_FIELDS[f] === place)
/** The fields that a text names. */
export const fieldsIn = (content: string): LetterField[] => [...new Set(placesIn(content).flatMap(place => fieldOf(place) ?? []))]
/** Placeholders of a text that are no allowed field. */
export const strangersIn = (content: string, allowed: readonly string[]): string[] => [
  ...new Set(
    placesIn(content).filter(place => {
      const field = fieldOf(place)
      return !field || !allowed.includes(field)
    }),
  ),
]
export type Carried = Readonly<Partial<Record<LetterField, string>>>
const NOTHING = '无'
/** The letter as its reader gets it. */
export const letterText = (content: string, carried: Carried): string =>
  FIELDS.reduce((text, field) => text.replaceAll(`{${LETTER_FIELDS[field]}}`, () => carried[field] || NOTHING), content)
