import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesOf } from '#modules/standing/testing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { archiveFile } from './model/archive-file.ts'
import { archiveMaterial } from './model/archive-material.ts'
import { archiveMove } from './model/archive-move.ts'
import { type ArchiveSchool, archiveSchool, must } from './testing.ts'

let s: ArchiveSchool
beforeAll(async () => {
  s = await archiveSchool()
})
afterAll(() => s.close())
const material = (fileId: string, more: object = {}) =>
  s.keeper.post<{ id: string }>('archive/archiveMaterial/add', { fileId, kind: 'enrolment', title: '入学登记表', docDate: '2024-09-01', copies: 1, isOriginal: true, ...more })
const expected = (studentId: string) => s.db.unscoped(archiveMaterial).all({ studentId }, { sort: ['createdAt', 'id'] })

const refusedRemoval = async (of: string, id: string) =>
  (await s.keeper.post<{ failed: Array<{ msg: string }> }>(`archive/${of}/remove`, { ids: [id] })).data.failed.map(f => f.msg)

describe('receiving', () => {
  it('50-AR a newcomer’s file is expected, scanned by its number or that of the student, and the student learns what it lacks', async () => {
    const heard = captureNotifications(s.server)
    const [one, two] = [await s.owner(), await s.owner()]
    const file = await s.file(one.id)
    expect(file).toMatchObject({ state: 'notReceived', missingKinds: ['enrolment'] })
    expect(must(await s.receive(file.archiveNo))).toMatchObject({ archiveNo: file.archiveNo, missing: ['enrolment'] })
    const { studentNo } = await s.record(two.id)
    must(await s.receive(studentNo ?? '', { archiveNo: 'TM0001', locationId: s.places.box }))
    expect(await s.file(two.id)).toMatchObject({ state: 'inStore', archiveNo: 'TM0001', holder: '一号库房 3 柜 1 层 1 盒', custodianId: s.ids.he })
    expect((await heard('archive.received')).map(m => m.to)).toEqual([[one.actor.userId], [two.actor.userId]])
    expect(rulesOf(await s.receive('NOBODY'))).toEqual(['unknown'])
    expect(rulesOf(await s.receive((await s.file((await s.owner()).id)).archiveNo, {}, s.second))).toEqual(['noCustodian'])
  })
  it('50-AR a barcode belongs to one file: the second is told whose it is', async () => {
    const [one, two] = [await s.owner(), await s.owner({ name: '高远' })]
    must(await s.receive((await s.file(two.id)).archiveNo, { archiveNo: 'TM0002' }))
    const answer = await s.receive((await s.file(one.id)).archiveNo, { archiveNo: 'TM0002' })
    expect([rulesOf(answer), answer.msg]).toEqual([['taken'], expect.stringContaining('高远')])
    expect((await s.file(one.id)).state).toBe('notReceived')
  })
  it('50-AR4 of desks scanning one file at once one takes it in, and the others learn where it lies and since when', async () => {
    const { archiveNo, id } = await s.file((await s.owner()).id)
    const answers = await Promise.all([s.places.room, s.places.cabinet, s.places.box, s.places.box].map(locationId => s.receive(archiveNo, { locationId })))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    for (const a of answers) if (a.code !== 200) expect([rulesOf(a), a.msg]).toEqual([['elsewhere'], expect.stringMatching(/在库，\d{4}-\d\d-\d\d \d\d:\d\d 起：一号库房/)])
    expect(await s.moves(id)).toEqual(['receive'])
  })
  it('50-AR files of those who had none are made once, whoever asks', async () => {
    const who = await s.owner()
    await s.db.removeWhere(archiveFile, { studentId: who.id })
    const answers = await Promise.all([s.keeper, s.second].map(by => s.act(by, 'prepare', {})))
    expect(answers.map(a => a.code)).toEqual([200, 200])
    expect(await s.db.unscoped(archiveFile).count({ studentId: who.id })).toBe(1)
  })
  it('50-AR places lie in each other in their order, and stay while files are in them', async () => {
    const add = (draft: object) => s.keeper.post('archive/archiveLocation/add', draft)
    expect(rulesOf(await add({ code: 'X1', name: '盒', kind: 'box' }))).toEqual(['noParent'])
    expect(rulesOf(await add({ code: 'X2', name: '层', kind: 'layer', parentId: s.places.room }))).toEqual(['parentKind'])
    expect((await add({ code: 'K1-4', name: '4 柜', kind: 'cabinet', parentId: s.places.room })).code).toBe(200)
    await s.stored()
    expect(await refusedRemoval('archiveLocation', s.places.cabinet)).toEqual([expect.stringContaining('“3 柜”里有')])
  })
})
describe('50-AR5 materials', () => {
  it('50-AR5 50-PN14 decisions, liftings, awards and changes of status are expected once, stay on the chase list until filed, and go where they are undone', async () => {
    const { id: studentId, file } = await s.stored()
    must(await material(file.id, { filedOn: '2024-09-02' }))
    expect((await s.file(studentId)).missingKinds).toBeNull()
    const tell = async () => {
      await s.db.emit('discipline.effective', { punishmentId: 'p1', studentId, level: 'warning', from: '2026-03-01', to: '2026-09-01' })
      await s.db.emit('discipline.ended', { punishmentId: 'p1', studentId, on: '2026-09-01' })
      await s.db.emit('award.granted', { recordId: 'r1', studentId, itemId: 'i', level: null, xn: '2025-2026' })
      await s.db.emit('student.statusChanged', { studentId, from: 'active', to: 'suspended', effectiveDate: '2026-04-01', changeId: 'c1', reversed: false })
      await s.server.settle()
    }
    await tell()
    await tell()
    expect((await expected(studentId)).filter(m => m.source === 'auto').map(m => [m.kind, m.title, m.filedOn])).toEqual([
      ['punishment', '处分决定书', null],
      ['punishment', '处分解除决定书', null],
      ['award', '2025-2026 奖励审批表', null],
      ['statusChange', '学籍异动审批表', null],
    ])
    expect((await s.file(studentId)).missingKinds).toEqual(['award', 'punishment', 'statusChange'])
    await s.db.emit('award.revoked', { recordId: 'r1', studentId })
    await s.db.emit('student.statusChanged', { studentId, from: 'suspended', to: 'active', effectiveDate: '2026-04-01', changeId: 'c1', reversed: true })
    await s.server.settle()
    expect((await s.file(studentId)).missingKinds).toEqual(['punishment'])
    const ids = (await expected(studentId)).filter(m => m.source === 'auto').map(m => m.id)
    expect(await refusedRemoval('archiveMaterial', ids[0] ?? '')).toEqual([expect.stringContaining('由业务产生')])
    must(await s.keeper.post('archive/archiveMaterial/file', { ids }))
    expect((await s.file(studentId)).missingKinds).toBeNull()
    expect(rulesOf(await s.keeper.post('archive/archiveMaterial/file', { ids }))).toEqual(['filed'])
    expect((await s.moves(file.id)).filter(k => k === 'file')).toHaveLength(2)
  })
  it('50-AR5 a graduate’s form and transcript are expected, and a student is told once a day what is missing', async () => {
    const heard = captureNotifications(s.server)
    const who = await s.stored()
    await s.db.emit('student.graduated', { batchId: '0192f000-0000-7000-8000-000000000001', studentIds: [who.id] })
    await s.server.settle()
    expect((await s.file(who.id)).missingKinds).toEqual(['enrolment', 'grades', 'graduation'])
    must(await s.act(s.keeper, 'remindMissing', { ids: [who.file.id] }))
    expect(rulesOf(await s.act(s.keeper, 'remindMissing', { ids: [who.file.id] }))).toEqual(['remindedToday'])
    expect((await heard('archive.missing')).map(m => m.to)).toEqual([[who.actor.userId]])
  })
  it('50-AR5 what a level requires is missing from the day it is required, and no more once it is not', async () => {
    const who = await s.stored()
    const { data } = await s.keeper.post<{ id: string }>('archive/archiveRequirement/add', { educationLevel: '5', kind: 'medical' })
    expect((await s.file(who.id)).missingKinds).toEqual(['enrolment', 'medical'])
    must(await s.keeper.post('archive/archiveRequirement/remove', { ids: [data.id] }))
    expect((await s.file(who.id)).missingKinds).toEqual(['enrolment'])
  })
  it('50-AR5 nothing is put into a sealed file, and no paper is of the future', async () => {
    const { file } = await s.sealed()
    const answer = await material(file.id, { filedOn: '2024-09-02' })
    expect([rulesOf(answer), answer.msg]).toEqual([['closed'], expect.stringContaining('已密封')])
    expect(rulesOf(await material(file.id, { docDate: '2999-01-01' }))).toEqual(['future'])
    expect((await material(file.id)).code).toBe(200)
  })
})
describe('seals', () => {
  it('50-AR3 are closed by one person and checked by another', async () => {
    const { id, file } = await s.stored()
    expect(rulesOf(await s.act(s.second, 'checkSeal', { ids: [file.id] }))).toEqual(['notSealed'])
    must(await s.act(s.keeper, 'seal', { ids: [file.id] }))
    expect(rulesOf(await s.act(s.keeper, 'checkSeal', { ids: [file.id] }))).toEqual(['samePerson'])
    expect((await s.file(id)).state).toBe('inStore')
    must(await s.act(s.second, 'checkSeal', { ids: [file.id] }))
    expect(await s.file(id)).toMatchObject({ state: 'sealed', sealedBy: s.keeper.userId, checkedBy: s.second.userId })
  })
  it('50-AR6 are opened for a reason and by a second person, once', async () => {
    const { id, file } = await s.sealed()
    const ids = [file.id]
    expect((await s.act(s.keeper, 'unseal', { ids })).code).toBe(400)
    expect(rulesOf(await s.act(s.second, 'checkUnseal', { ids }))).toEqual(['noUnseal'])
    must(await s.act(s.keeper, 'unseal', { ids, reason: '补放学位授予决定' }))
    expect(rulesOf(await s.act(s.keeper, 'checkUnseal', { ids }))).toEqual(['samePerson'])
    const answers = await Promise.all([s.second, s.second, s.officer].map(by => s.act(by, 'checkUnseal', { ids })))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    expect(await s.file(id)).toMatchObject({ state: 'inStore', sealedBy: null, checkedBy: null, unsealBy: null, unsealReason: null })
    expect(await s.db.unscoped(archiveMove).count({ fileId: file.id, note: '补放学位授予决定' })).toBe(1)
  })
  it('50-AR a file is held for graduates no longer than the months after graduation', async () => {
    const { id, file } = await s.sealed({ expectedGraduation: '2026-06-30' })
    const hold = (until: string) => s.act(s.keeper, 'hold', { ids: [file.id], until })
    expect(rulesOf(await hold('2028-07-01'))).toEqual(['holdTooLong'])
    expect(rulesOf(await hold('2020-01-01'))).toEqual(['holdPast'])
    must(await hold('2028-06-30'))
    expect(await s.file(id)).toMatchObject({ state: 'held', holdUntil: '2028-06-30' })
  })
  it('50-AR moves to another place and keeper are in the ledger, which nobody changes', async () => {
    const { id, file } = await s.stored()
    must(await s.act(s.keeper, 'relocate', { ids: [file.id], locationId: s.places.box }))
    must(await s.act(s.keeper, 'handOver', { ids: [file.id], custodianId: s.ids.lin, note: '岗位调整' }))
    expect(await s.file(id)).toMatchObject({ holder: '一号库房 3 柜 1 层 1 盒', custodianId: s.ids.lin })
    const [move] = await s.db.unscoped(archiveMove).all({ fileId: file.id, kind: 'relocate' })
    expect(move).toMatchObject({ fromHolder: '一号库房 3 柜', toHolder: '一号库房 3 柜 1 层 1 盒' })
    await expect(s.db.update(archiveMove, move?.id ?? '', { note: 'x' })).rejects.toThrow('permission denied')
  })
})
