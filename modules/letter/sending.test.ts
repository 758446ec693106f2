import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { rulesOf, setParams } from '#modules/admission/testing.ts'
import { today } from '#server/base/today.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import type { Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { admissionLetter } from './model/admission-letter.ts'
import { letterBatch } from './model/letter-batch.ts'
import { letterWaybill, waybillEvent } from './model/letter-waybill.ts'
import type { sendingStatistics } from './model/statistics.ts'
import { trackLetters } from './server/track.ts'
import { carrierService, type Letter, type LetterSchool, letterSchool } from './testing.ts'

let s: LetterSchool
beforeAll(async () => {
  s = await letterSchool()
  await setParams(s, 'letter', { 'print.batch': 500 })
})
afterAll(() => s.close())
const waybillNo = (): string => `EM${String(serial('waybill')).padStart(9, '0')}CN`
/** Letters that lie printed on the table. */
async function printed(count: number): Promise<Letter[]> {
  const people = await s.made(count)
  const ids = [...new Set(people.map(p => p.letter.batchId))]
  for (const id of ids) await s.admissions.post('letter/letterBatch/markPrinted', { id })
  return Promise.all(people.map(p => s.letter(p.id)))
}
const first = async (): Promise<Letter> => (await printed(1))[0] as Letter
const scan = (letter: string | null, waybill: string): Promise<Answer<{ name: string }>> => s.admissions.post('letter/admissionLetter/scan', { letter, waybill, carrier: 'ems' })
const bind = (letterNo: string | null, waybill: string) => s.admissions.post<{ id: string }>('letter/letterWaybill/add', { letterNo, waybill, carrier: 'ems' })
const now = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const event = (waybill: string, kind: string, minutes: number) => s.admissions.post('letter/waybillEvent/add', { waybill, kind, happenedAt: now(minutes), place: '武汉' })
const letterOf = (id: string) => s.db.unscoped(admissionLetter).one(id)
const sheetOf = (waybill: string) => s.db.unscoped(letterWaybill).find({ waybill })
async function sent(): Promise<{ letter: Letter; waybill: string }> {
  const [letter, waybill] = [await first(), waybillNo()]
  expect((await scan(letter.letterNo, waybill)).code).toBe(200)
  expect((await s.admissions.post<{ sent: number }>('letter/letterWaybill/send', { ids: [(await sheetOf(waybill))?.id] })).data.sent).toBe(1)
  return { letter, waybill }
}

