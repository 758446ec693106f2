import { dictionary } from '#model'

/** Kinds of applicants that have places of their own. */
export const examCategory = dictionary('examCategory', '考生类别', [
  ['regular', '普高毕业生'],
  ['vocational', '中职毕业生'],
  ['veteran', '退役军人'],
  ['other', '其他'],
])
/** Tests that applicants sit. Those of general culture are what an exemption may leave out. */
export const examSubject = dictionary('examSubject', '考试科目', [
  ['chinese', '语文'],
  ['math', '数学'],
  ['english', '英语'],
  ['culture', '文化综合'],
  ['skill', '职业技能'],
  ['major', '专业综合'],
  ['interview', '面试'],
])
export const CULTURE: readonly string[] = ['chinese', 'math', 'english', 'culture']
/** What a subject is called in a refusal or on paper, for the reader's language. */
export const subjectText = (key: string): { text: string } => ({ text: examSubject.items.find(i => i.key === key)?.value ?? key })
