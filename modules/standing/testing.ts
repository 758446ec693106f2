import type { InputOf, OutputOf, Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { setProvedMobile } from '#modules/system/server/api.ts'
import type { myCases } from '#modules/workflow/cases/model/my-cases.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import { upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { changeApplication } from './changes/model/application.ts'
import { changeType } from './changes/model/change-type.ts'
import { statusChange } from './changes/model/status-change.ts'

export type Form = InputOf<typeof changeApplication.apply>
export type Applied = OutputOf<typeof changeApplication.apply>
export type Preview = OutputOf<typeof changeApplication.preview>
export type Card = OutputOf<typeof changeApplication.card>
type Cases = OutputOf<typeof myCases>
export interface Pupil {
  id: string
  actor: Actor
}
/** A school with a counsellor, a college and an office, whose students may change their standing. */
export interface StandingSchool extends SmallSchool {
  fdy: Actor
  college: Actor
  officer: Actor
  leader: Actor
  types: Record<string, string>
  pupil(given?: Record<string, unknown>): Promise<Pupil>
  change(id: string): Promise<Row<typeof statusChange>>
  record(id: string): Promise<Row<typeof student>>
}
export const standingSchool = fixture(
  'standing',
  smallSchool,
  async (school: SmallSchool) => {
    const { ids, db } = school
    const fdy = await school.as({ roles: ['fdy'], teacherId: ids.lin, departmentId: ids.info, nickName: '林知夏' })
    const college = await school.as({ roles: ['college'], departmentId: ids.info, nickName: '陈书记' })
    const officer = await school.as({ roles: ['officer'], nickName: '李主任' })
    const leader = await school.as({ roles: ['teacher'], nickName: '王校长' })
    const types = Object.fromEntries((await db.unscoped(changeType).all()).map(t => [t.code, t.id]))
    for (const id of [ids.s2301, ids.s2302, ids.s2401]) await db.update(stuClass, id, { expectedEnd: id === ids.s2401 ? yearsOn(2) : yearsOn(1) })
    return { fdy, college, officer, leader, types }
  },
  (school): StandingSchool => ({
    ...school,
    pupil: given => pupilOf(school, school.officer, given),
    change: id => school.db.unscoped(statusChange).one(id),
    record: id => school.db.unscoped(student).one(id),
  }),
)
/** What a change of this type would cause elsewhere, as its student reads it. */
export async function causedBy({ db }: Pick<SmallSchool, 'db'>, code: string, who: Actor): Promise<Array<[label: string, value: string]>> {
  const type = await db.unscoped(changeType).find({ code })
  const { data } = await who.get<Preview>('standing/statusChange/preview', { typeId: type?.id ?? '', reasonCode: '11', effectiveDate: today(), until: day(150) })
  return data.consequences.map(c => [c.label, c.value])
}
export const yearsOn = (years: number): string => `${Number(today().slice(0, 4)) + years}-12-31`
export const day = (days: number): string => addDays(today(), days)

/** A student who entered two years ago and has more than a year to go. */
async function pupilOf(school: SmallSchool, officer: Actor, given: Record<string, unknown> = {}): Promise<Pupil> {
  const entered = `${Number(today().slice(0, 4)) - 2}-09-01`
  const made = await officer.post<{ id: string }>('base/student/add', draftOf(school.ids.s2301, { enrolDate: entered, expectedGraduation: day(500), ...given }))
  if (made.code !== 200) throw new Error(made.msg)
  const actor = await selfOf(school, made.data.id)
  const { phone } = await school.db.unscoped(student).one(made.data.id)
  if (phone) await setProvedMobile(school.db, actor.userId, phone)
  return { id: made.data.id, actor }
}
export async function proofOf(who: Actor): Promise<string[]> {
  const sent = await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '证明.pdf')
  return [sent.data.fileId]
}
/** A suspension of five months from today, for an illness. */
export const suspension = async (s: StandingSchool, who: Actor, more: Partial<Form> = {}): Promise<Form> => ({
  typeId: s.types.suspension as string,
  reasonCode: '11',
  reasonText: '住院治疗',
  effectiveDate: today(),
  until: day(150),
  proofs: await proofOf(who),
  ...more,
})
/** A transfer to another school as Order 41, Article 22 allows it. */
export const transferOut = async (s: StandingSchool, who: Actor, more: Partial<Form> = {}): Promise<Form> => ({
  ...{ typeId: s.types.transferOut as string, reasonCode: '15', reasonText: '父亲重病，须就近照顾', effectiveDate: today(), proofs: await proofOf(who) },
  ...{ otherSchool: '省工业大学', otherLevel: '5', admissionScore: 486, lineScore: 470 },
  ...more,
})
export const apply = (who: Actor, form: Form): Promise<Answer<Applied>> => who.post<Applied>('standing/statusChange/apply', form)
export async function applied(who: Actor, form: Form): Promise<Applied> {
  const answer = await apply(who, form)
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data
}
export async function decideAs(who: Actor, instanceId: string | null, verb: 'approve' | 'reject', more: Record<string, unknown> = {}): Promise<Answer<unknown>> {
  const { data } = await who.get<Cases>('workflow/processTask/mine', { tab: 'todo', size: 100 })
  const taskId = data.result.find(c => c?.instanceId === instanceId)?.taskId
  if (!taskId) throw new Error('no task')
  return who.post(`workflow/processTask/${verb}`, { taskId, ...more })
}
export const approveAs = (who: Actor, instanceId: string | null, fields?: Record<string, unknown>): Promise<Answer<unknown>> =>
  decideAs(who, instanceId, 'approve', fields ? { fields } : {})
/** Applied for and approved by counsellor, college and office. */
export async function approved(s: StandingSchool, who: Actor, form: Form): Promise<Row<typeof statusChange>> {
  const { id, instanceId } = await applied(who, form)
  for (const by of [s.fdy, s.college, s.officer]) {
    const answer = await approveAs(by, instanceId)
    if (answer.code !== 200) throw new Error(answer.msg)
  }
  return s.change(id)
}
export const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
export interface Span {
  from: string
  to: string | null
  status: string
}
export const timelineOf = async (s: StandingSchool, id: string): Promise<Span[]> => (await s.officer.get<Span[]>('base/student/timeline', { id })).data
