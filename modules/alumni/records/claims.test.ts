import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { user } from '#modules/system/model/user.ts'
import { today } from '#server/base/today.ts'
import { serial } from '#testing/serial.ts'
import { alumnus } from './model/alumnus.ts'
import { alumniClaim } from './model/claim.ts'
import { matchClaim } from './server/match-claims.ts'
import { type AlumniSchool, alumniSchool, claimant, ok, ruleOf } from './testing.ts'

const YEAR = 2009
let s: AlumniSchool
let from: ReturnType<typeof claimant>
beforeAll(async () => {
  s = await alumniSchool()
  from = claimant(s)
})
afterAll(() => s.close())
/** An old class whose members the school has entered by hand. */
async function oldClass(names: readonly string[], more: object = {}): Promise<string[]> {
  const className = `软件09${serial('oldClass')}`
  const ids: string[] = []
  for (const name of names) {
    const draft = { code: `XY${serial('oldAlumnus')}`, name, leaveYear: YEAR, majorName: '软件技术', className, visible: 'none', contactConsent: false, ...more }
    ids.push(ok(await s.officer.post<{ id: string }>('alumni/alumnus/add', draft)).id)
  }
  return ids
}
const claim = (given: { mobile: string } & Record<string, unknown>) => from.claim({ leaveYear: YEAR, majorName: '软件技术', ...given })
const phoneOf = () => from.phone()
const claimOf = async (mobile: string) => {
  await s.server.settle()
  const [found] = await rowsOf(mobile)
  if (!found) throw new Error(`no claim by ${mobile}`)
  return s.db.unscoped(alumniClaim).one(found.id)
}
const rowsOf = (mobile: string) => s.db.query<{ id: string; name: string }>(sql`select id, name from alumni_claim where mobile = ${mobile} order by id desc`)
/** Accounts with this proved phone. */
const accountsOf = (mobile: string) =>
  s.db.query<{ id: string; roles: string; userType: number; realm: string; accountNo: string }>(sql`select u.id, u.user_type as "userType", u.realm, u.account_no as "accountNo",
    (select string_agg(r.code, ',') from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id where ru.tenant_id = u.tenant_id and ru.user_id = u.id) as roles
    from sys_user u where u.tenant_id = ${s.tenantId} and u.mobile = ${mobile} and u.mobile_verified`)
const lastText = async (mobile: string) => (await s.db.query<{ text: string }>(sql`select text from sms_log where mobile = ${mobile} order by id desc limit 1`))[0]?.text ?? ''
/** A claim that nothing proves. */
async function waiting(name: string, given: object = {}) {
  const mobile = phoneOf()
  ok(await claim({ name, mobile, firstMate: '没有这人', secondMate: '也没这人', ...given }))
  return claimOf(mobile)
}

