import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesOf, setParams, YEAR } from '#modules/admission/testing.ts'
import { CHECK_KEY, checkCode } from '#server/print/check-code.ts'
import { pagesOfPdf, wordsOfPdf } from '#server/print/fixture.ts'
import type { Actor } from '#testing/school.ts'
import { admissionLetter } from './model/admission-letter.ts'
import { letterRun } from './model/letter-run.ts'
import { reissueNo, seriesOf } from './model/numbers.ts'
import { type Letter, type LetterSchool, letterSchool, type Made } from './testing.ts'

let s: LetterSchool
beforeAll(async () => {
  s = await letterSchool()
})
afterAll(() => s.close())
const PATH = 'letter/admissionLetter'
const download = async (who: Actor, fileId: string): Promise<Buffer> => (await who.get('oss/oss/endpoint/download-file', { fileId })).raw
/** The roll is corrected, and letters have heard of it. */
async function correct(id: string, patch: object): Promise<void> {
  const { version } = await s.onRoll(id)
  expect((await s.admissions.post('admission/admittedStudent/update', { id, version, ...patch })).msg).toBe('成功')
  await s.server.settle()
}
const fileOf = (row: { pdfId?: readonly string[] | null }): string => row.pdfId?.[0] ?? ''

describe('30-LT1 the number', () => {
  it('follows the pattern in print order, by province and candidate number; a series counts on its own', async () => {
    const far = await s.admitted(1, { sourceCanton: '110102' })
    const people = [...far, ...(await s.made(3))]
    const rows = await Promise.all(people.map(p => s.letter(p.id)))
    const byKsh = people.map((p, i) => ({ ksh: p.ksh, no: rows[i]?.letterNo ?? '', seq: rows[i]?.seq ?? 0 })).sort((a, b) => a.ksh.localeCompare(b.ksh))
    expect(byKsh.map(r => r.no)).toEqual(byKsh.map(r => r.no).toSorted())
    expect(byKsh.map(r => r.seq)).toEqual([1, 2, 3, 4])
    expect(byKsh[0]?.no).toMatch(new RegExp(`^${YEAR}\\d*0000\\d$`))
    expect(seriesOf('LQ{year}-{seq3}', { year: 2026, level: '4' })).toEqual({ series: 'LQ2026-#', digits: 3 })
    expect(seriesOf('LQ{year}', { year: 2026, level: '4' })).toBeUndefined()
  })
  it('is refused by a pattern that does not count, and by a series that is used up; nothing is numbered', async () => {
    const [one] = await s.admitted(1)
    expect((await s.check()).data.ready).toBe(1)
    await setParams(s, 'letter', { pattern: 'LQ{year}' })
    expect(rulesOf(await s.ask())).toEqual(['pattern'])
    await setParams(s, 'letter', { pattern: 'X{year}{seq1}' })
    expect((await s.ask()).code).toBe(200)
    await s.db.query(sql`insert into letter_series (tenant_id, series, last) values (${s.tenantId}, ${`X${YEAR}#`}, 9)`)
    const full = await s.agree()
    expect([rulesOf(full), full.msg]).toEqual([['effect'], expect.stringContaining('顺序号用完了：还剩 0 个，需要 1 个')])
    expect((await s.letter(one?.id ?? '')).letterNo).toBeNull()
    await setParams(s, 'letter', { pattern: '{year}{level}{seq5}' })
    expect((await s.agree()).code).toBe(200)
    await s.server.settle()
  })
  it('stays with a void letter; one that is issued again carries it with 补', async () => {
    const [one] = (await s.made(1)) as [Made]
    const { id, letterNo } = one.letter
    const again = () => s.admissions.post<{ letterNo: string }>(`${PATH}/reissue`, { id, reason: '邮寄丢失' })
    const answers = await Promise.all([again(), again()])
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    expect(await s.db.unscoped(admissionLetter).one(id)).toMatchObject({ state: 'void', letterNo, voidReason: '邮寄丢失' })
    const next = await s.letter(one?.id ?? '')
    expect(next).toMatchObject({ letterNo: `${letterNo}补`, ofId: id, state: 'ready' })
    expect([(await s.ask()).code, (await s.agree()).code]).toEqual([200, 200])
    await s.server.settle()
    expect(await s.letter(one?.id ?? '')).toMatchObject({ letterNo: `${letterNo}补`, state: 'generated' })
    expect([reissueNo('2026400001补'), reissueNo('2026400001补2')]).toEqual(['2026400001补2', '2026400001补3'])
  })
})
describe('30-LT2 before letters are made', () => {
  it('incomplete rows are listed with what they lack; the run refuses letters that lack something by then', async () => {
    const [whole, without] = [...(await s.admitted(1)), ...(await s.admitted(1, { address: null, name: '欧阳无址' }))]
    const checked = await s.check()
    expect(checked.data).toMatchObject({ ready: 1, lacking: 1, rows: [{ name: '欧阳无址', lacks: '寄送地址' }] })
    expect([(await s.letter(whole?.id ?? '')).state, (await s.letter(without?.id ?? '')).state]).toEqual(['ready', 'toCheck'])
    await setParams(s, 'admission', { 'arrival.from': '' })
    const refused = await s.ask()
    expect([rulesOf(refused), refused.msg]).toEqual([['incomplete'], expect.stringContaining('林晓舟缺报到日期')])
    await setParams(s, 'admission', { 'arrival.from': `${YEAR}-09-01` })
    await setParams(s, 'print', { checkAddress: '' })
    expect(rulesOf(await s.ask())).toEqual(['checkAddress'])
    await setParams(s, 'print', { checkAddress: 'https://xg.example.edu.cn' })
    await s.db.updateWhere(admissionLetter, { id: (await s.letter(without?.id ?? '')).id }, { address: '和平路 3 号' })
    expect((await s.check()).data).toMatchObject({ ready: 1, lacking: 0 })
    expect([(await s.ask()).code, (await s.agree()).code]).toEqual([200, 200])
    await s.server.settle()
    expect(rulesOf(await s.ask())).toEqual(['nobody'])
  })
  it('the leader looks at five drawn at random and approves; nothing is made before, and one run waits at a time', async () => {
    const people = await s.admitted(7)
    await s.check()
    const answers = await Promise.all([s.ask(), s.ask()])
    expect(answers.map(a => rulesOf(a).join()).sort()).toEqual(['', 'running'])
    const id = answers.find(a => a.code === 200)?.data.id ?? ''
    const run = await s.db.unscoped(letterRun).one(id)
    expect([run.count, run.sampleIds?.length, run.state]).toEqual([7, 5, 'pending'])
    const sample = await s.leader.get('letter/letterRun/preview', { id })
    expect([pagesOfPdf(sample.raw), wordsOfPdf(sample.raw).includes('预览，不作凭证')]).toEqual([5, true])
    expect((await s.leader.get(`${PATH}/list`)).code).toBe(403)
    expect((await s.college.get('letter/letterRun/preview', { id })).code).toBe(404)
    expect((await s.letter(people[0]?.id ?? '')).state).toBe('ready')
    expect((await s.agree()).code).toBe(200)
    await s.server.settle()
    expect((await Promise.all(people.map(p => s.letter(p.id)))).map(l => l.state)).toEqual(people.map(() => 'generated'))
  })
  it('of those who do not come none is made', async () => {
    const [goes] = await s.admitted(1)
    await s.db.query(sql`update admitted_student set state = 'disqualified' where id = ${goes?.id}`)
    expect((await s.check()).data.rows.map(r => r.lacks)).toEqual(['不来校'])
    await s.db.query(sql`update admission_letter set state = 'void', void_reason = '不来' where student_id = ${goes?.id}`)
  })
})
it('30-LT2 is not printed past its run: the office’s right to print does not make a letter', async () => {
  const [one] = await s.admitted(1)
  const letter = await s.letter(one?.id ?? '')
  const answer = await s.officer.post('sheet/print/issue', { code: 'admissionLetter', ids: [letter.id] })
  expect(answer.errors.map(e => e.rule)).toEqual(['print.ownPage'])
  await s.db.updateWhere(admissionLetter, { id: letter.id }, { state: 'void', voidReason: '结束' })
})
describe('30-LT3 a letter that is made', () => {
  it('is a file that never changes, merged with those of its batch in print order', async () => {
    await setParams(s, 'letter', { 'print.batch': 2 })
    const before = (await s.batches()).length
    const people = await s.made(3)
    await setParams(s, 'letter', { 'print.batch': 500 })
    const fresh = (await s.batches()).slice(before)
    expect(fresh.map(b => [b.count, b.state])).toEqual([
      [2, 'done'],
      [1, 'done'],
    ])
    const [one] = people
    const file = await download(s.admissions, fileOf(one?.letter as Letter))
    expect(wordsOfPdf(file)).toContain(one?.letter.letterNo)
    expect(pagesOfPdf(await download(s.admissions, fresh[0]?.fileId?.[0] ?? ''))).toBe(2)
    await correct(one?.id ?? '', { name: '林晓周' })
    expect(await s.letter(one?.id ?? '')).toMatchObject({ isOutdated: true, name: '林晓舟', state: 'generated' })
    expect((await download(s.admissions, fileOf(one?.letter as Letter))).equals(file)).toBe(true)
    expect((await s.letter(people[1]?.id ?? '')).isOutdated).toBe(false)
    const [batch] = fresh
    expect((await s.admissions.post<{ done: number }>('letter/letterBatch/markPrinted', { id: batch?.id })).data.done).toBe(2)
    expect(rulesOf(await s.admissions.post('letter/letterBatch/markPrinted', { id: batch?.id }))).toEqual(['state'])
  })
  it('follows the roll before, except for an address its student has confirmed', async () => {
    const [one] = await s.admitted(1)
    await correct(one?.id ?? '', { name: '林晓州', address: '新华路 8 号' })
    expect(await s.letter(one?.id ?? '')).toMatchObject({ name: '林晓州', address: '新华路 8 号', isOutdated: false })
    await s.db.updateWhere(admissionLetter, { studentId: one?.id ?? '' }, { state: 'void', voidReason: '结束' })
  })
  it('a batch that fails keeps its numbers and goes on where it stopped; no number is given twice', async () => {
    await setParams(s, 'letter', { 'print.batch': 2 })
    const people = await s.admitted(4)
    await s.check()
    await s.ask()
    await setParams(s, 'print', { checkAddress: '' })
    await s.agree()
    await s.server.settle()
    const letters = () => Promise.all(people.map(p => s.letter(p.id)))
    const numbers = (await letters()).map(l => l.letterNo)
    const failed = (await s.batches()).filter(b => b.state === 'failed')
    expect(failed.map(b => [b.count, b.note])).toEqual([
      [2, '没有设置核验网址'],
      [2, '没有设置核验网址'],
    ])
    await setParams(s, 'print', { checkAddress: 'https://xg.example.edu.cn' })
    await setParams(s, 'letter', { 'print.batch': 500 })
    const resume = async (id: string | undefined) => {
      expect((await s.admissions.post('letter/letterBatch/resume', { id })).code).toBe(200)
      await s.server.settle()
    }
    await resume(failed[0]?.id)
    expect((await letters()).map(l => l.state).sort()).toEqual(['generated', 'generated', 'ready', 'ready'])
    await resume(failed[1]?.id)
    const rows = await letters()
    expect(rows.map(r => [r.state, r.letterNo])).toEqual(numbers.map(no => ['generated', no]))
    const all = await s.db.query<{ n: number; own: number }>(
      sql`select count(*)::int as n, count(distinct issue_no)::int as own from print_issue where biz_type = 'admissionLetter'`,
    )
    expect(all[0]?.n).toBe(all[0]?.own)
  })
})
describe('30-LT4 the check page', () => {
  const check = (c: string, answers?: readonly string[]) =>
    answers ? s.anonymous.post<Record<string, unknown>>('sheet/openApi/checkPaper', { c, answers }) : s.anonymous.get<Record<string, unknown>>('sheet/openApi/checkPaper', { c })
  const codeOf = async (letterNo: string | null): Promise<string> => {
    const [row] = await s.db.query<{ id: string }>(sql`select id from print_issue where issue_no = ${letterNo}`)
    return checkCode(s.server.core.key(CHECK_KEY), s.tenantId, row?.id as string)
  }
  it('asks for number and last four of the ID before it tells anything, then names the holder masked', async () => {
    const [one] = await s.made(1)
    const letterNo = one?.letter.letterNo ?? ''
    const c = await codeOf(letterNo)
    expect((await check(c)).data).toEqual({ kind: '录取通知书', asks: ['通知书编号', '证件号后四位'] })
    const tail = one?.idNo.slice(-4) ?? ''
    const wrong = await check(c, [letterNo, tail === '0000' ? '1111' : '0000'])
    expect([wrong.code, rulesOf(wrong), JSON.stringify(wrong).includes('林')]).toEqual([422, ['wrong'], false])
    expect((await check(c, ['别的编号', tail])).code).toBe(422)
    const right = await check(c, [letterNo, tail.toLowerCase()])
    expect(right.data).toMatchObject({ issueNo: letterNo, state: 'valid' })
    expect(right.data.name).not.toBe('林晓舟')
    await s.admissions.post(`${PATH}/voidLetter`, { id: one?.letter.id, reason: '印错' })
    expect((await check(c, [letterNo, tail])).data).toMatchObject({ state: 'revoked' })
  })
  it('takes ten wrong answers about one letter in a day, also when they come at once', async () => {
    const [one] = await s.made(1)
    const c = await codeOf(one?.letter.letterNo ?? '')
    await s.db.query(
      sql`update print_issue set wrong_on = ${(await s.db.query<{ d: string }>(sql`select (now() at time zone 'Asia/Shanghai')::date::text as d`))[0]?.d}, wrong_answers = 8 where issue_no = ${one?.letter.letterNo}`,
    )
    const answers = await Promise.all(Array.from({ length: 5 }, () => check(c, ['x', 'y'])))
    expect(answers.map(a => a.code).sort()).toEqual([422, 422, 429, 429, 429])
    expect((await check(c, [one?.letter.letterNo ?? '', one?.idNo.slice(-4) ?? ''])).code).toBe(429)
  })
})
describe('30-LT7 the address', () => {
  it('is confirmed by the student until the letter is checked', async () => {
    const [one] = await s.admitted(1)
    const actor = one?.actor as unknown as Actor
    const mine = await actor.get<{ canConfirm: boolean; address: string; phone: string }>(`${PATH}/mine`)
    expect(mine.data).toMatchObject({ canConfirm: true, address: '人民路 12 号', phone: '13812342071', state: 'toCheck' })
    const given = { recipient: '林父', address: '解放路 1 号 2 单元', phone: '13900001111' }
    expect((await actor.post(`${PATH}/confirmAddress`, given)).code).toBe(200)
    expect(await s.letter(one?.id ?? '')).toMatchObject(given)
    await correct(one?.id ?? '', { address: '别处' })
    expect((await s.letter(one?.id ?? '')).address).toBe(given.address)
    await s.check()
    const late = await actor.post(`${PATH}/confirmAddress`, given)
    expect([late.code, rulesOf(late)]).toEqual([422, ['state']])
    const { data } = await s.officer.get<{ result: Array<{ address: string }> }>(`${PATH}/list`, { studentId: one?.id })
    expect(data.result[0]?.address).not.toContain('解放路 1 号 2 单元')
  })
  it('the electronic copy is the student’s where the school allows it', async () => {
    const [one] = await s.made(1)
    const actor = one?.actor as unknown as Actor
    const copy = () => actor.get(`${PATH}/copy`)
    expect(wordsOfPdf((await copy()).raw)).toContain(one?.letter.letterNo)
    await setParams(s, 'letter', { showCopy: false })
    expect(rulesOf(await copy())).toEqual(['noCopy'])
    await setParams(s, 'letter', { showCopy: true })
  })
})
