import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAs, rulesOf } from '#modules/standing/testing.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { leavingItems } from '#server/extensions/graduation-items.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import { graduateDestination } from './model/graduate-destination.ts'
import { type ArchiveSchool, archiveSchool, must } from './testing.ts'

let s: ArchiveSchool
beforeAll(async () => {
  s = await archiveSchool()
})
afterAll(() => s.close())
expectApplication({ of: graduateDestination, path: 'archive/graduateDestination', taken: ['open'] }, () => ({
  db: s.db,
  applicants: async () => [(await s.owner()).actor, (await s.owner()).actor],
  form: () => s.form() as Record<string, unknown>,
  approvers: [s.fdy, s.college],
}))
const versions = (studentId: string) => s.db.unscoped(graduateDestination).all({ studentId }, { sort: ['createdAt', 'id'] })
const enter = (studentId: string, more: object = {}) => s.officer.post<{ id: string }>('archive/graduateDestination/add', { studentId, ...s.form(more) })

describe('where graduates go', () => {
  it('50-AR2 comes from what counsellor and college have verified, without a registration card; versions stay and the last verified one counts', async () => {
    const heard = captureEvents(s.server, 'archive.destinationVerified')
    const who = await s.owner()
    const first = await s.destined(who)
    const { data } = await who.actor.post<{ id: string; instanceId: string }>(
      'archive/graduateDestination/apply',
      s.form({ kind: '80', unitName: '省工业大学', archiveRecipient: '省工业大学档案馆' }),
    )
    expect((await versions(who.id)).map(v => [v.id, v.state, v.isCurrent])).toEqual([
      [first, 'approved', true],
      [data.id, 'pending', false],
    ])
    for (const by of [s.fdy, s.college]) must(await approveAs(by, data.instanceId))
    expect((await versions(who.id)).map(v => [v.isCurrent, v.verifiedBy])).toEqual([
      [false, s.college.userId],
      [true, s.college.userId],
    ])
    await s.server.settle()
    expect(heard).toEqual([expect.objectContaining({ studentId: who.id, id: first }), expect.objectContaining({ studentId: who.id, id: data.id })])
  })
  it('50-AR3 settle the item of the list of whoever leaves', async () => {
    const [one, two] = [await s.owner(), await s.owner()]
    await s.destined(one)
    const item = s.db.registered(leavingItems).find(i => i.code === 'archive')
    const done = await s.db.query<{ id: string }>(sql`select x.student_id as id from (${item?.settled(s.db, sql`select unnest(${[one.id, two.id]}::uuid[])`)}) x`)
    expect(done.map(d => d.id)).toEqual([one.id])
  })
  it('50-AR1 are no student and no relative, a unit where one works, and a known place', async () => {
    const who = await s.owner({ name: '程可', emergencyName: '程大海' })
    await s.db.insert(familyMember, { studentId: who.id, relation: '52', name: '刘敏', isGuardian: true } as never)
    const faults = async (more: object) => rulesOf(await who.actor.post('archive/graduateDestination/apply', s.form(more)))
    for (const archiveRecipient of ['程可', ' 程 大海', '刘敏']) expect(await faults({ archiveRecipient })).toEqual(['person'])
    expect(rulesOf(await enter(who.id, { archiveRecipient: '刘敏' }))).toEqual(['person'])
    expect(await faults({ unitName: null })).toEqual(['unitMissing'])
    expect(await faults({ cantonCode: '999999' })).toEqual(['cantonUnknown'])
    expect(await faults({ gradYear: 2001 })).toEqual(['yearFar'])
  })
  it('50-AR are entered by the office or its list as verified ones, each version once', async () => {
    const [one, two] = [await s.owner(), await s.owner()]
    must(await enter(one.id))
    expect(rulesOf(await enter(one.id))).toEqual(['same'])
    const { studentNo } = await s.record(two.id)
    const head = ['学生', '毕业年份', '去向类别', '单位名称', '档案接收单位', '档案寄送地址', '接收单位联系人和电话']
    const line = [studentNo ?? '', String((await versions(one.id))[0]?.gradYear), '升学', '省工业大学', '省工业大学档案馆', '学府路 1 号', '李老师']
    const answer = await upload<{ jobId: string }>(s.officer, 'archive/graduateDestination/import', await sheet(head, [line]), '去向.xlsx')
    await commit(s.officer, await settled(s.officer, answer.data.jobId))
    expect((await versions(two.id)).map(v => [v.kind, v.state, v.isCurrent])).toEqual([['80', 'approved', true]])
  })
  it('50-AR recipients that several earlier graduates of a kind chose are suggested, never those of a single person', async () => {
    for (let n = 0; n < 3; n++) must(await enter((await s.owner()).id, { kind: '46', archiveRecipient: '武装部转递中心' }))
    must(await enter((await s.owner()).id, { kind: '46', archiveRecipient: '某某小单位' }))
    const { data } = await (await s.owner()).actor.get<{ units: unknown[] }>('archive/graduateDestination/suggest', { kind: '46' })
    expect(data.units).toEqual([{ name: '武装部转递中心', count: 3 }])
  })
})
