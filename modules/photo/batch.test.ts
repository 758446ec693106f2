import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { lockPhotos } from '#modules/student/server/api.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { photoBatch, photoLine } from './model/batch.ts'
import { collectionCode } from './model/code.ts'
import { face, type PhotoSchool, photoSchool, uploaded, zipped } from './testing.ts'

let s: PhotoSchool
beforeAll(async () => {
  s = await photoSchool()
})
afterAll(() => s.close())
const rule = (answer: { errors: Array<{ rule: string }> }): string | undefined => answer.errors[0]?.rule.split('.').pop()

describe('30-PH1 a batch', () => {
  it('finds students by student number, identity number, candidate number and collection code, whatever folder the file lies in', async () => {
    const [byNo, byId, byKsh, byCode] = await Promise.all([1, 2, 3, 4].map(n => s.sitter({ ksh: `2352011200000${n}` })))
    await s.db.insert(collectionCode, { studentId: byCode?.id ?? '', code: 'TXCJ2026X7' })
    const { idNo } = await s.record(byId?.id ?? '')
    const files = {
      [`2023/${byNo?.studentNo}_周雨桐.jpg`]: await face(),
      [`${idNo.toLowerCase()}.JPG`]: await face(),
      '23520112000003.jpg': await face(),
      'TXCJ2026X7.png': await face({ format: 'png' }),
      'Thumbs.db': Buffer.from('x'),
    }
    const told = captureNotifications(s.server)
    const { batch, lines } = await s.send(files)
    expect(Object.values(lines)).toEqual(['matched', 'matched', 'matched', 'matched'])
    expect(batch).toMatchObject({ state: 'done', matched: 4, unmatched: 0, duplicate: 0, badFormat: 0 })
    for (const who of [byNo, byId, byKsh, byCode])
      expect(await s.photos(who?.id ?? '')).toMatchObject([{ state: 'accepted', isCurrent: true, source: 'school', width: 480, height: 640 }])
    expect(await told('photo.batchDone', s.officer.userId)).toMatchObject([{ values: { matched: 4, unmatched: 0 } }])
  })
  it('attaches to nobody what it does not know for certain, and says why', async () => {
    const [one, other] = [await s.sitter({ name: '张三' }), await s.sitter({ name: '李四' })]
    const files = {
      'IMG_.jpg': await face(),
      '99999999.jpg': await face(),
      [`${one.studentNo}_${other.studentNo}.jpg`]: await face(),
      [`${one.studentNo}_李四.jpg`]: await face(),
      [`${one.studentNo}_99999999.jpg`]: await face(),
    }
    const { lines, batch } = await s.send(files)
    expect(lines).toEqual({
      'IMG_.jpg': 'noNumber',
      '99999999.jpg': 'nobody',
      [`${one.studentNo}_${other.studentNo}.jpg`]: 'several',
      [`${one.studentNo}_李四.jpg`]: 'nameDiffers',
      [`${one.studentNo}_99999999.jpg`]: 'nobody',
    })
    expect(batch.unmatched).toBe(5)
    expect([await s.photos(one.id), await s.photos(other.id)]).toEqual([[], []])
    // a name may be an identity number: whoever sent it reads it, others do not
    const read = async (who: Actor) => (await who.get<{ result: Array<{ name: string }> }>('photo/photoLine/list', { batchId: batch.id, size: 50 })).data.result.map(l => l.name)
    expect((await read(s.officer)).sort()).toEqual(Object.keys(files).sort())
    expect((await read(await s.as({ roles: ['officer'] }))).every(name => name.includes('*'))).toBe(true)
    // a number counts only as what the batch says its names are
    expect((await s.send({ [`${one.studentNo}.jpg`]: await face() }, { matchBy: 'ksh' })).lines).toEqual({ [`${one.studentNo}.jpg`]: 'nobody' })
  })
  it('knows a second file of a student, a picture that is in use, and one that is another student’s', async () => {
    const [one, other] = [await s.sitter(), await s.sitter()]
    const picture = await face()
    const first = await s.send({ [`${one.studentNo}.jpg`]: picture, [`b/${one.studentNo}.jpg`]: await face(), [`${other.studentNo}.jpg`]: picture })
    expect(first.lines).toEqual({ [`${one.studentNo}.jpg`]: 'matched', [`b/${one.studentNo}.jpg`]: 'twice', [`${other.studentNo}.jpg`]: 'others' })
    expect(first.batch).toMatchObject({ matched: 1, duplicate: 2 })
    expect(Object.values((await s.send({ [`${one.studentNo}.jpg`]: picture })).lines)).toEqual(['same'])
    expect([(await s.photos(one.id)).length, (await s.photos(other.id)).length]).toEqual([1, 0])
    // a new picture follows the old one, which is kept
    expect(Object.values((await s.send({ [`${one.studentNo}.jpg`]: await face() })).lines)).toEqual(['matched'])
    expect((await s.photos(one.id)).map(p => p.isCurrent)).toEqual([false, true])
  })
  it('goes on after a break: what has arrived is known, and a piece sent twice changes nothing', async () => {
    const [one, other] = [await s.sitter(), await s.sitter()]
    const id = await s.batch({ expected: 2 })
    const files = { [`${one.studentNo}.jpg`]: await face(), [`${other.studentNo}.jpg`]: await face() }
    const fileId = await uploaded(s.officer, await zipped({ [`${one.studentNo}.jpg`]: files[`${one.studentNo}.jpg`] as Buffer }), 'a.zip')
    for (const _ of [1, 2]) await s.officer.post('photo/photoBatch/addPiece', { id, fileId })
    await s.server.settle()
    expect((await s.officer.get<{ names: string[] }>('photo/photoBatch/arrived', { id })).data.names).toEqual([`${one.studentNo}.jpg`])
    await s.piece(id, await zipped(files))
    await s.officer.post('photo/photoBatch/finish', { id })
    await s.server.settle()
    expect((await s.officer.get<unknown[]>('photo/photoBatch/running')).data).toEqual([])
    expect(await s.db.unscoped(photoBatch).one(id)).toMatchObject({ state: 'done', matched: 2, duplicate: 0 })
    expect([(await s.photos(one.id)).length, (await s.photos(other.id)).length]).toEqual([1, 1])
    expect(rule(await s.officer.post('photo/photoBatch/finish', { id }))).toBe('state')
  })
  it('refuses what unfolds beyond measure, damaged archives, and more files than a batch may have', async () => {
    const { batch } = await s.send({ 'bomb.jpg': Buffer.alloc(30 * 1024 * 1024) })
    expect(batch).toMatchObject({ matched: 0, badFormat: 1, state: 'done' })
    const id = await s.batch()
    const whole = await zipped({ '1.jpg': await face() })
    await s.piece(id, whole.subarray(0, whole.length - 200), 'cut.zip')
    await s.piece(id, lying(Buffer.alloc(40 * 1024 * 1024)), 'lie.zip')
    await s.server.settle()
    const faults = Object.fromEntries((await s.db.unscoped(photoLine).all({ batchId: id })).map(l => [l.name, l.fault]))
    expect(faults).toEqual({ 'cut.zip': 'badZip', 'lie.zip': expect.stringMatching(/bomb|badZip/) })
    expect(rule(await s.officer.post('photo/photoBatch/open', { name: '全校', kind: 'enrolment', source: 'school', matchBy: 'any', expected: 10_001 }))).toBe('tooMany')
  })
  it('reaches only the students of whoever sends it', async () => {
    const college = await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '艺术学院' })
    const stranger = await s.sitter()
    const { data } = await college.post<{ id: string }>('photo/photoBatch/open', { name: '本院', kind: 'enrolment', source: 'school', matchBy: 'any', expected: 1 })
    await college.post('photo/photoBatch/addPiece', { id: data.id, fileId: await uploaded(college, await face(), `${stranger.studentNo}.jpg`) })
    await s.server.settle()
    expect(await s.db.unscoped(photoLine).all({ batchId: data.id })).toMatchObject([{ result: 'unmatched', fault: 'nobody' }])
    expect((await s.fdy.post('photo/photoBatch/open', { name: '本班', kind: 'enrolment', source: 'school', matchBy: 'any', expected: 1 })).code).toBe(403)
  })
})
describe('30-PH2 the checks of a kind', () => {
  it('are of format, pixels, ratio, size and background, with figures of the school', async () => {
    const files = {
      small: await face({ width: 240, height: 320, quality: 100 }),
      large: await face({ width: 960, height: 1280 }),
      png: await face({ format: 'png' }),
      light: await face({ quality: 5 }),
      white: await face({ color: '#efefef' }),
      cut: (await face()).subarray(0, 40_000),
      text: Buffer.from('not a picture'.repeat(5000)),
      good: await face(),
    }
    const named: Record<string, Buffer> = {}
    const names: Record<string, string> = {}
    for (const [look, picture] of Object.entries(files)) {
      const { studentNo } = await s.sitter()
      names[`${studentNo}.jpg`] = look
      named[`${studentNo}.jpg`] = picture
    }
    const { lines } = await s.send(named, { kind: 'graduation', source: 'agency' })
    expect(Object.fromEntries(Object.entries(lines).map(([name, fault]) => [names[name], fault]))).toEqual({
      ...{ small: 'small', large: 'large', png: 'type', light: 'light', white: 'background', cut: 'damaged', text: 'damaged', good: 'matched' },
    })
    await setParams(s, 'photo', { 'graduation.background': 'white', 'graduation.ratio': '1:1' })
    const who = await s.sitter()
    expect(Object.values((await s.send({ [`${who.studentNo}.jpg`]: await face({ color: '#efefef' }) }, { kind: 'graduation' })).lines)).toEqual(['ratio'])
    await setParams(s, 'photo', { 'graduation.background': 'blue', 'graduation.ratio': '3:4' })
  })
  describe('with a face-counting service', () => {
    let service: Server
    let answer: (length: number) => { status: number; body: unknown }
    const heard: Array<string | undefined> = []
    beforeAll(async () => {
      service = createServer(async (request, reply) => {
        heard.push(request.headers.authorization)
        const { status, body } = answer((await buffer(request)).length)
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
      await new Promise<void>(ready => service.listen(0, '127.0.0.1', ready))
      vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
      await setParams(s, 'photo', { faceUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}/count`, faceKey: s.db.sealed('key of the school') })
    })
    afterAll(async () => {
      await setParams(s, 'photo', { faceUrl: '' })
      vi.unstubAllEnvs()
      await new Promise(gone => service.close(gone))
    })
    it('take one face and no more; a service that does not answer leaves the decision to people', async () => {
      const [one, two, none] = [await s.sitter(), await s.sitter(), await s.sitter()]
      answer = () => ({ status: 200, body: { faces: 1 } })
      expect(Object.values((await s.send({ [`${one.studentNo}.jpg`]: await face() })).lines)).toEqual(['matched'])
      expect(heard).toEqual(['Bearer key of the school'])
      answer = () => ({ status: 200, body: { faces: 2 } })
      expect(Object.values((await s.send({ [`${two.studentNo}.jpg`]: await face() })).lines)).toEqual(['faces'])
      answer = () => ({ status: 503, body: {} })
      expect(Object.values((await s.send({ [`${none.studentNo}.jpg`]: await face() })).lines)).toEqual(['matched'])
      expect([await s.photos(one.id), await s.photos(two.id), await s.photos(none.id)]).toMatchObject([
        [{ state: 'accepted', isUnchecked: false }],
        [],
        [{ state: 'pending', isUnchecked: true, isCurrent: false }],
      ])
    })
  })
})
describe('30-PH4 a photo on an issued certificate', () => {
  it('is locked: no batch, no staff and no student replaces it', async () => {
    const who = await s.sitter()
    await s.send({ [`${who.studentNo}.jpg`]: await face() })
    const [photo] = await s.photos(who.id)
    for (const _twice of [1, 2]) {
      await lockPhotos(s.db, [who.id], 'enrolment')
      expect(await s.photos(who.id)).toMatchObject([{ id: photo?.id, state: 'locked' }])
    }
    const { lines, batch } = await s.send({ [`${who.studentNo}.jpg`]: await face() })
    expect([Object.values(lines), batch.locked]).toEqual([['locked'], 1])
    expect(
      rule(await s.officer.post('photo/studentPhoto/put', { studentId: who.id, kind: 'enrolment', source: 'school', fileId: await uploaded(s.officer, await face(), 'a.jpg') })),
    ).toBe('locked')
    expect(rule(await who.actor.post('photo/studentPhoto/submit', { kind: 'enrolment', fileId: await uploaded(who.actor, await face(), 'a.jpg') }))).toBe('ownLocked')
    expect(rule(await s.officer.post('photo/studentPhoto/refuse', { ids: [photo?.id], reason: '模糊' }))).toBe('state')
    expect(await s.photos(who.id)).toMatchObject([{ state: 'locked', isCurrent: true }])
  })
})
/** A zip that declares a small file and holds a large one. */
function lying(content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const name = Buffer.from('1.jpg')
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(1000, 22)
  head.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(1000, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(head.length + name.length + packed.length, 16)
  return Buffer.concat([head, name, packed, entry, name, end])
}
