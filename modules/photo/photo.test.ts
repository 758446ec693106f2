import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { setParams } from '#modules/message/testing.ts'
import { withoutPhoto } from '#modules/student/server/api.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { collectionCode } from './model/code.ts'
import type { Kind } from './model/photo.ts'
import { face, type PhotoSchool, photoSchool, type Sitter, uploaded } from './testing.ts'

let s: PhotoSchool
let bzr: Actor
beforeAll(async () => {
  s = await photoSchool()
  bzr = s.he
})
afterAll(() => s.close())
const rule = (answer: { errors: Array<{ rule: string }> }): string | undefined => answer.errors[0]?.rule.split('.').pop()
const submit = async (who: Sitter, kind: Kind = 'enrolment') =>
  who.actor.post<{ id: string }>('photo/studentPhoto/submit', { kind, fileId: await uploaded(who.actor, await face(), 'me.jpg') })
const accept = (by: Actor, id: string) => by.post('photo/studentPhoto/accept', { ids: [id] })
const put = async (who: Sitter, kind: Kind = 'enrolment') =>
  s.officer.post<{ id: string }>('photo/studentPhoto/put', { studentId: who.id, kind, source: 'school', fileId: await uploaded(s.officer, await face(), 'put.jpg') })
const open = (file: string | undefined, who: Actor) => who.get('oss/oss/endpoint/link-file', { fileId: file })

