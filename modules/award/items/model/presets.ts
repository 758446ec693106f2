import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'

const YEAR_TWO: NamedCondition = { name: '二年级以上', when: { fact: 'award.studyYear', op: 'ge', value: 2 } }
const ACTIVE: NamedCondition = { name: '在读', when: { fact: 'student.status', op: 'eq', value: 'active' } }
const CLEAN: NamedCondition = { name: '没有在处分期内', when: { fact: 'discipline.barsAwards', op: 'eq', value: false } }
const PASSED: NamedCondition = { name: '上学年没有不及格课程', when: { fact: 'cqa.failed', op: 'eq', value: 0 } }
/** Within ten per cent, or within thirty with an outstanding achievement (40-A5). */
const topTen = (name: string, fact: string): NamedCondition => ({
  name,
  when: {
    any: [
      { fact, op: 'le', value: 10 },
      {
        all: [
          { fact, op: 'le', value: 30 },
          { fact: 'application.outstanding', op: 'eq', value: true },
        ],
      },
    ],
  },
})
const rank = (value: number): NamedCondition => ({ name: `学习成绩排名前 ${value}%`, when: { fact: 'cqa.studyRankShare', op: 'le', value } })
const yuan = (amount: number) => amount * 100
const plain = (name = '不分等级') => [{ name, amount: null, figure: null, share: null }]

const rules = { needsRank: true, needsStatement: true, isReported: false, statementMin: 50, statementMax: 500 }
/** What a new school begins with (40-A5). */
export const PRESET_ITEMS = [
  {
    ...{ code: 'GJ', name: '国家奖学金', category: 'scholarship', awardGrade: 'national', subject: 'student', ...rules, isReported: true, statementMin: 100 },
    levels: [{ name: '不分等级', amount: null, figure: 'nationalScholarship.amount', share: null }],
    conditions: [ACTIVE, YEAR_TWO, topTen('学习成绩排名前 10%', 'cqa.studyRankShare'), topTen('综合测评排名前 10%', 'cqa.rankShare'), PASSED, CLEAN],
  },
  {
    ...{ code: 'LZ', name: '国家励志奖学金', category: 'scholarship', awardGrade: 'national', subject: 'student', ...rules, isReported: true },
    levels: [{ name: '不分等级', amount: null, figure: 'inspirationalScholarship.amount', share: null }],
    conditions: [ACTIVE, YEAR_TWO, { name: '认定为家庭经济困难', when: { fact: 'hardship.isRecognised', op: 'eq', value: true } }, rank(50), PASSED, CLEAN],
  },
  {
    ...{ code: 'XJ', name: '校级奖学金', category: 'scholarship', awardGrade: 'school', subject: 'student', ...rules },
    levels: [
      { name: '一等', amount: yuan(2000), figure: null, share: 20 },
      { name: '二等', amount: yuan(1200), figure: null, share: 30 },
      { name: '三等', amount: yuan(600), figure: null, share: 50 },
    ],
    conditions: [ACTIVE, rank(40), PASSED, CLEAN],
  },
  { ...{ code: 'SH', name: '三好学生', category: 'honour', awardGrade: 'school', subject: 'student', ...rules }, levels: plain(), conditions: [ACTIVE, rank(30), PASSED, CLEAN] },
  {
    ...{ code: 'YG', name: '优秀学生干部', category: 'honour', awardGrade: 'school', subject: 'student', ...rules },
    levels: plain(),
    conditions: [ACTIVE, rank(60), PASSED, CLEAN],
  },
  { ...{ code: 'YB', name: '优秀毕业生', category: 'honour', awardGrade: 'school', subject: 'student', ...rules }, levels: plain(), conditions: [ACTIVE, PASSED, CLEAN] },
  {
    ...{ code: 'XB', name: '先进班集体', category: 'collective', awardGrade: 'school', subject: 'class', ...rules },
    levels: plain(),
    conditions: [
      { name: '及格率不低于 90%', when: { fact: 'group.passRate', op: 'ge', value: 90 } },
      { name: '没有在处分期内的成员', when: { fact: 'group.punished', op: 'eq', value: 0 } },
    ],
  },
  {
    ...{ code: 'WM', name: '文明寝室', category: 'collective', awardGrade: 'school', subject: 'room', ...rules },
    levels: plain(),
    conditions: [
      { name: '卫生平均分不低于 85', when: { fact: 'group.hygiene', op: 'ge', value: 85 } },
      { name: '没有在处分期内的成员', when: { fact: 'group.punished', op: 'eq', value: 0 } },
    ],
  },
] as const
