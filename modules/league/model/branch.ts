import { choice, date, entity, integer, money, ref, text } from '#model'
import { ledger } from '#model/ledger.ts'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'

/** Committees stand above branches: money and reports go up from each to its parent. */
export const LEVELS = { school: '学校团委', college: '学院团委', branch: '团支部' } as const
export type Level = keyof typeof LEVELS

/** 团支部, and the committees above them. */
export const leagueBranch = entity(
  'league.leagueBranch',
  '团支部',
  {
    code: text('编号', { required: true, max: 20, format: 'code', search: true, sortable: true }),
    name: text('名称', { required: true, max: 60, search: true, sortable: true }),
    level: choice('层级', LEVELS, { required: true, immutable: true, initial: 'branch' }),
    classId: ref('stuClass', '班级'),
    departmentId: ref('department', '学院', { required: true }),
    /** 团支书: a post of a student, with rights to this branch alone. */
    secretaryId: ref('student', '团支书', { help: '由学院团委指定，须是本支部的团员' }),
    parentId: ref('leagueBranch', '上级团组织', { help: '团费上缴到这里' }),
    founded: date('成立日期'),
    /** Handed up and received over all; the total of the ledger's entries. */
    remitted: money('已上缴', { required: true, readonly: true, initial: 0 }),
    members: integer('团员', { computed: true }),
  },
  {
    title: 'name',
    scope: { class: 'classId', department: 'departmentId' },
    unique: [['code'], ['secretaryId']],
    importKey: ['code'],
    select: 'scoped',
    selectFields: ['code', 'level', 'departmentId', 'classId'],
    sort: ['code'],
    refusals: {
      parent: '{name}的上级应是{level}，不能是“{parent}”',
      secretary: '{who}不是“{name}”的团员，不能担任团支书',
      secretaryTaken: '{who}已经是“{holder}”的团支书',
      hasMembers: '“{name}”还有 {n} 名团员，不能删除',
      below: '{branch}已上缴 {available} 元，不能再冲减 {wanted} 元',
      notYours: '只有“{name}”的团支书或上级团委能办',
    },
  },
)
/** 40-G6, G8: what a branch or committee has handed up. Money of members stands in the ledger of bills, under the same book. */
export const branchLedger = ledger({ entry: ledgerEntry, account: leagueBranch, effects: { remit: { remitted: 1 } }, floors: [{ sum: { remitted: 1 }, refusal: 'below' }] })
