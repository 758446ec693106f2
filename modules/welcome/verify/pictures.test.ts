import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OutputOf } from '#model'
import { addDays, addMonths } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { entryReexamination } from '#modules/admission/review/model/reexamination.ts'
import { setParams } from '#modules/admission/testing.ts'
import { face } from '#modules/photo/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { welcomeBatch } from '../steps/model/batch.ts'
import { ok, rulesOf, type WelcomeSchool } from '../testing.ts'
import type { myConsent } from './model/actions.ts'
import { eraseDue } from './server/jobs.ts'
import { type Services, type VerifyWelcome, verifyWelcome } from './testing.ts'

let w: VerifyWelcome
let s: WelcomeSchool
let batchId: string
let one: Actor
let services: Services
beforeAll(async () => {
  w = await verifyWelcome()
  ;({ s, batchId, one, services } = w)
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await w.close()
})

describe('30-WV2 pictures', () => {
  it('are taken only of those who agree, each by itself; whoever refuses is verified all the same', async () => {
    await w.withServices()
    const who = await w.arrival()
    services.cards.set('A03', { partyName: who.name, certNumber: who.idNo, expDate: '长期', identityPic: (await face()).toString('base64') })
    expect(ok(await who.actor.get<OutputOf<typeof myConsent>>('welcome/verifyConsent/mine'))).toMatchObject({ isAnswered: false, face: false, idImage: false })
    const unanswered = await w.read(one, { device: 'A03' })
    expect(ok(unanswered)).toMatchObject({ idPhoto: null, mayTakePhoto: false })
    expect(rulesOf(await w.verify(one, unanswered, { livePhoto: await w.picture(one) }))).toEqual(['noConsent'])
    ok(await w.consent(who, true, false))
    expect(ok(await w.read(one, { device: 'A03' }))).toMatchObject({ idPhoto: null, mayTakePhoto: true })
    ok(await w.consent(who, false, true))
    const card = await w.read(one, { device: 'A03' })
    expect(ok(card)).toMatchObject({ idPhoto: expect.any(String), mayTakePhoto: false })
    expect(ok(await w.verify(one, card))).toMatchObject({ result: 'pass' })
    expect(await w.recordOf(who)).toMatchObject({ method: 'reader', idFiles: [ok(card).idPhoto], livePhoto: null })
  })
  it('are sensitive, and are deleted when somebody does not agree any more', async () => {
    await w.withServices()
    services.score = 95
    const who = await w.arrival()
    ok(await w.consent(who, true, true))
    services.cards.set('A04', { partyName: who.name, certNumber: who.idNo, expDate: '长期', identityPic: (await face()).toString('base64') })
    ok(await w.verify(one, await w.read(one, { device: 'A04' }), { livePhoto: await w.picture(one) }))
    const record = await w.recordOf(who)
    const [file] = record?.livePhoto ?? []
    const download = async (by: Actor) => (await by.get(`oss/oss/endpoint/download-file?fileId=${file}`)).code
    expect((await w.verify(one, await w.read(one, w.typed(await w.arrival())), { livePhoto: file })).code).not.toBe(200)
    const viewer = await s.as({ roles: ['fdy'], nickName: '只看名单' })
    expect(await download(viewer)).not.toBe(200)
    ok(await w.consent(who, false, true))
    expect(await w.recordOf(who)).toMatchObject({ result: 'pass', livePhoto: null, idFiles: [expect.any(String)] })
    const left = await s.db.query<{ field: string }>(sql`select field from attachment where biz_id = ${record?.id} and (expires_at is null or expires_at > now())`)
    expect(left.map(f => f.field)).toEqual(['idFiles'])
  })
})
it('30-WV4 deletes pictures some months after the re-examination, or the batch of whoever has none; the results stay', async () => {
  await setParams(s, 'welcome', { 'verify.keepMonths': 6 })
  await w.withServices()
  services.score = 95
  const pictured = async () => {
    const who = await w.arrival()
    ok(await w.consent(who, true, true))
    services.cards.set('A05', { partyName: who.name, certNumber: who.idNo, expDate: '长期', identityPic: (await face()).toString('base64') })
    ok(await w.verify(one, await w.read(one, { device: 'A05' }), { livePhoto: await w.picture(one) }))
    return who
  }
  const [passed, open, none] = [await pictured(), await pictured(), await pictured()]
  const moment = (days: number) => schoolInstant(addDays(today(), days))
  const about = { departmentId: s.ids.info, year: 2024, dueAt: moment(0), warnAt: moment(0) }
  await s.db.insert(entryReexamination, { ...about, studentId: passed.id, state: 'passed', judgedAt: moment(0) })
  await s.db.insert(entryReexamination, { ...about, studentId: open.id, state: 'open' })
  const kept = async () => [await w.recordOf(passed), await w.recordOf(open), await w.recordOf(none)].map(r => Boolean(r?.idFiles && r.livePhoto))
  const later = (months: number, days: number) => addDays(addMonths(today(), months), days)
  await eraseDue(s.db)
  expect(await kept()).toEqual([true, true, true])
  await setParams(s, 'welcome', { 'verify.keepMonths': 7 })
  await eraseDue(s.db, later(6, 20))
  expect(await kept()).toEqual([true, true, true])
  await setParams(s, 'welcome', { 'verify.keepMonths': 6 })
  await s.db.update(welcomeBatch, batchId, { endTime: moment(60) })
  await eraseDue(s.db, later(6, 5))
  expect(await kept()).toEqual([false, true, true])
  await eraseDue(s.db, later(6, 70))
  expect(await kept()).toEqual([false, true, false])
  expect(await w.recordOf(none)).toMatchObject({ result: 'pass', score: 95, idFiles: null, livePhoto: null })
  const left = await s.db.query(
    sql`select 1 from attachment where biz_id = any(${[(await w.recordOf(passed))?.id, (await w.recordOf(none))?.id]}::uuid[]) and (expires_at is null or expires_at > now())`,
  )
  expect(left).toEqual([])
})