describe('30-AL4 who is matched', () => {
  it('30-AL4 signs in as an alumnus: name, year, major and two classmates of the class, or the digits of the identity number', async () => {
    const [id] = await oldClass(['陈认领', '同学甲', '同学乙'])
    const mobile = phoneOf()
    ok(await claim({ name: ' 陈认领', mobile, majorName: '软件技术专业', firstMate: '同学乙', secondMate: '同学甲' }))
    expect(await claimOf(mobile)).toMatchObject({ state: 'approved', isAutomatic: true, alumnusId: id })
    const row = await s.db.unscoped(alumnus).one(id ?? '')
    expect(await accountsOf(mobile)).toEqual([{ id: row.userId, userType: 3, realm: 'admin', roles: 'alumnus', accountNo: row.code }])
    expect(await lastText(mobile)).toContain('陈认领校友，你的账号已开通')
    // the phone stays with the account: nobody may contact them by it before they agree
    expect(row).toMatchObject({ phone: null, contactConsent: false })

    const pupil = await s.student({ name: '有证件号' })
    await s.server.settle()
    await s.db.query(sql`delete from sys_user where student_id = ${pupil}`)
    await s.ends(pupil)
    const { idNo } = await s.db.unscoped(student).one(pupil)
    const second = phoneOf()
    ok(await claim({ name: '有证件号', mobile: second, leaveYear: Number(today().slice(0, 4)), idTail: idNo.slice(-6).toLowerCase() }))
    expect(await claimOf(second)).toMatchObject({ state: 'approved', isAutomatic: true })
    expect(await accountsOf(second)).toHaveLength(1)
  })
  it('30-AL4 reads their own card with that account, and nobody else’s', async () => {
    const [id] = await oldClass(['卡主人', '旧同学一', '旧同学二'])
    const mobile = phoneOf()
    ok(await claim({ name: '卡主人', mobile, firstMate: '旧同学一', secondMate: '旧同学二' }))
    const { userId } = await claimOf(mobile)
    const other = await s.as({ roles: ['alumnus'], userType: 3 })
    expect(ruleOf(await other.get('alumni/alumnus/card'))).toBe('notAlumnus')
    await s.db.query(sql`update alumnus set user_id = ${other.userId}::uuid where id = ${id ?? ''}::uuid and user_id = ${userId}::uuid`)
    expect(ok(await other.get<{ name: string }>('alumni/alumnus/card')).name).toBe('卡主人')
    expect((await other.get('alumni/alumnus/list')).code).toBe(403)
  })
  it('30-AL4 one classmate, a wrong year or major, digits that differ, or two people of the name are for the office', async () => {
    const [only] = await oldClass(['半对的', '对的同学', '另一个'])
    await oldClass(['同名人', '共同同学', '共同朋友'])
    await oldClass(['同名人', '共同同学', '共同朋友'])
    const right = { firstMate: '对的同学', secondMate: '另一个' }
    const wrong = [
      { name: '半对的', ...right, secondMate: '错的同学' },
      { name: '半对的', ...right, leaveYear: YEAR - 1 },
      { name: '半对的', ...right, majorName: '会计' },
      { name: '同名人', firstMate: '共同同学', secondMate: '共同朋友' },
    ]
    for (const given of wrong) {
      const mobile = phoneOf()
      ok(await claim({ ...given, mobile }))
      expect((await claimOf(mobile)).state).toBe('pending')
      expect(await accountsOf(mobile)).toEqual([])
    }
    const pupil = await s.student({ name: '尾号不对', classId: s.ids.a2301 })
    const mate = [await s.student({ name: '尾号同学甲', classId: s.ids.a2301 }), await s.student({ name: '尾号同学乙', classId: s.ids.a2301 })]
    await s.server.settle()
    await s.db.query(sql`delete from sys_user where student_id = ${pupil}`)
    for (const id of [pupil, ...mate]) await s.ends(id)
    const { idNo } = await s.db.unscoped(student).one(pupil)
    const major = (await s.db.query<{ majorName: string }>(sql`select major_name as "majorName" from alumnus_study where student_id = ${pupil}::uuid`))[0]?.majorName
    const digits = `${idNo.slice(-6, -1)}${idNo.endsWith('1') ? '2' : '1'}`
    const mobile = phoneOf()
    const given = { name: '尾号不对', mobile, leaveYear: Number(today().slice(0, 4)), majorName: major, firstMate: '尾号同学甲', secondMate: '尾号同学乙' }
    ok(await claim({ ...given, idTail: digits }))
    expect((await claimOf(mobile)).state).toBe('pending')
    expect((await s.db.unscoped(alumnus).one(only ?? '')).userId).toBeNull()
  })
  it('30-AL4 the answer is the same whether somebody is found, is not, or has an account', async () => {
    await oldClass(['回答一样', '一样甲', '一样乙'])
    await s.graduate({ name: '有账号的' })
    const mates = { firstMate: '一样甲', secondMate: '一样乙' }
    const answers = [
      await claim({ name: '回答一样', mobile: phoneOf(), ...mates }),
      await claim({ name: '查无此人', mobile: phoneOf(), ...mates }),
      await claim({ name: '有账号的', mobile: phoneOf(), ...mates }),
    ]
    const seen = answers.map(({ status, code, msg, data }) => ({ status, code, msg, data }))
    expect([seen[1], seen[2]]).toEqual([seen[0], seen[0]])
    await s.server.settle()
  })
})
describe('30-AL4 a record is given to one', () => {
  it('30-AL4 whoever has an account, a closed one too, is never claimed: neither by themselves nor by the office', async () => {
    const who = await s.graduate({ name: '停用账号' })
    await s.db.query(sql`update sys_user set status = 'disabled' where id = ${who.actor.userId}::uuid`)
    const { idNo } = await s.db.unscoped(student).one(who.id)
    const mobile = phoneOf()
    ok(await claim({ name: '停用账号', mobile, leaveYear: Number(today().slice(0, 4)), idTail: idNo.slice(-6) }))
    const waits = await claimOf(mobile)
    expect(waits.state).toBe('pending')
    const [found] = ok(await s.officer.get<Array<{ id: string; hasAccount: boolean; tail: string }>>('alumni/alumniClaim/candidates', { id: waits.id }))
    expect(found).toMatchObject({ hasAccount: true, tail: 'same' })
    expect(ruleOf(await s.officer.post('alumni/alumniClaim/approve', { id: waits.id, alumnusId: found?.id }))).toBe('hasAccount')
    expect(await accountsOf(mobile)).toEqual([])
  })
  it('30-AL4 of two claims of one record at once one is opened, by themselves and by the office', async () => {
    const [id = ''] = await oldClass(['抢一个', '抢同学甲', '抢同学乙'])
    const phones = [phoneOf(), phoneOf()]
    const pending: string[] = []
    for (const mobile of phones) {
      const draft = { name: '抢一个', mobile, leaveYear: YEAR, majorName: '软件技术', firstMate: '抢同学甲', secondMate: '抢同学乙' }
      pending.push((await s.db.insert(alumniClaim, draft as never)).id)
    }
    await Promise.all(pending.map(one => s.db.tx(tx => matchClaim(tx, one))))
    const states = (await s.db.unscoped(alumniClaim).all({ id: pending })).map(c => c.state)
    expect(states.toSorted()).toEqual(['approved', 'pending'])
    const opened = await Promise.all(phones.map(accountsOf))
    expect(opened.flat().map(a => a.id)).toEqual([(await s.db.unscoped(alumnus).one(id)).userId])

    const [free = ''] = await oldClass(['办公室抢'])
    const two = [await waiting('办公室抢'), await waiting('办公室抢')]
    const answers = await Promise.all(two.map(c => s.officer.post('alumni/alumniClaim/approve', { id: c.id, alumnusId: free })))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    expect(answers.filter(a => a.code !== 200).map(ruleOf)).toEqual(['hasAccount'])
    expect(await s.db.unscoped(user).count({ nickName: '办公室抢' } as never)).toBe(1)
  })
})
describe('30-AL4 the office', () => {
  it('30-AL4 has it to do, names the record, makes a new one, or returns it with a reason; a decided claim stays decided', async () => {
    const [id = ''] = await oldClass(['改过名'])
    const [named, made, returned] = [await waiting('改过名的'), await waiting('没有档案', { className: '软件0902', contactConsent: true }), await waiting('说不清')]
    const open = async () =>
      (await s.db.query<{ bizId: string }>(sql`select biz_id as "bizId" from todo where biz_type = 'alumniClaim' and state = 'open' and user_id = ${s.officer.userId}::uuid`)).map(
        t => t.bizId,
      )
    expect(await open()).toEqual(expect.arrayContaining([named.id, made.id, returned.id]))
    ok(await s.officer.post('alumni/alumniClaim/approve', { id: named.id, alumnusId: id }))
    expect((await s.db.unscoped(alumnus).one(id)).userId).not.toBeNull()
    expect((await s.officer.post('alumni/alumniClaim/enter', { id: made.id })).errors.map(e => e.field)).toEqual(['departmentId'])
    ok(await s.officer.post('alumni/alumniClaim/enter', { id: made.id, departmentId: s.ids.info }))
    const after = await s.db.unscoped(alumniClaim).one(made.id)
    expect(await s.db.unscoped(alumnus).one(after.alumnusId ?? '')).toMatchObject({
      name: '没有档案',
      leaveYear: YEAR,
      className: '软件0902',
      source: 'self',
      userId: after.userId,
      ...{ departmentId: s.ids.info, contactConsent: true, phone: made.mobile },
    })
    expect((await s.db.unscoped(alumnus).one(id)).contactConsent).toBe(false)
    ok(await s.officer.post('alumni/alumniClaim/refuse', { id: returned.id, reason: '请写清班级' }))
    expect(await s.db.unscoped(alumniClaim).one(returned.id)).toMatchObject({ state: 'refused', reason: '请写清班级', userId: null })
    expect(await lastText(returned.mobile)).toContain('请写清班级')
    for (const one of [named.id, made.id, returned.id]) expect(await open()).not.toContain(one)
    expect(ruleOf(await s.officer.post('alumni/alumniClaim/enter', { id: returned.id, departmentId: s.ids.info }))).toBe('state')
    for (const verb of ['approve', 'enter', 'refuse', 'candidates']) {
      const college = await s.as({ roles: ['college'], departmentId: s.ids.info })
      const answer =
        verb === 'candidates'
          ? await college.get(`alumni/alumniClaim/${verb}`, { id: named.id })
          : await college.post(`alumni/alumniClaim/${verb}`, { id: named.id, alumnusId: id, departmentId: s.ids.info, reason: '无' })
      expect([verb, answer.code]).toEqual([verb, 403])
    }
  })
  it('30-AL4 digits of the identity number lie encrypted until it is decided and are told to nobody', async () => {
    const mobile = phoneOf()
    ok(await claim({ name: '藏尾号', mobile, idTail: '73519X' }))
    const row = await claimOf(mobile)
    const stored = async () => JSON.stringify(await s.db.query(sql`select to_jsonb(c) as row from alumni_claim c where id = ${row.id}::uuid`))
    expect(row.idTail).toBe('73519X')
    expect(await stored()).not.toContain('73519X')
    const read = [
      await s.officer.get('alumni/alumniClaim/list', { size: 100 }),
      await s.officer.get('alumni/alumniClaim/getOne', { id: row.id }),
      await s.officer.get('alumni/alumniClaim/candidates', { id: row.id }),
    ]
    for (const answer of read) expect(answer.raw.toString()).not.toMatch(/73519X|idTail/)
    expect(read[0]?.raw.toString()).not.toContain(mobile)
    const logs = await s.db.query(sql`select diff from operation_log where biz_id = ${row.id}`)
    expect(JSON.stringify(logs)).not.toContain('73519X')
    ok(await s.officer.post('alumni/alumniClaim/refuse', { id: row.id, reason: '对不上' }))
    expect((await s.db.query<{ n: number }>(sql`select count(id_tail)::int + count(id_tail_hash)::int as n from alumni_claim where id = ${row.id}::uuid`))[0]?.n).toBe(0)
  })
})
describe('30-AL4 the form', () => {
  it('30-AL4 names what is missing or cannot be, and leaves the code good', async () => {
    const mobile = phoneOf()
    const code = await from.code(mobile)
    const send = (more: object) => from.send({ name: '填表人', leaveYear: YEAR, majorName: '软件技术', mobile, code, ...more })
    const refused = async (more: object) => {
      const answer = await send(more)
      return [answer.errors[0]?.field, ruleOf(answer)]
    }
    expect(await refused({ firstMate: '甲' })).toEqual(['secondMate', 'proof'])
    expect(await refused({ firstMate: '甲', secondMate: '甲' })).toEqual(['secondMate', 'mates'])
    expect(await refused({ firstMate: '甲', secondMate: '填表人' })).toEqual(['secondMate', 'mates'])
    expect(await refused({ idTail: '12345' })).toEqual(['idTail', 'tail'])
    expect(await refused({ idTail: '123456', leaveYear: Number(today().slice(0, 4)) + 1 })).toEqual(['leaveYear', 'yearAhead'])
    expect(await refused({ idTail: '123456', code: code === '000000' ? '000001' : '000000' })).toEqual(['code', 'code'])
    ok(await send({ idTail: '123456' }))
    await s.server.settle()
  })
  it('30-AL4 is closed while the school has closed it, and says so before', async () => {
    const standing = async () => ok(await s.anonymous.get<{ isOpen: boolean }>('alumni/openApi/claimStanding', { tenantId: '100001' })).isOpen
    expect(await standing()).toBe(true)
    await setParams(s, 'alumni', { selfClaim: false })
    expect(await standing()).toBe(false)
    expect(ruleOf(await claim({ name: '关了', mobile: phoneOf(), idTail: '123456' }))).toBe('closed')
    await setParams(s, 'alumni', { selfClaim: true })
  })
})
