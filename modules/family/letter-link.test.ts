import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { sql as asOwner } from '#testing/database.ts'
import type { Actor } from '#testing/school.ts'
import { homeContact } from './model/home-contact.ts'
import { homeLetter, homeLetterReceipt } from './model/home-letter.ts'
import { askConsent } from './server/api.ts'
import { type FamilySchool, familySchool, type Pupil } from './testing.ts'

let s: FamilySchool
beforeAll(async () => {
  s = await familySchool()
})
afterAll(() => s.close())

const hours = (n: number): string => new Date(Date.now() + n * 3_600_000).toISOString()
const rulesOf = (answer: { errors: Array<{ rule: string }> }): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
const open = (key: string) => s.anonymous.post<Record<string, string | null>>('family/homeLetterReceipt/open', { key })
const answer = (key: string, more: object = {}) => s.anonymous.post('family/homeLetterReceipt/answer', { key, answer: 'known', ...more })
const act = (verb: string, input: object, by: Actor = s.officer) => by.post<{ id: string; count: number }>(`family/homeLetter/${verb}`, input)
const remind = (letterId: string, by: Actor = s.officer) => by.post<{ count: number }>('family/homeLetterReceipt/remind', { letterId })
const receipt = async (letterId: string, studentId: string) => {
  const [row] = await s.db.unscoped(homeLetterReceipt).all({ letterId, studentId })
  if (!row) throw new Error('no receipt')
  return row
}
async function published(audience: object, more: object = {}): Promise<string> {
  const draft = {
    name: '开学家长信',
    beginTime: hours(-1),
    endTime: hours(48),
    audience,
    contactReason: 'study',
    allowedFields: ['student'],
    content: '{学生姓名}的家长：您好。',
    ...more,
  }
  const { id } = (await act('add', draft)).data
  expect((await act('publish', { id })).msg).toBe('成功')
  await s.server.settle()
  return id
}
interface Sent extends Pupil {
  letterId: string
  key: string
}
/** A family that has a letter, and the key of its link. */
async function family(): Promise<Sent> {
  const who = await s.pupil()
  const letterId = await published({ userIds: [who.actor.userId] })
  return { ...who, letterId, key: await s.keyTo(who.phone) }
}
describe('50-HS4 the link of a letter', () => {
  it('50-HS4 opens the letter without an account; reading is noted once, answering once', async () => {
    const { id, letterId, key } = await family()
    expect((await open(key)).data).toMatchObject({ name: '开学家长信', text: '周雨桐的家长：您好。', answer: null })
    const { readAt } = await receipt(letterId, id)
    expect(readAt).toEqual(expect.any(String))
    await open(key)
    expect((await receipt(letterId, id)).readAt).toBe(readAt)
    expect((await answer(key, { answer: 'call', opinion: '孩子最近睡得晚' })).code).toBe(200)
    expect(await receipt(letterId, id)).toMatchObject({ state: 'answered', answer: 'call', opinion: '孩子最近睡得晚', readAt })
    const again = await answer(key)
    expect([rulesOf(again), again.msg]).toEqual([['answered'], expect.stringContaining('请老师联系我')])
    expect((await open(key)).data).toMatchObject({ answer: 'call' })
    // the counsellor is told, without what was written
    await s.server.settle()
    const told = JSON.stringify((await s.fdy.get('base/message/mine', { keyword: '请你联系' })).data)
    expect([told.includes('开学家长信'), told.includes('睡得晚')]).toEqual([true, false])
    // what the family wrote is withheld in lists
    expect(JSON.stringify((await s.fdy.get('family/homeLetterReceipt/list', { letterId })).data)).not.toContain('睡得晚')
  })
  it('50-HS4 opened twice at once: one reading, one answer', async () => {
    const { id, letterId, key } = await family()
    expect((await Promise.all([open(key), open(key)])).map(a => a.code)).toEqual([200, 200])
    const answers = await Promise.all([answer(key), answer(key, { answer: 'call' })])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect((await receipt(letterId, id)).answer).toBe(answers[0]?.code === 200 ? 'known' : 'call')
  })
  it('50-HS4 an expired link says until when it was valid, and is open again where the letter is extended', async () => {
    const { letterId, key } = await family()
    await s.db.query(sql`update home_letter set begin_time = '2026-05-01T02:00:00Z', end_time = '2026-05-04T02:00:00Z' where id = ${letterId}`)
    for (const late of [await open(key), await answer(key)]) expect([rulesOf(late), late.msg]).toEqual([['expired'], expect.stringContaining('2026-05-04 10:00')])
    expect(rulesOf(await remind(letterId))).toEqual(['notOpen'])
    expect((await act('extend', { id: letterId, endTime: hours(24), reason: '还有家长没看' })).code).toBe(200)
    expect((await open(key)).code).toBe(200)
    expect((await act('cancel', { id: letterId, reason: '内容有误' })).code).toBe(200)
    expect([rulesOf(await open(key)), rulesOf(await answer(key))]).toEqual([['withdrawn'], ['withdrawn']])
  })
  it('50-HS4 attack: a foreign, a used and a replaced key, and the key of another kind of link, open nothing else', async () => {
    const [one, other] = [await family(), await family()]
    expect(rulesOf(await open(`${one.key.slice(0, -2)}__`))).toEqual(['unknown'])
    // the key of a consent opens no letter, and that of a letter no consent
    const who = await s.pupil()
    await s.db.tx(db => askConsent(db, { studentId: who.id, guardianId: who.guardianId, bizType: 'leave', bizId: randomUUID(), asks: '申请到校外住宿' }))
    const consent = await s.keyTo(who.phone)
    expect([rulesOf(await open(consent)), rulesOf(await answer(consent))]).toEqual([['unknown'], ['unknown']])
    expect(rulesOf(await s.anonymous.get('family/guardianConsent/open', { key: one.key }))).toEqual(['unknown'])
    // it is no session, and naming another row does not change which one it opens
    for (const path of ['family/homeLetterReceipt/list', 'family/homeLetter/list', 'family/homeLetterReceipt/progress'])
      expect((await s.anonymous.get(path, { key: one.key })).code).toBe(401)
    const { id } = await receipt(other.letterId, other.id)
    expect((await s.anonymous.post('family/homeLetterReceipt/answer', { key: one.key, id, answer: 'known' })).code).toBe(400)
    expect((await receipt(other.letterId, other.id)).state).toBe('sent')
    const [stored] = await s.db.query<{ row: string }>(sql`select to_jsonb(r)::text as row from home_letter_receipt r where letter_id = ${one.letterId}`)
    expect([stored?.row.includes(one.key), stored?.row.includes('周雨桐')]).toEqual([false, false])
    const listed = JSON.stringify((await s.officer.get('family/homeLetterReceipt/list', { letterId: one.letterId })).data)
    expect(['tokenHash', 'carried', one.phone].filter(text => listed.includes(text))).toEqual([])
    // another school does not know it
    expect((await s.anonymous.post('family/homeLetterReceipt/open', { key: one.key, tenantId: '000000' })).code).not.toBe(200)
  })
  it('families without an answer are reminded once in a while, by a new link that ends the old one', async () => {
    const { id, letterId, key, phone } = await family()
    expect(rulesOf(await remind(letterId))).toEqual(['nobody'])
    await s.db.query(sql`update home_letter_receipt set told_at = null, sent_at = now() - interval '25 hours' where letter_id = ${letterId}`)
    const both = await Promise.all([remind(letterId), remind(letterId, s.fdy)])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    const next = await s.keyTo(phone)
    expect([next === key, rulesOf(await open(key)), (await open(next)).code]).toEqual([false, ['unknown'], 200])
    await answer(next)
    await s.db.query(sql`update home_letter_receipt set reminded_at = now() - interval '25 hours' where letter_id = ${letterId}`)
    expect(rulesOf(await remind(letterId))).toEqual(['nobody'])
    expect(await s.db.unscoped(homeContact).count({ studentId: id, kind: 'letter' })).toBe(1)
  })
})
describe('many letters', () => {
  it('50-HS4 a sending that fails in the middle goes on, and leaves nothing twice', async () => {
    const many = 1100
    const template = await s.pupil()
    const [first] = await s.db.query<{
      id: string
    }>(sql`with people as (insert into student (tenant_id, student_no, name, gender_code, grade, department_id, major_id, grade_major_id, class_id, campus_id, status,
          id_type, id_no, id_no_hash, birth_date, person_id, level, duration, enrol_date, expected_graduation)
        select t.tenant_id, 'L' || n, '家长信' || n, t.gender_code, c.grade, c.department_id, c.major_id, c.grade_major_id, c.id, c.campus_id, 'active', t.id_type, t.id_no, 'l' || n,
          t.birth_date, t.person_id, t.level, t.duration, t.enrol_date, t.expected_graduation
        from student t join stu_class c on c.tenant_id = t.tenant_id and c.id = ${s.ids.a2301}, generate_series(1, ${many}::int) n where t.tenant_id = ${s.tenantId} and t.id = ${template.id}
        returning tenant_id, id, student_no, name),
      accounts as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, student_id)
        select tenant_id, 'admin', student_no, student_no, name, 2, id from people returning id),
      relatives as (insert into family_member (tenant_id, student_id, relation, name, phone, is_guardian, created_at)
        select tenant_id, id, '51', name || '的家长', '137' || lpad(substr(student_no, 2), 8, '0'), true, now() - interval '60 days' from people returning id)
      select id from people limit 1`)
    expect(first?.id).toEqual(expect.any(String))
    await asOwner(
      s.server.core.url,
      `create function break_letters() returns trigger language plpgsql as $$ begin
        if new.kind = 'letter' and (select count(*) from home_letter_receipt r where r.tenant_id = new.tenant_id and r.state = 'sent' and r.letter_id = (select letter_id from home_letter_receipt x where x.tenant_id = new.tenant_id and x.id = new.source_id::uuid)) > 1000 then raise exception 'no more paper'; end if;
        return new; end $$;
      create trigger break_letters before insert on home_contact for each row execute function break_letters()`,
    )
    onTestFinished(() => asOwner(s.server.core.url, 'drop function if exists break_letters cascade').then(() => undefined))
    const letterId = await published({ classIds: [s.ids.a2301] }, { name: '很多家长' })
    const counts = async () =>
      (
        await s.db.query<{
          sent: number
          texts: number
          contacts: number
          keys: number
        }>(sql`select count(*) filter (where r.state = 'sent')::int as sent, count(distinct r.token_hash)::int as keys,
            (select count(*)::int from sms_log l where l.tenant_id = ${s.tenantId} and l.event_code = 'family.letterSent' and l.mobile like '13700%') as texts,
            (select count(*)::int from home_contact c where c.tenant_id = ${s.tenantId} and c.kind = 'letter' and c.result = '很多家长') as contacts
          from home_letter_receipt r where r.letter_id = ${letterId}`)
      )[0]
    expect(await s.db.unscoped(homeLetter).one(letterId)).toMatchObject({ sending: 'failed', sendNote: expect.stringContaining('no more paper') })
    expect(await counts()).toEqual({ sent: 1000, texts: 1000, contacts: 1000, keys: 1000 })
    await asOwner(s.server.core.url, 'drop function break_letters cascade')
    const resumed = await Promise.all([act('resumeSending', { id: letterId }), act('resumeSending', { id: letterId })])
    expect(resumed.map(a => a.code).sort()).toEqual([200, 422])
    await s.server.settle()
    expect((await s.db.unscoped(homeLetter).one(letterId)).sending).toBe('done')
    expect(await counts()).toEqual({ sent: many, texts: many, contacts: many, keys: many })
  })
  it('a school without an address of its own sends no letter', async () => {
    await setParams(s, 'login', { siteUrl: '' })
    onTestFinished(() => setParams(s, 'login', { siteUrl: 'https://xg.example.edu.cn' }))
    const who = await s.pupil()
    const draft = {
      name: '没有网址',
      beginTime: hours(-1),
      endTime: hours(48),
      audience: { userIds: [who.actor.userId] },
      contactReason: 'study',
      allowedFields: ['student'],
      content: '{学生姓名}',
    }
    const { id } = (await act('add', draft)).data
    expect(rulesOf(await act('publish', { id }))).toEqual(['noSite'])
  })
})
