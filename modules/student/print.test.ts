import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagesOfPdf, wordsOfPdf } from '#server/print/fixture.ts'
import { printTemplates } from '#server/print/layout.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { citizenNo, draftOf, type SmallSchool, selfOf, smallSchool } from './testing.ts'

const NAME = '欧阳㛃𠮷·买买提'
const ID_NO = citizenNo('11010120050314901')
let school: SmallSchool
let officer: Actor
let college: Actor
let one: string

interface Issued {
  id: string
  issueNo: string
  state: string
  templateName: string
  issuedByName: string
  revokeReason: string | null
  replacedByNo: string | null
  fileId: string | null
}
const print = (who: Actor, ids: readonly string[], more: Record<string, unknown> = {}): Promise<Answer<Record<string, unknown>>> =>
  who.post('sheet/print/issue', { code: 'studentCard', ids, ...more })
const issuesOf = async (id: string, who = officer): Promise<Issued[]> => (await who.get<Issued[]>('sheet/print/issues', { bizType: 'student', bizId: id })).data
const check = (c: string): Promise<Answer<Record<string, unknown>>> => school.anonymous.get('sheet/openApi/checkPaper', { c })
const addStudent = async (given: Record<string, unknown> = {}): Promise<string> => {
  const added = await officer.post<{ id: string }>('base/student/add', draftOf(school.ids.s2301, given))
  if (added.code !== 200) throw new Error(added.msg)
  return added.data.id
}
/** Verification code of an issued print, as in its QR code. */
async function codeOf(issueNo: string): Promise<string> {
  const { CHECK_KEY, checkCode } = await import('#server/print/check-code.ts')
  const [row] = await school.db.query<{ id: string }>(sql`select id from print_issue where issue_no = ${issueNo}`)
  return checkCode(school.server.core.key(CHECK_KEY), school.tenantId, row?.id as string)
}
beforeAll(async () => {
  school = await smallSchool()
  officer = await school.as({ roles: ['officer'], nickName: '李主任' })
  college = await school.as({ roles: ['college'], departmentId: school.ids.art })
  one = await addStudent({ name: NAME, idNo: ID_NO })
  await officer.post('base/familyMember/add', { studentId: one, relation: '51', name: '买买提·艾力', phone: '13700001111' })
})
afterAll(() => school.close())

