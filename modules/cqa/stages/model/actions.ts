import { action, bool, choice, decimal, files, integer, list, ref, shape, text } from '#model'
import { STAGES } from '../../schemes/model/scheme.ts'
import { cqaScore, cqaSheet, sheetStates } from '../../sheets/model/sheet.ts'

const required = { required: true } as const
const word = (label: string, max = 100) => text(label, { required: true, max })
const mark = decimal('得分', { required: true, precision: 8, scale: 2 })
/** Version of the score as the scorer saw it; none where there was none. */
const version = integer('版本')
const sheetId = ref('cqaSheet', '测评表', required)
const indexId = ref('cqaIndex', '指标', required)
const schemeId = ref('cqaScheme', '测评方案', required)
const reason = text('原因', { max: 200, help: '学生能看到' })
const saved = { version: integer('版本', required) }
export const SCORE_REFUSALS = {
  ...cqaSheet.options.refusals,
  window: '现在是{now}，{stage}的时间是 {from} 至 {until}',
  notScored: '“{index}”不由{who}评分',
  range: '“{index}”的得分须在 {min} 到 {max} 之间，填的是 {score}',
  conflict: '这一格已由别人改为 {theirs}，你填的是 {yours}，请看过再保存',
  self: '不能给自己评分',
  leader: '组长由辅导员评分',
  notMember: '你不是“{className}”的测评小组成员',
  notLeader: '只有组长可以提交',
  reason: '“{index}”由 {from} 改为 {to}，相差超过 {delta}，须写明原因',
  state: '{name}的测评表{state}，现在不能{act}',
} as const
const rules = { refusals: SCORE_REFUSALS } as const
/** 50-CQ7 */
export const selfScore = action('cqa.cqaScore.selfScore', '自评', {
  ...rules,
  input: { schemeId, indexId, score: mark, proofs: files('证明材料', { maxFiles: 5, types: ['pdf', 'jpg', 'png'] }), version },
  output: { ...saved, note: text('提示', { max: 200, translatable: true }) },
})
export const selfSubmit = action('cqa.cqaSheet.submitSelf', '提交自评', { ...rules, permission: selfScore.permission, input: { schemeId }, output: 'none' })
export const ownScores = action('cqa.cqaScore.own', '我的自评', {
  method: 'GET',
  permission: selfScore.permission,
  many: true,
  input: { schemeId },
  output: {
    indexId: word('指标', 36),
    score: decimal('得分', { precision: 8, scale: 2 }),
    version,
    min: decimal('最低'),
    max: decimal('最高'),
    needsProof: bool('须附证明', required),
    proofs: cqaScore.fields.proofs,
  },
})
/** 50-CQ8 */
export const groupScore = action('cqa.cqaScore.groupScore', '小组评分', {
  ...rules,
  permission: selfScore.permission,
  input: { sheetId, indexId, score: mark, version },
  output: saved,
})
export const groupSubmit = action('cqa.cqaSheet.submitGroup', '提交小组评分', {
  ...rules,
  permission: selfScore.permission,
  input: { schemeId },
  output: { count: integer('人数', required) },
})
/** 50-CQ9 */
export const fdyScore = action('cqa.cqaScore.review', '辅导员评分', { ...rules, input: { sheetId, indexId, score: mark, reason, version }, output: saved })
export const collegeScore = action('cqa.cqaScore.confirm', '学院评分', { ...rules, input: { sheetId, indexId, score: mark, reason, version }, output: saved })
const many = list('测评表', text('编号', { required: true, max: 36, format: 'uuid' }), { required: true, min: 1, max: 500 })
const counted = { count: integer('人数', required) }
export const fdyPass = action('cqa.cqaSheet.passFdy', '审核通过', { ...rules, permission: fdyScore.permission, input: { ids: many }, output: counted })
export const collegePass = action('cqa.cqaSheet.passCollege', '确认', { ...rules, permission: collegeScore.permission, input: { ids: many }, output: counted })
const back = { sheetId, reason: text('退回原因', { required: true, min: 2, max: 200, multiline: true }) }
export const fdyReturn = action('cqa.cqaSheet.returnGroup', '退回小组', { ...rules, permission: fdyScore.permission, input: back, output: 'none' })
export const collegeReturn = action('cqa.cqaSheet.returnFdy', '退回辅导员', { ...rules, permission: collegeScore.permission, input: back, output: 'none' })
const score = (label: string) => decimal(label, { precision: 8, scale: 2 })
const cell = shape('评分', {
  indexId: word('指标', 36),
  self: score('自评'),
  group: score('小组'),
  fdy: score('辅导员'),
  college: score('学院'),
  reason: text('原因', { max: 200 }),
  version,
})
const grid = {
  schemeId: text('方案', { max: 36 }),
  scheme: text('测评方案', { max: 100 }),
  className: text('班级', { max: 60 }),
  running: choice('现在的环节', STAGES),
  isLeader: bool('组长', required),
  items: list('指标', shape('指标', { id: word('编号', 36), name: word('名称', 60), min: score('最低分'), max: score('最高分') }), required),
  rows: list(
    '学生',
    shape('学生', {
      sheetId: word('编号', 36),
      name: word('姓名', 64),
      studentNo: text('学号', { max: 20 }),
      state: sheetStates.field('状态'),
      isSelfMissed: bool('未自评', required),
      total: decimal('总分', { precision: 8, scale: 4 }),
      mayScore: bool('可以评分', required),
      cells: list('评分', cell, required),
    }),
    required,
  ),
} as const
/** The own class with the items that people score, for members of its group. */
export const groupGrid = action('cqa.cqaGroup.mine', '小组评分表', { method: 'GET', permission: selfScore.permission, output: grid })
const of = { method: 'GET', input: { schemeId, classId: ref('stuClass', '班级', required) }, output: grid } as const
export const fdyGrid = action('cqa.cqaGroup.reviewGrid', '审核表', { ...of, permission: fdyScore.permission })
export const collegeGrid = action('cqa.cqaGroup.confirmGrid', '确认表', { ...of, permission: collegeScore.permission })
const classes = shape('班级', { id: word('编号', 36), name: word('班级', 60), students: integer('学生', required), waiting: integer('待审', required) })
const places = {
  method: 'GET',
  many: true,
  output: { id: word('方案', 36), name: word('测评方案'), running: choice('现在的环节', STAGES), classes: list('班级', classes, required) },
} as const
/** Schemes with the caller's classes in them, those being scored first, and how many sheets of each class wait for the caller. */
export const fdyPlaces = action('cqa.cqaGroup.reviewPlaces', '待审核的班级', { ...places, permission: fdyScore.permission })
export const collegePlaces = action('cqa.cqaGroup.confirmPlaces', '待确认的班级', { ...places, permission: collegeScore.permission })
export const stageActions = [
  selfScore,
  selfSubmit,
  ownScores,
  groupScore,
  groupSubmit,
  fdyScore,
  collegeScore,
  fdyPass,
  collegePass,
  fdyReturn,
  collegeReturn,
  groupGrid,
  fdyGrid,
  collegeGrid,
  fdyPlaces,
  collegePlaces,
]
