import { buffer } from 'node:stream/consumers'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { processInstance, processTask } from '#modules/workflow/cases/model/instance.ts'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import { upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { fundAccount } from './model/fund-account.ts'
import { payoutLine, payoutList, type Source } from './model/payout.ts'
import { type Grant, payOut } from './server/lists.ts'

/** Titles and sources of the bank's list that tests use. */
const COLUMNS = [
  { title: '单号', source: 'field', field: 'listNo', isKey: true },
  { title: '序号', source: 'field', field: 'seq', isKey: true },
  { title: '户名', source: 'field', field: 'holderName', required: true },
  { title: '账号', source: 'field', field: 'cardNo', required: true, check: 'digits' },
  { title: '金额', source: 'field', field: 'amount', required: true },
  { title: '处理结果', source: 'result', field: 'outcome', codes: { paid: '交易成功', failed: '交易失败' } },
  { title: '原因', source: 'result', field: 'failReason' },
]
type Line = Awaited<ReturnType<typeof linesOf>>[number]
const linesOf = (s: SmallSchool, listId: string) => s.db.unscoped(payoutLine).all({ listId }, { sort: ['seq'] })
const listOf = (s: SmallSchool, id: string) => s.db.unscoped(payoutList).one(id)

export interface PayoutSchool extends SmallSchool {
  maker: Actor
  officer: Actor
  finance: Actor
  students: Array<{ id: string; name: string; actor: Actor }>
  fundId: string
  profileId: string
  /** Hands grants in; returns the draft list. */
  handIn(source: Source, grants: ReadonlyArray<Partial<Grant> & { studentId: string }>, more?: object): Promise<string>
  lines(listId: string): Promise<Line[]>
  states(listId: string): Promise<string[]>
  who(n: number): PayoutSchool['students'][number]
  /** A month of its own for each test: lists of one source and month are one. */
  month(): { month: string }
  list(id: string): ReturnType<typeof listOf>
  /** Makes the list ready for its approval. */
  prepare(id: string, more?: object): Promise<Answer>
  check(id: string): Promise<Answer<{ ready: number; held: number; total: number }>>
  submit(id: string): Promise<Answer>
  /** The next person decides. */
  approve(id: string, by: Actor): Promise<Answer>
  /** All the way to an approved list. */
  approved(id: string): Promise<void>
  exportBank(id: string, more?: object, by?: Actor): Promise<Answer>
  /** The bank's answer: what became of each line. */
  fileOf(rows: ReadonlyArray<ReadonlyArray<string | number>>): Promise<string>
  importReturn(id: string, fileId: string): Promise<Answer<{ paid: number; failed: number; again: number; unmatched: Array<{ line: number; why: string }> }>>
  fund(): Promise<{ budget: number; reserved: number; spent: number }>
}
export const PASSWORD = 'eight or more'
let grants = 0
/** A small school with a fund, a bank's format, and students with a card. */
export async function payoutSchool(): Promise<PayoutSchool> {
  const s = await smallSchool()
  const [maker, officer, finance, checker] = await Promise.all([['officer'], ['officer'], ['finance'], ['finance']].map(roles => s.as({ roles })))
  if (!maker || !officer || !finance || !checker) throw new Error('people')
  const students: PayoutSchool['students'] = []
  for (const name of ['陈舟', '苏晚', '周野']) {
    const { id } = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name }))).data
    students.push({ id, name, actor: await selfOf(s, id) })
  }
  for (const [n, { actor, name }] of students.entries()) await actor.post('money/bankAccount/saveMine', { bankName: '1', cardNo: `622202000000000${1000 + n}`, holderName: name })
  const fundId = (await finance.post<{ id: string }>('money/fundAccount/add', { code: 'F1', name: '学费退费', sourceKind: 'school', year: 2026 })).data.id
  await finance.post('money/fundAccount/askBudget', { id: fundId, amount: 10_000_00, reason: '年度预算' })
  await checker.post('money/fundAccount/approveBudget', { id: fundId })
  const profile = { code: 'bank', name: '工行代发', target: 'bank', dataset: 'payoutList', columns: COLUMNS, validFrom: '2020-01-01' }
  const profileId = (await finance.post<{ id: string }>('exchange/exportProfile/add', profile)).data.id
  const post = <T>(by: Actor, verb: string, body: object) => by.post<T>(`money/payoutList/${verb}`, body)
  let months = 0
  const school: PayoutSchool = {
    ...s,
    ...{ maker, officer, finance, students, fundId, profileId },
    states: async id => (await linesOf(s, id)).map(l => l.state).sort(),
    who: n => students[n] as PayoutSchool['students'][number],
    month: () => ({ month: `2030-${String(++months).padStart(2, '0')}` }),
    handIn: async (source, of, more = {}) =>
      (
        await payOut(
          s.db,
          { source, title: '退费', ...more },
          of.map(g => ({ grantId: `g${++grants}`, amount: 100_00, what: '退费', ...g })),
        )
      ).listId,
    lines: id => linesOf(s, id),
    list: id => listOf(s, id),
    prepare: (id, more = {}) => post(maker, 'prepare', { id, title: '九月退费', fundId, bizDate: '2026-09-10', profileId, ...more }),
    check: id => post(maker, 'check', { id }),
    submit: id => post(maker, 'submit', { id }),
    async approve(id, by) {
      const running = await s.db.unscoped(processInstance).find({ bizId: id, state: 'pending' })
      const task = await s.db.unscoped(processTask).find({ instanceId: running?.id ?? '', assigneeId: by.userId, state: 'todo' })
      return by.post('workflow/processTask/approve', { taskId: task?.id })
    },
    async approved(id) {
      await school.prepare(id)
      await school.check(id)
      await school.submit(id)
      await school.approve(id, officer)
      await school.approve(id, finance)
    },
    exportBank: (id, more = {}, by = finance) => post(by, 'exportBank', { id, password: PASSWORD, reason: '发放', ...more }),
    fileOf: async rows => {
      const content = await buffer(writeWorkbook({ name: '回单', columns: COLUMNS.map(c => ({ title: c.title })), rows: [rows.map(row => [...row])] }))
      return (await upload<{ fileId: string }>(finance, 'oss/oss/endpoint/put-file', content, '回单.xlsx')).data.fileId
    },
    importReturn: (id, fileId) => post(finance, 'importReturn', { id, fileId }),
    fund: async () => {
      const { budget, reserved, spent } = await s.db.unscoped(fundAccount).one(fundId)
      return { budget, reserved, spent }
    },
  }
  return school
}
/** The one file of an encrypted zip. */
export async function unzipped(zip: Buffer, password: string): Promise<Buffer> {
  const [entry] = await new ZipReader(new Uint8ArrayReader(zip)).getEntries()
  if (!entry || entry.directory) throw new Error('no file')
  return Buffer.from(await entry.getData(new Uint8ArrayWriter(), { password }))
}