describe('10-E8 a record card', () => {
  it('is a PDF with the words of the row, rare characters among them, masked as in any list', async () => {
    const made = await print(officer, [one])
    expect(made.headers['content-type']).toBe('application/pdf')
    expect(Buffer.from(String(made.headers['content-disposition']).split('=')[1] ?? '', 'base64').toString()).toBe('学籍卡.pdf')
    const words = wordsOfPdf(made.raw)
    for (const text of [
      '测试学校100001',
      '学生学籍卡',
      NAME,
      '软件2301',
      '信息工程学院',
      '138****2071',
      '1*****************',
      '买买提·艾力',
      '137****1111',
      '（盖章）',
      '扫码核验真伪',
    ])
      expect(words).toContain(text)
    expect(words).not.toContain(ID_NO)
    expect(pagesOfPdf(made.raw)).toBe(1)
    expect(made.raw.length).toBeLessThan(200_000)
  })
  it('shows personal values whole only with the permission and a reason, and to the student', async () => {
    expect((await print(college, [one], { plain: true, reason: '档案' })).errors.map(e => e.rule)).toEqual(['print.deniedPlain'])
    const admin = await school.as({ roles: ['admin'] })
    expect((await print(admin, [one], { plain: true })).errors.map(e => e.rule)).toEqual(['print.reason'])
    expect(wordsOfPdf((await print(admin, [one], { plain: true, reason: '档案' })).raw)).toContain(ID_NO)
    const [entry] = await school.db.query<{ detail: unknown }>(sql`select detail from audit_log where action = 'print' order by at desc limit 1`)
    expect(entry?.detail).toMatchObject({ template: 'studentCard', rows: 1, plain: true, reason: '档案' })
    await school.db.query(
      sql`insert into role_menu (tenant_id, role_id, menu_id) select m.tenant_id, r.id, m.id from menu m join role r on r.tenant_id = m.tenant_id and r.code = 'student' where m.permission_key = 'sheet:print:issue'`,
    )
    await school.db.permissionsChanged()
    const self = await selfOf(school, one)
    expect(wordsOfPdf((await print(self, [one])).raw)).toContain(ID_NO)
  })
  it('is printed only for rows in reach, all of them or none', async () => {
    expect((await print(college, [one])).code).toBe(404)
    expect((await print(officer, [one, '00000000-0000-7000-8000-000000000000'])).errors[0]).toMatchObject({ rule: 'print.outside', values: { count: 2, missing: 1 } })
    expect((await print(officer, ['nonsense'])).code).toBe(404)
    expect((await print(officer, [])).errors[0]?.rule).toBe('print.nothing')
    expect((await officer.post('sheet/print/issue', { code: 'nothing', ids: [one] })).errors[0]?.rule).toBe('print.unknown')
    expect((await print(await school.as({ roles: ['bzr'], teacherId: school.ids.lin }), [one])).code).toBe(403)
    const stranger = await (await school.another()).as({ roles: ['officer'] })
    expect((await print(stranger, [one])).code).toBe(404)
  })
  it('is refused when no font has a character of the name', async () => {
    const rare = await addStudent({ name: '张𪚥', idNo: citizenNo('11010120050314903') })
    const made = await print(officer, [rare])
    expect(made.errors[0]).toMatchObject({ rule: 'print.noGlyph', values: { characters: '𪚥' } })
    expect(await issuesOf(rare)).toEqual([])
  })
  it('carries the watermark of the reader while the school has it on', async () => {
    expect(wordsOfPdf((await print(officer, [one])).raw)).not.toContain('李主任 u')
    await school.db.query(
      sql`insert into app_info (tenant_id, app_type, global_title, is_wartermark) values (${school.tenantId}, 0, '学工', true) on conflict (tenant_id, app_type) do update set is_wartermark = true`,
    )
    const { appInfo } = await import('#modules/system/model/app.ts')
    await school.db.changed(appInfo)
    expect(wordsOfPdf((await print(officer, [one])).raw)).toMatch(/李主任 u[0-9a-f]{10} \d{4}-\d\d-\d\d/)
  })
  it('50 at once get 50 numbers', async () => {
    const [{ last } = { last: 0 }] = await school.db.query<{ last: number }>(sql`select last from print_sequence`)
    const made = await Promise.all(Array.from({ length: 50 }, () => print(officer, [one])))
    expect(made.map(m => m.status)).toEqual(Array.from({ length: 50 }, () => 200))
    const numbers = new Set(made.map(m => /\d{4}-\d{6}/.exec(wordsOfPdf(m.raw).replace(/\d{4}-\d\d-\d\d/g, ''))?.[0]))
    expect(numbers.size).toBe(50)
    const rows = await school.db.query<{ n: number; most: string }>(sql`select count(distinct issue_no)::int as n, max(issue_no) as most from print_issue`)
    expect(rows[0]?.n).toBe(last + 50)
    expect(Number(rows[0]?.most.slice(5))).toBe(last + 50)
  })
  it('for many is a job: one file, a number each', async () => {
    const ids = await Promise.all(
      Array.from({ length: 101 }, (_, i) => addStudent({ name: `学生${i}`, idNo: citizenNo(`11010120060101${String(i * 2).padStart(3, '0')}`), birthDate: '2006-01-01' })),
    )
    const started = await print(officer, ids)
    expect(started.data.jobId).toBeTypeOf('string')
    const job = await ended(started.data.jobId as string)
    expect(job).toMatchObject({ state: 'done', total: 101, fileName: '学籍卡.pdf' })
    const file = await officer.get('oss/oss/endpoint/link-file', { fileId: job.fileId, 'FlySource-Auth': officer.token })
    expect(pagesOfPdf(file.raw)).toBe(101)
    const rows = await school.db.query<{ n: number }>(sql`select count(distinct issue_no)::int as n from print_issue where biz_id = any(${ids}::uuid[]) and made_at is not null`)
    expect(rows[0]?.n).toBe(101)
    expect((await print(college, ids)).code).toBe(404)
    const cancelled = (await print(officer, ids)).data.jobId as string
    expect((await officer.post('sheet/exportJob/cancel', { id: cancelled })).code).toBe(200)
    // numbers reserved by then are voided; earlier prints stay valid
    for (let i = 0; i < 100 && (await unmade(ids)) > 0; i++) await new Promise(done => setTimeout(done, 100))
    expect(await unmade(ids)).toBe(0)
    expect((await issuesOf(ids[0] as string)).filter(issue => issue.state === 'valid')).toHaveLength(1)
  })
})
/** Reserved print numbers that are neither issued nor void. */
async function unmade(ids: readonly string[]): Promise<number> {
  const rows = await school.db.query<{ n: number }>(sql`select count(*)::int as n from print_issue where biz_id = any(${ids}::uuid[]) and made_at is null and revoked_at is null`)
  return rows[0]?.n ?? 0
}
async function ended(id: string): Promise<Record<string, unknown>> {
  for (let i = 0; i < 600; i++) {
    const { data } = await officer.get('sheet/exportJob/getOne', { id })
    if (data.state !== 'running') return data
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Error('the job does not end')
}

describe('10-E9 a paper can be checked', () => {
  it('by anybody: kind, number, shortened name, date and state, nothing else', async () => {
    await print(officer, [one])
    const [issue] = await issuesOf(one)
    expect(issue).toMatchObject({ templateName: '学籍卡', state: 'valid', issuedByName: '李主任', revokeReason: null })
    const found = await check(await codeOf(issue?.issueNo as string))
    expect(found.data).toEqual({ kind: '学籍卡', issueNo: issue?.issueNo, name: '欧*******', date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), state: 'valid' })
    expect(found.headers['cache-control']).toBe('no-store')
  })
  it('and a forged, altered or unknown code is answered alike', async () => {
    const code = await codeOf((await issuesOf(one))[0]?.issueNo as string)
    const { CHECK_KEY, checkCode } = await import('#server/print/check-code.ts')
    const unknown = checkCode(school.server.core.key(CHECK_KEY), school.tenantId, '00000000-0000-7000-8000-000000000000')
    for (const c of ['', 'x', code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A'), unknown, `${code}A`, 'A'.repeat(5000)]) {
      const { code: body, msg, data } = await check(c)
      expect([body, msg, data]).toEqual([404, '查不到这份文件', null])
    }
  })
  it('and says when it has been revoked', async () => {
    await print(officer, [one])
    const issue = (await issuesOf(one))[0] as Issued
    expect((await college.post('sheet/print/revoke', { id: issue.id, reason: '写错' })).code).toBe(404)
    expect((await officer.post('sheet/print/revoke', { id: issue.id, reason: ' ' })).errors[0]?.rule).toBe('print.noReason')
    expect((await officer.post('sheet/print/revoke', { id: issue.id, reason: '信息有误' })).data).toBe(true)
    expect((await officer.post('sheet/print/revoke', { id: issue.id, reason: '信息有误' })).code).toBe(409)
    expect((await check(await codeOf(issue.issueNo))).data.state).toBe('revoked')
    expect((await issuesOf(one))[0]).toMatchObject({ state: 'revoked', revokeReason: '信息有误' })
  })
  it('and says when a newer one took its place', async () => {
    const other = await addStudent({ name: '钱一', idNo: citizenNo('11010120050314907') })
    await print(officer, [other])
    await print(officer, [other], { replace: true })
    const [newer, older] = await issuesOf(other)
    expect([newer?.state, older?.state, older?.replacedByNo]).toEqual(['valid', 'replaced', newer?.issueNo])
    expect((await check(await codeOf(older?.issueNo as string))).data.state).toBe('replaced')
    expect((await officer.post('sheet/print/revoke', { id: older?.id, reason: '旧' })).code).toBe(409)
  })
  it('but not without limit', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => check('x')))
    expect(answers.map(a => a.code)).toContain(429)
  })
})
it('10-E8 templates that may be printed are listed; what was printed is shown only with the row', async () => {
  const declared = school.server.core.registry
    .of(printTemplates)
    .filter(t => t.entity.name === 'student')
    .map(({ code, name, paper }) => ({ code, name, paper }))
  expect(declared.map(t => t.code)).toEqual(expect.arrayContaining(['studentCard', 'studentProfile']))
  const listed = (await officer.get<typeof declared>('sheet/printTemplate/list', { entity: 'student' })).data
  expect(listed).toMatchObject(declared.toSorted((a, b) => (a.code < b.code ? -1 : 1)))
  expect((await officer.get<unknown[]>('sheet/printTemplate/list', { entity: 'campus' })).data).toEqual([])
  expect((await college.get('sheet/print/issues', { bizType: 'student', bizId: one })).code).toBe(404)
  expect((await officer.get('sheet/print/issues', { bizType: 'nothing', bizId: one })).code).toBe(404)
})
