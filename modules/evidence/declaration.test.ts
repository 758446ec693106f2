import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { today } from '#server/base/today.ts'
import { upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { evidenceDeclaration } from './model/declaration.ts'
import { evidence } from './model/evidence.ts'

let school: SmallSchool
let fdy: Actor
beforeAll(async () => {
  school = await smallSchool()
  fdy = await school.as({ roles: ['fdy'], teacherId: school.ids.lin, departmentId: school.ids.info })
})
afterAll(() => school.close())
async function newStudent(): Promise<Actor & { studentId: string }> {
  const officer = await school.as({ roles: ['officer'] })
  const { id } = (await officer.post<{ id: string }>('base/student/add', draftOf(school.ids.s2301))).data
  return Object.assign(await selfOf(school, id), { studentId: id })
}
const uploaded = async (who: Actor): Promise<string> =>
  (await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '证明.pdf')).data.fileId
/** Proofs of each applicant: a file belongs to one declaration. */
const proofs = new WeakMap<Actor, string[]>()
async function applicant(): Promise<Actor> {
  const who = await newStudent()
  proofs.set(who, await Promise.all(Array.from({ length: 8 }, () => uploaded(who))))
  return who
}
async function taskOf(instanceId: string): Promise<string | undefined> {
  const { data } = await fdy.get<{ result: Array<{ instanceId: string; taskId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 })
  return data.result.find(c => c.instanceId === instanceId)?.taskId
}
const formOf = (who: Actor) => ({ kind: 'competition', title: '蓝桥杯全国软件大赛', occurredOn: today(), level: 'provincial', proofs: [proofs.get(who)?.pop()], isDistinct: true })
describe('50-EV1 a declaration', () => {
  expectApplication({ of: evidenceDeclaration, path: 'evidence/evidenceDeclaration', files: 'proofs' }, () => ({
    db: school.db,
    applicants: async () => [await applicant(), await applicant()],
    form: who => ({ ...formOf(who), title: 'Lanqiao Cup' }),
    approvers: [fdy],
  }))
  it('becomes an entry with its proofs once the counsellor has approved, and none before', async () => {
    const who = await newStudent()
    const files = [await uploaded(who)]
    const form = { kind: 'volunteer', title: '社区支教', occurredOn: today(), quantity: 12.5, proofs: files }
    expect((await who.post('evidence/evidenceDeclaration/apply', { ...form, proofs: [] })).errors[0]?.rule).toBe('evidence.evidenceDeclaration.noProof')
    expect((await who.post('evidence/evidenceDeclaration/apply', { ...form, occurredOn: addDays(today(), 1) })).errors[0]?.rule).toBe('evidence.evidenceDeclaration.future')
    expect((await who.post('evidence/evidenceDeclaration/apply', { ...form, teamRole: 'lead' })).errors[0]?.rule).toBe('evidence.evidenceDeclaration.teamSize')
    const made = (await who.post<{ instanceId: string }>('evidence/evidenceDeclaration/apply', form)).data
    const own = () => school.db.unscoped(evidence).all({ studentId: who.studentId })
    expect(await own()).toEqual([])
    expect((await fdy.post('workflow/processTask/approve', { taskId: await taskOf(made.instanceId) })).code).toBe(200)
    const [entry] = await own()
    expect(entry).toMatchObject({ kind: 'volunteer', title: '社区支教', quantity: 12.5, sourceType: 'declaration' })
    expect(entry?.files).toHaveLength(1)
    expect(entry?.files).not.toEqual(files)
  })
  it('50-EV4 that resembles one of the student’s is named and asked about first', async () => {
    const who = await applicant()
    const declare = (more: object) => who.post<{ id: string }>('evidence/evidenceDeclaration/apply', { ...formOf(who), isDistinct: false, ...more })
    expect((await declare({})).code).toBe(200)
    const again = await declare({ title: '“蓝桥杯”全国软件大赛 Java 组', occurredOn: addDays(today(), -30) })
    expect(again.errors[0]).toMatchObject({ rule: 'evidence.evidenceDeclaration.similar', field: 'isDistinct', values: { title: '蓝桥杯全国软件大赛', day: today() } })
    for (const more of [{ occurredOn: addDays(today(), -31) }, { level: 'national' }, { kind: 'activity' }, { title: '数学建模竞赛' }])
      expect((await declare({ ...more })).code).toBe(200)
    expect((await declare({ isDistinct: true })).code).toBe(200)
  })
  it('50-EV4 that comes back is not taken for its own double', async () => {
    const who = await applicant()
    const form = { ...formOf(who), isDistinct: false }
    const { id, instanceId } = (await who.post<{ id: string; instanceId: string }>('evidence/evidenceDeclaration/apply', form)).data
    expect((await fdy.post('workflow/processTask/return', { taskId: await taskOf(instanceId), to: 'applicant', opinion: '请写清楚' })).code).toBe(200)
    const again = await who.post('evidence/evidenceDeclaration/resubmit', { ...form, id })
    expect([again.code, again.msg]).toEqual([200, '成功'])
  })
})
