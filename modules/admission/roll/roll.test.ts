import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Listener } from '#server/context.ts'
import { hashPassword } from '#server/identity/api.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { dbase } from '#testing/dbase.ts'
import { upload } from '#testing/roster.ts'
import { type AdmissionSchool, admissionSchool, commit, day, HEADER, importRoll, provinceLine, provinceSheet, rollDraft, rulesOf, setParams, YEAR } from '../testing.ts'

// Every import starts a process, slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
let s: AdmissionSchool
let map: string
beforeAll(async () => {
  s = await admissionSchool()
  const national = await s.admissions.get<{ result: Array<{ id: string; version: number; name: string }> }>('admission/rollMap/list')
  const [of] = national.data.result
  if (!of) throw new Error('no map')
  map = of.id
  await s.admissions.post('admission/rollMap/update', { id: map, version: of.version, majors: '01=610205\n02=610202' })
})
afterAll(() => s.close())
const fields = () => ({ map, year: String(YEAR) })
const countOnRoll = async (): Promise<number> => (await s.db.query<{ n: number }>(sql`select count(*)::int as n from admitted_student where tenant_id = ${s.tenantId}`))[0]?.n ?? 0

describe('30-AC1 the file of a province', () => {
  it('is read by its map, written whole, and makes a record with the same id for each row', async () => {
    const listeners = s.server.core.registry.listeners as Map<string, readonly Listener[]>
    const accounts = listeners.get('student.admitted')
    const heard = captureEvents(s.server, 'student.admitted')
    const lines = [provinceLine({ XM: '赵一鸣' }), provinceLine({ XM: '钱多多' })]
    const job = await importRoll(s.admissions, await provinceSheet(lines), '北京.xlsx', fields())
    expect(job).toMatchObject({ state: 'ready', toAdd: 2, errors: [] })
    expect(await commit(s.admissions, job)).toMatchObject({ state: 'done' })
    const row = await s.db.query<{ id: string; name: string; status: string; grade: number; same: boolean; spans: number }>(sql`
      select a.id, s.name, s.status, s.grade, a.id_no_hash = s.id_no_hash and a.ksh = s.ksh as same, (select count(*)::int from class_history h where h.student_id = s.id) as spans
      from admitted_student a join student s on s.tenant_id = a.tenant_id and s.id = a.id where a.ksh = ${lines[0]?.[0]}`)
    expect(row).toEqual([{ id: expect.any(String), name: '赵一鸣', status: 'preEnrolled', grade: YEAR, same: true, spans: 1 }])
    await s.server.settle()
    expect(heard.filter(h => h.studentId === row[0]?.id)).toMatchObject([{ ksh: lines[0]?.[0], gradeMajorId: s.ids.gm24 }])
    listeners.set('student.admitted', accounts ?? [])
  })
  it('may be a dBase file in GBK', async () => {
    const lines = [provinceLine({ XM: '孙悦' })]
    const file = dbase(
      HEADER.map(name => [name, 'C', 30] as const),
      lines,
    )
    const job = await commit(s.admissions, await importRoll(s.admissions, file, '贵州.dbf', fields()))
    expect(job).toMatchObject({ state: 'done', toAdd: 1 })
    expect((await upload(s.admissions, 'admission/admittedStudent/import', file, '贵州.dbf')).code).toBe(422)
  })
  it('is refused whole, each fault explained by the line of the file, and written after the repair', async () => {
    const good = Array.from({ length: 12 }, () => provinceLine())
    const twice = provinceLine()
    const bad = [
      provinceLine({ LQZY: '99' }),
      provinceLine({ SFZH: '110101200601011233' }),
      provinceLine({ KSH: '23110101999999' }),
      provinceLine({ KSH: twice[0] ?? '' }),
      provinceLine({ SFZH: twice[3] ?? '' }),
      provinceLine({ XZQHDM: '999999' }),
      provinceLine({ LXSJ: '' }),
    ]
    const before = await countOnRoll()
    const job = await importRoll(s.admissions, await provinceSheet([...good, twice, ...bad]), '北京.xlsx', fields())
    expect(job).toMatchObject({ state: 'invalid', total: 20, bad: 7 })
    expect(job.errors.map(e => [e.row, e.field])).toEqual([
      [15, 'gradeMajorId'],
      [16, 'idNo'],
      [17, 'ksh'],
      [18, 'year'],
      [19, 'year'],
      [20, 'sourceCanton'],
      [21, 'phone'],
    ])
    expect(job.errors[2]?.msg).toBe('考生号“23110101999999”不是 2024 年的')
    expect(job.errors[0]?.msg).toContain('99')
    expect(await countOnRoll()).toBe(before)
    expect(await commit(s.admissions, await importRoll(s.admissions, await provinceSheet([...good, twice]), '北京.xlsx', fields()))).toMatchObject({ toAdd: 13 })
    expect(await countOnRoll()).toBe(before + 13)
  })
  it('corrects who has not arrived, record and all, and nobody after that', async () => {
    const line = provinceLine({ XM: '李娜' })
    await commit(s.admissions, await importRoll(s.admissions, await provinceSheet([line]), '北京.xlsx', fields()))
    const heard = captureEvents(s.server, 'student.admissionChanged')
    const moved = line.map((cell, n) => (HEADER[n] === 'XM' ? '李娜娜' : HEADER[n] === 'LQZY' ? '01' : cell))
    expect(await commit(s.admissions, await importRoll(s.admissions, await provinceSheet([moved]), '北京.xlsx', fields()))).toMatchObject({ toChange: 1 })
    const [row] = await s.db.query<{ id: string; name: string }>(sql`select s.id, s.name from student s where s.ksh = ${line[0]}`)
    expect(row?.name).toBe('李娜娜')
    await s.db.query(sql`update admitted_student set state = 'arrived' where id = ${row?.id}`)
    const late = await importRoll(s.admissions, await provinceSheet([line]), '北京.xlsx', fields())
    expect(late.errors.map(e => e.msg)).toEqual(['李娜娜已报到，录取信息不能再改'])
    await s.server.settle()
    expect(heard).toEqual([])
  })
  it('keeps a map from naming what does not exist', async () => {
    const add = (more: object) => s.admissions.post('admission/rollMap/add', { name: `对照${Math.random()}`, columns: 'KSH=考生号', ...more })
    expect(rulesOf(await add({ columns: 'KSH' }))).toEqual(['line'])
    expect(rulesOf(await add({ columns: 'KSH=考号' }))).toEqual(['noField'])
    expect(rulesOf(await add({ majors: '01=999999' }))).toEqual(['noMajor'])
    const other = await add({ columns: 'BMH=考生号' })
    const refused = await upload(s.admissions, 'admission/admittedStudent/import', await provinceSheet([provinceLine()]), '北京.xlsx', {
      map: (other.data as { id: string }).id,
      year: String(YEAR),
    })
    expect(rulesOf(refused)).toEqual(['noColumn'])
  })
})
it('30-AC1 by hand the same is refused as in a file, and a new major reaches record and listeners', async () => {
  const add = (given: object) => s.admissions.post('admission/admittedStudent/add', { ...rollDraft(s.ids.gm24), ...given })
  expect(rulesOf(await add({ ksh: '23110101000001' }))).toEqual(['kshYear'])
  expect(rulesOf(await add({ gradeMajorId: s.ids.gm23 }))).toEqual(['otherGrade'])
  expect(rulesOf(await add({ idNo: '110101200601011233' }))).toEqual(['idNoCheckDigit'])
  const who = await s.newcomer()
  expect((await add({ idNo: who.idNo })).code).not.toBe(200)
  const list = await s.college.get<{ result: Array<{ id: string; idNo: string; phone: string }> }>('admission/admittedStudent/list', { size: 100 })
  expect(list.data.result.find(r => r.id === who.id)?.idNo).toContain('*')
})
describe('30-AC2 the new student', () => {
  const proof = async (who: { actor: AdmissionSchool['college'] }) =>
    (await upload<{ fileId: string }>(who.actor, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '声明.pdf')).data.fileId
  const answer = (who: { actor: AdmissionSchool['college'] }, body: object) => who.actor.post<{ state: string }>('admission/admittedStudent/answer', body)
  it('declines with reason and signed statement only, and may change it until the deadline', async () => {
    await setParams(s, 'admission', { 'intent.deadline': day(0) })
    const [who, other] = [await s.newcomer(), await s.newcomer()]
    expect(rulesOf(await answer(who, { answer: 'declined' }))).toEqual(['reasonMissing'])
    expect(rulesOf(await answer(who, { answer: 'declined', reason: '复读' }))).toEqual(['statementMissing'])
    const heard = captureEvents(s.server, 'student.admissionChanged')
    expect((await answer(who, { answer: 'declined', reason: '复读', statement: [await proof(who)] })).data).toEqual({ state: 'declined' })
    expect(await s.onRoll(who.id)).toMatchObject({ state: 'declined', declineReason: '复读', statement: [expect.any(String)] })
    expect((await answer(who, { answer: 'intended' })).data).toEqual({ state: 'intended' })
    expect(await s.onRoll(who.id)).toMatchObject({ state: 'intended', declineReason: null })
    await s.server.settle()
    expect(heard.map(h => h.state)).toEqual(['declined', 'intended'])
    await setParams(s, 'admission', { 'intent.deadline': day(-1) })
    expect(rulesOf(await answer(other, { answer: 'intended' }))).toEqual(['deadline'])
    expect((await other.actor.get<{ canAnswer: boolean }>('admission/admittedStudent/mine')).data).toMatchObject({ canAnswer: false, state: 'imported' })
    await setParams(s, 'admission', { 'intent.deadline': '' })
  })
})
describe('30-AC7 the account', () => {
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
  const signIn = async (username: string, type = 'welcome') => {
    const form = new URLSearchParams({ tenantId: '100001', username, password: md5('Qinglan@2026'), grant_type: 'password', type })
    const answer = await s.server.app.inject({
      method: 'POST',
      url: '/api/flySource-auth/oauth/token',
      headers: { authorization: `Basic ${btoa('qinglan-web:qinglan-web')}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    })
    return answer.statusCode === 200 ? 200 : (answer.json() as { error_code: number }).error_code
  }
  it('signs in with candidate number or identity number, in its realm and its time only', async () => {
    const draft = rollDraft(s.ids.gm24)
    const { data } = await s.admissions.post<{ id: string }>('admission/admittedStudent/add', draft)
    await s.server.settle()
    const [account] = await s.db.query<{
      id: string
      roles: string[]
    }>(sql`select u.id, array_agg(r.code) as roles from sys_user u join role_user x on x.user_id = u.id join role r on r.id = x.role_id
      where u.student_id = ${data.id} and u.realm = 'welcome' group by u.id`)
    expect(account?.roles).toEqual(['newStudent'])
    await s.db.query(sql`update sys_user set password_hash = ${await hashPassword('Qinglan@2026')} where id = ${account?.id}`)
    expect(await signIn(draft.ksh)).toBe(200)
    expect(await signIn(draft.idNo)).toBe(200)
    await setParams(s, 'admission', { 'welcome.from': day(1) })
    expect(await signIn(draft.ksh)).toBe(403)
    await setParams(s, 'admission', { 'welcome.from': day(-9), 'welcome.to': day(-1) })
    expect(await signIn(draft.idNo)).toBe(403)
    await setParams(s, 'admission', { 'welcome.to': day(0) })
    expect(await signIn(draft.idNo)).toBe(200)
    expect([await signIn(draft.idNo, 'account'), await signIn(draft.ksh, 'exam')]).toEqual([400, 400])
    await setParams(s, 'admission', { 'welcome.from': '', 'welcome.to': '' })
  })
  const accounts = (studentId: string) =>
    s.db.query<{ id: string; no: string; userName: string; name: string; hash: string | null }>(
      sql`select id, account_no as no, user_name as "userName", nick_name as name, sign_in_hash as hash from sys_user where realm = 'welcome' and student_id = ${studentId}`,
    )
  const enter = async (draft: Record<string, unknown>) => {
    const { data } = await s.admissions.post<{ id: string }>('admission/admittedStudent/add', draft)
    await s.server.settle()
    return data.id
  }
  const correct = async (id: string, patch: object) => {
    const answer = await s.admissions.post('admission/admittedStudent/update', { id, version: (await s.onRoll(id)).version, ...patch })
    expect(answer.msg).toBe('成功')
    await s.server.settle()
  }
  it('follows corrections of the roll, but takes no document that another account has', async () => {
    const [first, next] = [rollDraft(s.ids.gm24), rollDraft(s.ids.gm24)]
    const id = await enter(first)
    const document = async (of: typeof first, name: string) => {
      await correct(id, { idNo: of.idNo, birthDate: of.birthDate, name })
      return (await accounts(id))[0]
    }
    const after = await document(next, '林小舟')
    expect(after).toMatchObject({ no: first.ksh, name: '林小舟' })
    const before = await document(first, '林晓舟')
    expect(before).toMatchObject({ name: '林晓舟' })
    expect(before?.hash).not.toBe(after?.hash)
    await s.db.query(
      sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, sign_in_hash) values (${s.db.me.tenantId}, 'welcome', 'other', 'other', '别人', ${after?.hash})`,
    )
    expect(await document(next, '林小舟')).toEqual(before)
  })
  it('made by hand for the number is taken over by its student', async () => {
    const draft = rollDraft(s.ids.gm24)
    const [made] = await s.db.query<{ id: string }>(
      sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name) values (${s.db.me.tenantId}, 'welcome', 'early', ${draft.ksh}, '新同学') returning id`,
    )
    expect(await accounts(await enter(draft))).toMatchObject([{ id: made?.id, no: draft.ksh, userName: 'early', name: draft.name }])
  })
})
it('30-AC1 the board counts the roll by major and by province, in the reader’s scope', async () => {
  const board = (who: AdmissionSchool['college']) =>
    who.get<{ admitted: number; byMajor: Array<{ label: string; admitted: number }>; byProvince: Array<{ label: string }> }>('admission/admittedStudent/funnel', { year: YEAR })
  const all = await board(s.admissions)
  expect(all.data.admitted).toBe(await countOnRoll())
  expect(all.data.byMajor.reduce((sum, g) => sum + g.admitted, 0)).toBe(all.data.admitted)
  expect(all.data.byProvince.map(g => g.label)).toEqual(['北京市'])
  const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
  expect((await board(art)).data.admitted).toBe(0)
})
