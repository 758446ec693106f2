import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { approveAs, rulesOf } from '#modules/standing/testing.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { serial } from '#testing/serial.ts'
import { archiveDispatch } from './model/archive-dispatch.ts'
import { archiveFile } from './model/archive-file.ts'
import { archiveMove } from './model/archive-move.ts'
import { graduateDestination } from './model/graduate-destination.ts'
import { noReceipt } from './server/receipts.ts'
import { type ArchiveSchool, archiveSchool, must } from './testing.ts'

let s: ArchiveSchool
beforeAll(async () => {
  s = await archiveSchool()
})
afterAll(() => s.close())
const unit = () => ({ archiveRecipient: `单位${serial('unit')}` })

describe('letters', () => {
  it('50-AR3 need a verified destination, a seal by two and all papers, or a reason', async () => {
    const bare = await s.sealed()
    expect(rulesOf(await s.pack([bare.file.id]))).toEqual(['noDestination'])
    await s.destined(bare)
    const lacking = await s.pack([bare.file.id])
    expect([rulesOf(lacking), lacking.msg]).toEqual([['lacks'], expect.stringContaining('入学登记表')])
    const open = await s.stored()
    await s.destined(open)
    expect(rulesOf(await s.pack([open.file.id], { waiver: '原件遗失' }))).toEqual(['notSealed'])
    must(await s.pack([bare.file.id], { waiver: '原件遗失，已出证明' }))
    expect(await s.letterOf(bare.id)).toMatchObject({ waiver: '原件遗失，已出证明', recipientUnit: '市人才服务中心' })
    expect(rulesOf(await s.pack([bare.file.id]))).toEqual(['inLetter'])
    expect(rulesOf(await s.act(s.keeper, 'unseal', { ids: [bare.file.id], reason: '补材料' }))).toEqual(['inLetter'])
  })
  it('50-AR1 go by the carriers that the school uses, and to nobody in person', async () => {
    const who = await s.ready(unit())
    expect((await s.pack([who.file.id], { carrier: 'student' })).code).toBe(400)
    await setParams(s, 'archive', { ems: false })
    expect(rulesOf(await s.pack([who.file.id]))).toEqual(['carrier'])
    await setParams(s, 'archive', { ems: true })
    await s.db.updateWhere(graduateDestination, { studentId: who.id }, { archiveRecipient: (await s.record(who.id)).name })
    expect(rulesOf(await s.pack([who.file.id]))).toEqual(['person'])
  })
  it('50-AR10 are numbered without gaps, however many pack at once, and a void one keeps its number', async () => {
    const all = [await s.ready(unit()), await s.ready(unit()), await s.ready(unit()), await s.ready(unit())]
    const answers = await Promise.all(all.map(w => s.pack([w.file.id])))
    expect(answers.map(a => a.code)).toEqual([200, 200, 200, 200])
    expect((await s.pack([all[0]?.file.id ?? ''])).code).not.toBe(200)
    const first = await s.letterOf(all[0]?.id ?? '')
    must(await s.letterAct(s.keeper, 'voidLetter', { id: first.id, reason: '地址有误' }))
    must(await s.pack([all[0]?.file.id ?? '']))
    const numbers = (await s.db.unscoped(archiveDispatch).all({}, { sort: ['letterNo'] })).map(l => Number(l.letterNo.slice(5)))
    expect(numbers).toEqual(numbers.map((_, n) => n + 1))
  })
  it('50-AR two of one recipient share a letter', async () => {
    const same = unit()
    const [a, b, c] = [await s.ready(same), await s.ready(same), await s.ready(unit())]
    expect(must(await s.pack([a.file.id, b.file.id, c.file.id]))).toMatchObject({ letters: 2, files: 3 })
    expect((await s.letterOf(a.id)).id).toBe((await s.letterOf(b.id)).id)
    expect((await s.keeper.get<{ result: Array<{ count: number }> }>('archive/archiveDispatch/list', { letterNo: (await s.letterOf(a.id)).letterNo })).data.result[0]?.count).toBe(
      2,
    )
  })
})
describe('sending', () => {
  it('50-AR4 of four desks scanning one file one puts it in, and the others learn who and when; a wrong envelope names the right one', async () => {
    const [a, b] = [await s.ready(unit()), await s.ready(unit())]
    must(await s.pack([a.file.id, b.file.id]))
    const [one, two] = [await s.letterOf(a.id), await s.letterOf(b.id)]
    const wrong = await s.letterAct(s.keeper, 'scan', { letterNo: two.letterNo, code: a.file.archiveNo })
    expect([rulesOf(wrong), wrong.msg]).toEqual([['wrongBox'], expect.stringContaining(`应放进函 ${one.letterNo}`)])
    const answers = await Promise.all([s.keeper, s.second, s.officer, s.keeper].map(by => s.letterAct(by, 'scan', { letterNo: one.letterNo, code: a.file.archiveNo })))
    expect(answers.filter(x => x.code === 200)).toHaveLength(1)
    for (const x of answers) if (x.code !== 200) expect([rulesOf(x), x.msg]).toEqual([['packedTwice'], expect.stringMatching(/由 (管档甲|管档乙|李主任) 在/)])
    expect(rulesOf(await s.letterAct(s.keeper, 'send', { letterNo: two.letterNo, trackingNo: 'EM1' }))).toEqual(['notPacked'])
    expect(rulesOf(await s.letterAct(s.keeper, 'scan', { letterNo: one.letterNo, code: 'DA0' }))).toEqual(['unknownFile'])
    expect(rulesOf(await s.letterAct(s.keeper, 'scan', { letterNo: one.letterNo, code: (await s.stored()).file.archiveNo }))).toEqual(['noBox'])
  })
  it('50-AR10 a waybill is one letter’s, also of two that take it at once, and numbers come as a list, all or none', async () => {
    const [a, b] = [await s.ready(unit()), await s.ready(unit())]
    must(await s.pack([a.file.id, b.file.id]))
    const letters = [await s.letterOf(a.id), await s.letterOf(b.id)] as const
    for (const [n, w] of [a, b].entries()) must(await s.letterAct(s.keeper, 'scan', { letterNo: letters[n]?.letterNo, code: w.file.archiveNo }))
    const bad = await s.letterAct(s.keeper, 'enterTracking', { lines: `${letters[0].letterNo} EX001\n${letters[1].letterNo} ex001` })
    expect(rulesOf(bad)).toEqual(['trackingUsed'])
    expect((await s.letterOf(a.id)).trackingNo).toBeNull()
    expect(rulesOf(await s.letterAct(s.keeper, 'enterTracking', { lines: `${letters[0].letterNo}` }))).toEqual(['line'])
    must(await s.letterAct(s.keeper, 'enterTracking', { lines: `${letters[0].letterNo}\tEX002\n` }))
    expect(rulesOf(await s.letterAct(s.keeper, 'send', { letterNo: letters[1].letterNo }))).toEqual(['noTracking'])
    const answers = await Promise.all(letters.map(l => s.letterAct(s.keeper, 'send', { letterNo: l.letterNo, trackingNo: 'EX003' })))
    expect(answers.filter(x => x.code === 200)).toHaveLength(1)
    expect(rulesOf(await s.letterAct(s.keeper, 'send', { letterNo: letters[answers[0]?.code === 200 ? 1 : 0]?.letterNo, trackingNo: 'ex003' }))).toEqual(['trackingUsed'])
  })
  it('50-AR the student follows the file, and is told when it leaves and arrives; others hear that it has arrived', async () => {
    const [heard, events] = [captureNotifications(s.server), captureEvents(s.server, 'archive.delivered')]
    const who = await s.sent()
    expect(await heard('archive.sent', who.actor.userId)).toHaveLength(1)
    const { data } =
      await who.actor.get<Array<{ state: string; holder: string; dispatch: { trackingNo: string }; moves: unknown[]; materials: unknown[] }>>('archive/archiveFile/mine')
    expect(data[0]).toMatchObject({ state: 'inTransit', dispatch: { trackingNo: who.letter.trackingNo }, materials: [{ title: '入学登记表' }] })
    expect(data[0]?.holder).toContain(who.letter.letterNo)
    const receipt = (receiptOn: string) => s.letterAct(s.keeper, 'receipt', { id: who.letter.id, receiptOn })
    expect(rulesOf(await receipt(addDays(today(), 1)))).toEqual(['receiptFuture'])
    expect(rulesOf(await receipt('2020-01-01'))).toEqual(['receiptEarly'])
    must(await receipt(today()))
    expect((await s.file(who.id)).state).toBe('delivered')
    expect(await heard('archive.delivered', who.actor.userId)).toHaveLength(1)
    await s.server.settle()
    expect(events).toEqual([expect.objectContaining({ studentId: who.id, id: who.file.id })])
  })
})
describe('after sending', () => {
  it('50-AR7 without a receipt whoever keeps receipts asks after thirty days and the office hears after sixty, each once; a receipt ends it', async () => {
    const heard = captureNotifications(s.server)
    const { letter } = await s.sent()
    const at = (days: number) => noReceipt(s.db, Date.parse(letter.sentOn ?? '') + days * DAY_MS)
    const count = async (event: string) => (await heard(event)).filter(m => m.bizId === letter.id).length
    await at(29)
    expect(await count('archiveDispatch.inquiry')).toBe(0)
    for (const days of [31, 32]) await at(days)
    expect([await count('archiveDispatch.inquiry'), await count('archiveDispatch.overdue')]).toEqual([1, 0])
    for (const days of [61, 62]) await at(days)
    expect([await count('archiveDispatch.inquiry'), await count('archiveDispatch.overdue')]).toEqual([1, 1])
    const open = async () => {
      const { data } = await s.keeper.get<{ result: Array<{ bizId: string }> }>('base/todo/mine', { bizType: 'archiveDispatch' })
      return data.result.filter(t => t.bizId === letter.id).length
    }
    expect(await open()).toBeGreaterThan(0)
    must(await s.letterAct(s.keeper, 'receipt', { id: letter.id, receiptOn: today() }))
    expect(await open()).toBe(0)
  })
  it('50-AR7 a returned file keeps its history, and is sent again by another letter once it is sealed anew', async () => {
    const heard = captureNotifications(s.server)
    const { id, file, letter, actor } = await s.sent()
    must(await s.letterAct(s.keeper, 'giveBack', { id: letter.id, reason: '查无此单位' }))
    expect(await s.file(id)).toMatchObject({ state: 'returnedBack', dispatchId: null })
    expect((await heard('archive.returned', actor.userId)).length).toBe(1)
    must(await s.act(s.keeper, 'relocate', { ids: [file.id], locationId: s.places.cabinet }))
    expect(await s.file(id)).toMatchObject({ state: 'inStore', sealedBy: null })
    must(await s.act(s.keeper, 'seal', { ids: [file.id] }))
    must(await s.act(s.second, 'checkSeal', { ids: [file.id] }))
    must(await s.pack([file.id]))
    expect((await s.letterOf(id)).id).not.toBe(letter.id)
    expect(await s.moves(file.id)).toEqual(expect.arrayContaining(['receive', 'send', 'returned']))
    expect(await s.db.unscoped(archiveMove).count({ fileId: file.id, dispatchId: letter.id })).toBe(2)
  })
  it('50-AR8 the file of an expelled student goes home, wherever else it should have gone, and whoever sends files has it to do', async () => {
    const who = await s.ready({ ...unit() })
    await s.db.emit('discipline.executed', { punishmentId: 'x1', studentId: who.id, measure: 'expulsion', on: today() })
    await s.server.settle()
    const [home] = await s.db.unscoped(graduateDestination).all({ studentId: who.id, isCurrent: true })
    expect(home).toMatchObject({ kind: '90', archiveRecipient: expect.stringContaining('公共就业和人才服务机构') })
    const todos = async () =>
      (await s.keeper.get<{ result: Array<{ bizId: string }> }>('base/todo/mine', { bizType: 'archiveFile' })).data.result.filter(t => t.bizId === who.file.id).length
    expect(await todos()).toBe(1)
    expect(rulesOf(await s.officer.post('archive/graduateDestination/add', { studentId: who.id, ...s.form() }))).toEqual(['expelled'])
    await s.db.updateWhere(graduateDestination, { id: home?.id ?? '' }, { kind: '10' })
    expect(rulesOf(await s.pack([who.file.id], { waiver: '开除学籍' }))).toEqual(['expelled'])
    await s.db.updateWhere(graduateDestination, { id: home?.id ?? '' }, { kind: '90' })
    must(await s.pack([who.file.id], { carrier: 'confidentialPost', waiver: '处分材料另寄' }))
    const { letterNo } = await s.letterOf(who.id)
    must(await s.letterAct(s.keeper, 'scan', { letterNo, code: who.file.archiveNo }))
    must(await s.letterAct(s.keeper, 'send', { letterNo, trackingNo: `JY${serial('tracking')}` }))
    expect(await todos()).toBe(0)
  })
  it('50-AR8 holds of a destination that waited for its approval, of a letter that had not left, and of a file that was lent', async () => {
    const expel = async (studentId: string) => {
      await s.db.emit('discipline.executed', { punishmentId: `x${serial('punishment')}`, studentId, measure: 'expulsion', on: today() })
      await s.server.settle()
    }
    const current = (studentId: string) => s.db.unscoped(graduateDestination).all({ studentId, isCurrent: true })
    const waits = await s.sealed()
    const { instanceId } = must(await waits.actor.post<{ instanceId: string }>('archive/graduateDestination/apply', s.form()))
    must(await approveAs(s.fdy, instanceId))
    await expel(waits.id)
    const approved = await approveAs(s.college, instanceId)
    expect([approved.code, approved.msg]).toEqual([422, expect.stringContaining('退回家庭所在地')])
    expect((await current(waits.id)).map(d => d.kind)).toEqual(['90'])
    const packed = await s.ready(unit())
    must(await s.pack([packed.file.id]))
    const letter = await s.letterOf(packed.id)
    must(await s.letterAct(s.keeper, 'scan', { letterNo: letter.letterNo, code: packed.file.archiveNo }))
    await expel(packed.id)
    expect(await s.file(packed.id)).toMatchObject({ goesHome: true, dispatchId: null, packedAt: null })
    expect(rulesOf(await s.letterAct(s.keeper, 'send', { letterNo: letter.letterNo, trackingNo: `EH${serial('tracking')}` }))).toEqual(['empty'])
    must(await s.pack([packed.file.id], { waiver: '处分材料另寄' }))
    expect((await s.letterOf(packed.id)).recipientUnit).toContain('公共就业和人才服务机构')
    const lent = await s.stored()
    await s.db.updateWhere(archiveFile, { id: lent.file.id }, { state: 'borrowed', holder: '市公安局 孙警官' })
    await expel(lent.id)
    expect([await s.file(lent.id), (await current(lent.id)).map(d => d.kind)]).toEqual([expect.objectContaining({ state: 'borrowed', goesHome: true }), ['90']])
    expect(rulesOf(await s.pack([lent.file.id], { waiver: '处分材料另寄' }))).toEqual(['notSealed'])
  })
})
it('50-AR4 desks that move the same files at once, in any order, wait for each other', async () => {
  const files: string[] = []
  for (let n = 0; n < 4; n++) files.push((await s.stored()).file.id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      s.act(n % 2 ? s.keeper : s.second, 'relocate', { ids: n % 2 ? files : files.toReversed(), locationId: n % 3 ? s.places.box : s.places.cabinet }),
    ),
  )
  expect(answers.map(a => a.code)).toEqual(answers.map(() => 200))
  const sealed = await Promise.all([files, files.toReversed()].map(ids => s.act(s.keeper, 'seal', { ids })))
  expect(sealed.map(a => a.code).sort()).toEqual([200, 422])
})
it('50-AR10 takes the waybills of two hundred letters at once, each letter and each number once', async () => {
  const letterNo = (n: number) => `2099-${String(n).padStart(4, '0')}`
  await s.db.insertMany(
    archiveDispatch,
    Array.from({ length: 200 }, (_, n) => ({ letterNo: letterNo(n), batchNo: 'ZD2099-0001', carrier: 'ems' as const, recipientUnit: '市人才服务中心', address: '滨江路 8 号' })),
  )
  const lines = Array.from({ length: 200 }, (_, n) => `${letterNo(n)} EW${serial('waybill')}X${n}`)
  const enter = (given: readonly string[]) => s.letterAct<{ done: number }>(s.keeper, 'enterTracking', { lines: given.join('\n') })
  expect(rulesOf(await enter([...lines, `${letterNo(0)} EW0`]))).toEqual(['letterTwice'])
  expect(rulesOf(await enter([...lines, '2099-9999 EW1']))).toEqual(['unknownLetter'])
  expect(must(await enter(lines)).done).toBe(200)
  expect((await s.db.unscoped(archiveDispatch).all({ batchNo: 'ZD2099-0001' }, { sort: ['letterNo'] })).map(l => `${l.letterNo} ${l.trackingNo}`)).toEqual(lines)
})