describe('30-LT5 waybills', () => {
  it('two operators with one envelope: the second is refused, and each waybill is used once', async () => {
    const [a, b] = (await printed(2)) as [Letter, Letter]
    const waybill = waybillNo()
    const answers = await Promise.all([scan(a.letterNo, waybill), scan(b.letterNo, waybill)])
    expect(answers.filter(x => x.code === 200)).toHaveLength(1)
    expect(answers.flatMap(rulesOf)).toEqual(['used'])
    const other = answers[0]?.code === 200 ? b : a
    expect((await letterOf(other.id)).state).toBe('printed')
    const same = await Promise.all([scan(other.letterNo, waybillNo()), scan(other.letterNo, waybillNo())])
    expect(same.flatMap(rulesOf)).toEqual(['notPrinted'])
  })
  it('bound before by a sheet, envelope and letter are confirmed by scan; the wrong envelope is refused', async () => {
    const [a, b] = (await printed(2)) as [Letter, Letter]
    const [x, y] = [waybillNo(), waybillNo()]
    expect([(await bind(a.letterNo, x)).code, (await bind(b.letterNo, y)).code]).toEqual([200, 200])
    expect(rulesOf(await bind(b.letterNo, waybillNo()))).toEqual(['other'])
    expect(rulesOf(await scan(a.letterNo, y))).toEqual(['other'])
    expect((await letterOf(a.id)).state).toBe('printed')
    expect((await scan(a.letterNo, ` ${x.toLowerCase()} `)).code).toBe(200)
    expect([(await letterOf(a.id)).state, (await sheetOf(x))?.state]).toEqual(['packed', 'packed'])
    expect(rulesOf(await bind('NO-SUCH', waybillNo()))).toEqual(['unknownLetter'])
  })
  it('an import of the carrier’s sheet binds all or none, and names a waybill used twice and an unknown letter', async () => {
    const [a, b] = (await printed(2)) as [Letter, Letter]
    const [x, y] = [waybillNo(), waybillNo()]
    const head = ['通知书编号', '承运方', '运单号']
    const load = async (...lines: string[][]) => {
      const answer = await upload<{ jobId: string }>(s.admissions, 'letter/letterWaybill/import', await sheet(head, lines), '运单.xlsx')
      return settled(s.admissions, answer.data.jobId)
    }
    const bad = await load([a.letterNo ?? '', '邮政 EMS', x], ['不存在', '邮政 EMS', y])
    expect(bad.bad).toBe(1)
    expect(await sheetOf(x)).toBeUndefined()
    await commit(s.admissions, await load([a.letterNo ?? '', '邮政 EMS', x], [b.letterNo ?? '', '邮政 EMS', y]))
    expect([(await sheetOf(x))?.letterId, (await sheetOf(y))?.letterId]).toEqual([a.id, b.id])
  })
  it('a roll of waybills is laid against a print batch in its order, as many as letters; the scan confirms each', async () => {
    const [a, b] = (await printed(2)).sort((x, y) => (x.seq ?? 0) - (y.seq ?? 0)) as [Letter, Letter]
    const [x, y, z] = [waybillNo(), waybillNo(), waybillNo()]
    const lay = (...waybills: string[]) => s.admissions.post<{ bound: number }>('letter/letterBatch/layWaybills', { id: a.batchId, carrier: 'ems', waybills: waybills.join('\n') })
    expect([rulesOf(await lay(x)), rulesOf(await lay(x, x)), rulesOf(await lay(x, y, z))]).toEqual([['countDiffers'], ['twice'], ['countDiffers']])
    expect((await lay(x, ` ${y.toLowerCase()} `, '')).data.bound).toBe(2)
    expect([(await sheetOf(x))?.letterId, (await sheetOf(y))?.letterId]).toEqual([a.id, b.id])
    expect([rulesOf(await lay(x, y)), rulesOf(await scan(b.letterNo, x)), rulesOf(await scan(b.letterNo, y))]).toEqual([['countDiffers'], ['other'], []])
    const [c] = (await printed(1)) as [Letter]
    expect(rulesOf(await s.admissions.post('letter/letterBatch/layWaybills', { id: c.batchId, carrier: 'ems', waybills: x }))).toEqual(['used'])
  })
  it('a letter that is collected in person frees its waybill', async () => {
    const [letter, waybill] = [await first(), waybillNo()]
    await bind(letter.letterNo, waybill)
    expect((await s.admissions.post('letter/admissionLetter/handOver', { id: letter.id })).code).toBe(200)
    expect([(await letterOf(letter.id)).state, await sheetOf(waybill)]).toEqual(['selfPickup', undefined])
  })
})
describe('30-LT6 events of the carrier', () => {
  it('move the letter, each once, in whatever order they come', async () => {
    const { letter, waybill } = await sent()
    const at = 60
    const once = { waybill, kind: 'delivered', happenedAt: now(10), place: '武汉' }
    expect((await s.admissions.post('letter/waybillEvent/add', once)).code).toBe(200)
    expect((await s.admissions.post('letter/waybillEvent/add', once)).code).not.toBe(200)
    expect((await event(waybill, 'delivering', at)).code).toBe(200)
    expect((await event(waybill, 'returned', at * 2)).code).toBe(200)
    expect((await letterOf(letter.id)).state).toBe('delivered')
    expect(await s.db.unscoped(waybillEvent).count({ waybill })).toBe(3)
  })
  it('come by a sheet, too, judged alike: one unknown waybill and none of them counts', async () => {
    const [one, two] = [await sent(), await sent()]
    const load = async (...lines: string[][]) => {
      const answer = await upload<{ jobId: string }>(s.admissions, 'letter/waybillEvent/import', await sheet(['运单号', '进度', '时间', '地点'], lines), '物流.xlsx')
      return settled(s.admissions, answer.data.jobId)
    }
    const lines = [
      [one.waybill, '签收', '2024-08-02 10:00', '武汉'],
      [one.waybill, '派送中', '2024-08-02 08:00', '武汉'],
      [two.waybill.toLowerCase(), '退回', '2024-08-03 09:30', '宜昌'],
    ]
    expect((await load(...lines, ['EM000', '签收', '2024-08-02 10:00', '武汉'])).bad).toBe(1)
    expect((await letterOf(one.letter.id)).state).toBe('sent')
    await commit(s.admissions, await load(...lines))
    expect([(await letterOf(one.letter.id)).state, (await letterOf(two.letter.id)).state]).toEqual(['delivered', 'returned'])
  })
  it('of an unknown waybill, a void letter or the future are refused', async () => {
    const { letter, waybill } = await sent()
    expect(rulesOf(await event('EM000', 'moving', 5))).toEqual(['unknownWaybill'])
    expect(rulesOf(await event(waybill, 'moving', -60 * 24))).toEqual(['future'])
    await s.admissions.post('letter/admissionLetter/voidLetter', { id: letter.id, reason: '印错' })
    expect(rulesOf(await event(waybill, 'moving', 5))).toEqual(['voidLetter'])
  })
  it('a returned letter is a to-do of admissions until it is on its way again with another waybill', async () => {
    const { letter, waybill } = await sent()
    await event(waybill, 'returned', 30)
    expect((await letterOf(letter.id)).state).toBe('returned')
    const todos = async () => {
      const { data } = await s.admissions.get<{ result: Array<{ bizId: string }> }>('base/todo/mine', { bizType: 'admissionLetter' })
      return data.result.filter(t => t.bizId === letter.id).length
    }
    expect(await todos()).toBe(1)
    const { version } = await letterOf(letter.id)
    expect((await s.admissions.post('letter/admissionLetter/update', { id: letter.id, version, address: '新地址 9 号' })).code).toBe(200)
    const again = waybillNo()
    expect((await scan(letter.letterNo, again)).code).toBe(200)
    await s.admissions.post('letter/letterWaybill/send', { ids: [(await sheetOf(again))?.id] })
    expect([(await letterOf(letter.id)).state, await todos()]).toEqual(['resent', 0])
    await event(waybill, 'delivered', 1)
    expect((await letterOf(letter.id)).state).toBe('resent')
    await event(again, 'delivered', 1)
    expect((await letterOf(letter.id)).state).toBe('delivered')
  })
})
it('30-LT6 the carrier is asked about letters on their way, and each line counts once; a refused key stops the run and loses nothing', async () => {
  await s.db.updateWhere(letterWaybill, { state: 'sent' }, { state: 'delivered' })
  // what is wrong with one number keeps nobody else waiting
  const [odd, one, two] = [await sent(), await sent(), await sent()]
  await s.db.updateWhere(letterWaybill, { waybill: odd.waybill }, { carrier: 'sf' })
  await s.db.updateWhere(admissionLetter, { id: odd.letter.id }, { phone: null })
  await s.db.updateWhere(letterWaybill, { waybill: two.waybill }, { carrier: 'sf' })
  await s.db.updateWhere(admissionLetter, { id: two.letter.id }, { phone: '13800001234' })
  expect(await trackLetters(s.db)).toBe(0)
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  const service = await carrierService(s)
  try {
    await service.setUp('another key')
    await expect(trackLetters(s.db)).rejects.toThrow('503')
    await service.setUp()
    const yesterday = addDays(today(), -1)
    service.lines.set(one.waybill, [
      { time: `${yesterday} 10:00:00`, statusCode: '3', areaName: '湖北,武汉市' },
      { time: `${yesterday} 08:00:00`, statusCode: '5', areaName: '湖北,武汉市' },
      { time: `${addDays(today(), 2)} 08:00:00`, statusCode: '4', areaName: '湖北,武汉市' },
    ])
    expect(await trackLetters(s.db)).toBe(2)
    expect((await letterOf(one.letter.id)).state).toBe('delivered')
    expect((await s.db.unscoped(waybillEvent).all({ waybill: one.waybill }, { sort: ['happenedAt'] })).map(e => [e.kind, e.place])).toEqual([
      ['delivering', '湖北,武汉市'],
      ['delivered', '湖北,武汉市'],
    ])
    expect([(await letterOf(odd.letter.id)).state, (await sheetOf(odd.waybill))?.trackedAt === null]).toEqual(['sent', false])
    expect([(await letterOf(two.letter.id)).state, (await sheetOf(two.waybill))?.trackedAt === null]).toEqual(['sent', false])
    expect(service.asked.findLast(a => a.num === two.waybill)).toMatchObject({ com: 'shunfeng', phone: '1234' })
    service.lines.set(two.waybill, [{ time: `${yesterday} 09:00:00`, statusCode: '6', areaName: '湖北,宜昌市' }])
    expect([await trackLetters(s.db), await trackLetters(s.db)]).toEqual([1, 0])
    expect((await letterOf(two.letter.id)).state).toBe('returned')
  } finally {
    vi.unstubAllEnvs()
    await setParams(s, 'letter', { 'track.url': '' })
    await service.close()
  }
})
it('30-LT6 the student sees where the letter is', async () => {
  const [one] = await s.made(1)
  const letter = one?.letter as unknown as Letter
  await s.db.updateWhere(letterBatch, { id: letter.batchId ?? '' }, { state: 'printed' })
  await s.db.updateWhere(admissionLetter, { id: letter.id }, { state: 'printed' })
  const waybill = waybillNo()
  await scan(letter.letterNo, waybill)
  await event(waybill, 'collected', 20)
  const { data } = (await one?.actor.get<{ waybill: string; state: string; events: Array<{ kind: string }> }>('letter/admissionLetter/mine')) ?? { data: null }
  expect(data).toMatchObject({ waybill, state: 'sent', events: [{ kind: 'collected' }] })
})
it('counts what was sent by province, carrier and day: each sum like its list, days from admission and from sending', async () => {
  const [a, b] = [await sent(), await sent()]
  const ended = new Date().toISOString()
  const before = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
  const moved = { admitted: before(10), sent: before(4) }
  for (const { letter } of [a, b]) await s.db.query(sql`update admission_letter set created_at = ${moved.admitted} where id = ${letter.id}`)
  await s.db.updateWhere(letterWaybill, { waybill: [a.waybill, b.waybill] }, { sentAt: moved.sent })
  await s.db.updateWhere(letterWaybill, { waybill: a.waybill }, { state: 'delivered', endedAt: ended })
  await s.db.updateWhere(letterWaybill, { waybill: b.waybill }, { state: 'returned', endedAt: ended })
  const all = await s.db.unscoped(letterWaybill).all({ 'sentAt.ge': before(300) } as never)
  const { data } = await s.admissions.get<OutputOf<typeof sendingStatistics>>('letter/letterWaybill/statistics', { from: before(200).slice(0, 10), to: before(-1).slice(0, 10) })
  const of = (state: string) => all.filter(w => w.state === state).length
  expect(data).toMatchObject({ sent: all.length, going: of('sent'), delivered: of('delivered'), returned: of('returned') })
  for (const groups of [data.byProvince, data.byCarrier, data.byDay]) expect(groups.reduce((n, g) => n + (g?.sent ?? 0), 0)).toBe(data.sent)
  const day = new Date(new Date(moved.sent).getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  expect(data.byDay.find(g => g?.key === day)).toMatchObject({ sent: 2, delivered: 1, returned: 1, carried: 4, days: 10 })
})
