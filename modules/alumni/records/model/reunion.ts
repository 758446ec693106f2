import { action, bool, entity, integer, list, ref, shape, text } from '#model'
import { OWN } from './own-permission.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** Years after which a class thinks of meeting again. */
export const JUBILEE = 10
const words = {
  meets: text('什么时候', { ...need, max: 60, help: '如 五一假期、5 月 2 日中午' }),
  place: text('在哪里', { ...need, max: 100 }),
  words: text('想说的话', { max: 200, multiline: true }),
} as const
/** 同学聚会: proposed by one of a class, ten, twenty or more years after they left. */
export const alumniReunion = entity(
  'alumni.alumniReunion',
  '同学聚会',
  {
    /** The class, or what is known of it. */
    classKey: text('班级', { ...fixed, max: 120 }),
    year: integer('年份', fixed),
    alumnusId: ref('alumnus', '发起人', fixed),
    proposerName: text('发起人', { ...fixed, max: 60 }),
    ...words,
    joins: list('想来的人', ref('alumnus', '校友', need), fixed),
  },
  {
    title: 'proposerName',
    scope: {},
    unique: [['classKey', 'year']],
    verbs: [],
    refusals: {
      notNow: '毕业满 10 年、20 年这样的整十年才能发起，你今年毕业 {years} 年',
      asked: '{name}今年已经给你们班发起了聚会',
      nobody: '你们班还没有同意联系、有账号的同学',
    },
  },
)
const refusals = { ...alumniReunion.options.refusals }
/** What the class page shows in such a year. */
export const jubilee = shape('毕业纪念', {
  years: integer('毕业年数', need),
  reachable: integer('联系得上', need),
  reunion: shape('同学聚会', {
    id: ref('alumniReunion', '同学聚会', need),
    name: text('发起人', { ...need, max: 60 }),
    ...words,
    joins: integer('想来', need),
    isIn: bool('我来', need),
  }),
})
export const proposeReunion = action('alumni.alumniReunion.propose', '发起聚会', { permission: OWN, input: words, output: { told: integer('已通知', need) }, refusals })
export const joinReunion = action('alumni.alumniReunion.join', '我来', {
  permission: OWN,
  input: { id: ref('alumniReunion', '同学聚会', need), isIn: bool('我来', need) },
  output: { joins: integer('想来', need) },
  refusals,
})
export const reunionActions = [proposeReunion, joinReunion]