describe('30-PH5 one’s own photo', () => {
  it('waits for the head teacher or the counsellor; whoever comes first settles it for both', async () => {
    const [who, told] = [await s.sitter(), captureNotifications(s.server)]
    const { data } = await submit(who)
    expect((await told('photo.submitted')).flatMap(n => n.to).sort()).toEqual([s.fdy.userId, bzr.userId].sort())
    expect(await withoutPhoto(s.db, [who.id])).toEqual(new Set([who.id]))
    expect(rule(await submit(who))).toBe('pending')
    expect((await accept(bzr, data.id)).code).toBe(200)
    expect(rule(await accept(s.fdy, data.id))).toBe('state')
    expect(await s.photo(data.id)).toMatchObject({ state: 'accepted', isCurrent: true, source: 'self', decidedById: bzr.userId })
    expect(await withoutPhoto(s.db, [who.id])).toEqual(new Set())
    expect(await told('photo.accepted', who.actor.userId)).toHaveLength(1)
  })
  it('is decided about by one of two who press at once', async () => {
    const who = await s.sitter()
    const { data } = await submit(who)
    const answers = await Promise.all([accept(bzr, data.id), s.fdy.post('photo/studentPhoto/refuse', { ids: [data.id], reason: '背景杂乱' }), accept(s.officer, data.id)])
    const accepted = answers[0].code === 200 || answers[2].code === 200
    // staff may take back what was accepted, so the refusal may follow an acceptance; an acceptance follows nothing
    expect([answers[0].code, answers[2].code].filter(code => code === 200).length).toBe(accepted ? 1 : 0)
    expect((await s.photo(data.id)).state).toBe(answers[1].code === 200 ? 'refused' : 'accepted')
  })
  it('may be changed twice; refused ones do not count, and every version stays', async () => {
    const who = await s.sitter()
    for (const turn of [1, 2, 3]) {
      const { data } = await submit(who)
      if (turn === 2) {
        expect((await s.fdy.post('photo/studentPhoto/refuse', { ids: [data.id], reason: '闭眼' })).code).toBe(200)
        await accept(s.fdy, (await submit(who)).data.id)
      } else await accept(s.fdy, data.id)
    }
    const used = await submit(who)
    expect([rule(used), used.msg]).toEqual(['used', '入学照片最多更换 2 次，你已经换了 2 次'])
    const versions = await s.photos(who.id)
    expect(versions.map(v => [v.state, v.isCurrent])).toEqual([
      ['accepted', false],
      ['refused', false],
      ['accepted', false],
      ['accepted', true],
    ])
    for (const version of versions) expect((await open(version.fileId[0], who.actor)).status).toBe(200)
    const { data } = await who.actor.get<{ kinds: Array<{ kind: string; maySend: boolean; left: number; versions: Array<{ refuseReason: string | null }> }> }>(
      'photo/studentPhoto/mine',
    )
    expect(data.kinds.find(k => k.kind === 'enrolment')).toMatchObject({ maySend: false, left: 0 })
    expect(data.kinds.flatMap(k => k.versions.flatMap(v => v.refuseReason ?? []))).toEqual(['闭眼'])
  })
  it('does not replace one that the school took, nor a kind the school takes itself', async () => {
    const who = await s.sitter()
    expect((await put(who)).code).toBe(200)
    expect(rule(await submit(who))).toBe('official')
    expect(rule(await submit(who, 'graduation'))).toBe('kindClosed')
    await setParams(s, 'photo', { selfKinds: 'enrolment,graduation' })
    expect((await submit(who, 'graduation')).code).toBe(200)
    await setParams(s, 'photo', { selfKinds: 'enrolment' })
  })
  it('30-PH2 has to fit its kind, and says what was found', async () => {
    const who = await s.sitter()
    const fileId = await uploaded(who.actor, await face({ width: 300, height: 300, quality: 100 }), 'me.jpg')
    const { msg, code } = await who.actor.post('photo/studentPhoto/submit', { kind: 'enrolment', fileId })
    expect([code, msg]).toEqual([422, '照片不符合要求：像素太低（300×300）'])
    expect(await s.photos(who.id)).toEqual([])
  })
})
describe('30-PH3 the collection code', () => {
  it('is noted by the student, photographed by the agency, arrives with the photo and is confirmed', async () => {
    const [who, other] = [await s.sitter({ expectedGraduation: '2024-07-01' }), await s.sitter()]
    const note = (by: Sitter, code: string) => by.actor.post('photo/collectionCode/note', { code })
    const stateOf = async (by: Sitter) => (await by.actor.get<{ isDue: boolean; codeState: string | null }>('photo/studentPhoto/mine')).data
    expect(await stateOf(other)).toMatchObject({ codeState: null })
    expect((await note(who, 'TX001')).code).toBe(200)
    expect(rule(await note(other, 'TX001'))).toBe('codeTaken')
    expect((await note(who, 'TX002')).code).toBe(200)
    expect((await who.actor.post('photo/collectionCode/confirm', {})).code).toBe(422)
    const row = await s.db.unscoped(collectionCode).find({ studentId: who.id })
    expect((await s.fdy.post('photo/collectionCode/take', { ids: [row?.id], takenOn: '2026-10-20' })).code).toBe(200)
    expect(await stateOf(who)).toMatchObject({ isDue: true, codeState: 'taken', takenOn: '2026-10-20' })
    expect(rule(await note(who, 'TX003'))).toBe('begun')
    expect((await put(who, 'graduation')).code).toBe(200)
    expect(await stateOf(who)).toMatchObject({ codeState: 'arrived' })
    expect((await who.actor.post('photo/collectionCode/confirm', {})).code).toBe(200)
    expect(await stateOf(who)).toMatchObject({ codeState: 'confirmed' })
  })
})
describe('photos', () => {
  it('are served inside the scope only: on the wall, as versions and as files', async () => {
    const [who, stranger] = [await s.sitter({ classId: s.ids.s2302 }), await s.sitter()]
    const { data } = await put(who)
    const [photo] = await s.photos(who.id)
    expect((await open(photo?.fileId[0], s.officer)).status).toBe(200)
    for (const outside of [s.fdy, s.he, stranger.actor]) {
      expect((await open(photo?.fileId[0], outside)).code).toBe(404)
      expect((await outside.post('photo/studentPhoto/refuse', { ids: [data.id], reason: '看看' })).code).not.toBe(200)
    }
    expect((await s.fdy.get<unknown[]>('photo/studentPhoto/versions', { studentId: who.id })).data).toEqual([])
    expect((await s.fdy.get<unknown[]>('photo/studentPhoto/wall', { classId: s.ids.s2302 })).data).toEqual([])
    const wall = (await s.officer.get<Array<{ id: string; photos: unknown[] }>>('photo/studentPhoto/wall', { classId: s.ids.s2302 })).data
    expect(wall).toMatchObject([{ id: who.id, photos: [{ kind: 'enrolment', fileId: photo?.fileId[0], state: 'accepted' }] }])
  })
  it('30-AC5 are seen, not decided about, by whoever re-examines the admitted', async () => {
    const who = await s.sitter()
    await put(who)
    const admissions = await s.as({ roles: ['admissions'] })
    const { data } = await admissions.get<{ result: Array<{ fileId: string[] }> }>('photo/studentPhoto/list', { 'filters.studentId': who.id })
    expect(data.result).toHaveLength(1)
    expect((await open(data.result[0]?.fileId[0], admissions)).status).toBe(200)
    expect((await admissions.post('photo/studentPhoto/refuse', { ids: ['x'], reason: 'x' })).code).toBe(403)
  })
  it('are counted by class, holes first', async () => {
    const [one, hole] = [await s.sitter({ classId: s.ids.n2301 }), await s.sitter({ classId: s.ids.n2301 })]
    await put(one, 'graduation')
    const covered = (await s.officer.get<Array<{ classId: string }>>('photo/studentPhoto/coverage', { kind: 'graduation', grade: 2023 })).data
    expect(covered.find(c => c.classId === s.ids.n2301)).toMatchObject({ className: '网络2301', students: 2, have: 1, pending: 0 })
    expect((await s.he.get<Array<{ classId: string }>>('photo/studentPhoto/coverage', { kind: 'graduation' })).data.map(c => c.classId).sort()).toEqual(
      [s.ids.n2301, s.ids.s2301].sort(),
    )
    expect(await withoutPhoto(s.db, [one.id, hole.id])).toEqual(new Set([hole.id]))
  })
  it('are exported as an archive whose names follow a pattern; identity numbers only with the permission', async () => {
    const [one, other] = [await s.sitter({ classId: s.ids.a2301, name: '赵一' }), await s.sitter({ classId: s.ids.a2301, name: '钱二' })]
    for (const who of [one, other]) await put(who)
    const pack = (by: Actor, pattern: string) =>
      by.post<{ jobId: string; total: number }>('photo/studentPhoto/pack', { kind: 'enrolment', pattern, classId: s.ids.a2301, reason: '制作学生证' })
    expect(rule(await pack(s.officer, '{name}'))).toBe('pattern')
    const college = await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '信息学院' })
    expect(rule(await pack(college, '{xh}'))).toBe('none')
    const { data } = await pack(s.officer, '{class}/{xh}_{name}')
    expect(data.total).toBe(2)
    await s.server.settle()
    const job = (await s.officer.get<{ state: string; fileId: string }>('sheet/exportJob/getOne', { id: data.jobId })).data
    expect(job.state).toBe('done')
    const { raw } = await s.officer.get('oss/oss/endpoint/download-file', { fileId: job.fileId })
    const names = (await new ZipReader(new Uint8ArrayReader(raw)).getEntries()).map(e => e.filename)
    expect(names.sort()).toEqual([`视觉2301/${one.studentNo}_赵一.jpg`, `视觉2301/${other.studentNo}_钱二.jpg`].sort())
  })
  it('give the customer’s student data their address', async () => {
    const who = await s.sitter()
    await put(who)
    const [photo] = await s.photos(who.id)
    expect((await who.actor.get<{ photoUrl: string }>('base/baseStudentInfo/getStuInfo')).data.photoUrl).toContain(photo?.fileId[0])
  })
})
