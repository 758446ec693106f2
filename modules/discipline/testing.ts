import sql from 'sql-template-tag'
import type { Row } from '#model'
import { DAY_MS } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { addStudent, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import { PIXEL, upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { disciplineCase } from './cases/model/case.ts'
import type { Level } from './cases/model/levels.ts'
import { punishment } from './cases/model/punishment.ts'
import { violationRule } from './cases/model/violation-rule.ts'

export type Punishment = Row<typeof punishment>
export interface Pupil {
  id: string
  actor: Actor
}
export interface DisciplineSchool extends SmallSchool {
  fdy: Actor
  college: Actor
  officer: Actor
  leader: Actor
  legal: Actor
  ruleId: string
  pupil(name?: string): Promise<Pupil>
  /** A case with these parties and two investigators; the ids of the parties' punishments. */
  opened(studentIds: readonly string[], more?: object): Promise<{ id: string; caseNo: string; parties: string[] }>
  punishment(id: string): Promise<Punishment>
  case(id: string): Promise<Row<typeof disciplineCase>>
  material(caseId: string): Promise<string>
  propose(id: string, level: Level | null, more?: object): Promise<Answer<unknown>>
  deliver(by: Actor, punishmentId: string, documentKind: string, more?: object): Promise<Answer<{ effectiveOn: string | null }>>
  /** Notified and heard: it waits to be submitted. */
  heard(of: Pupil, level: Level | null, more?: object): Promise<string>
  /** Approved by everybody who has to. */
  approve(id: string): Promise<void>
  decided(of: Pupil, level: Level, more?: object): Promise<string>
  served(of: Pupil, level: Level, more?: object): Promise<string>
}
const PUNISHMENT = 'discipline/punishment'
const CASE = 'discipline/disciplineCase'
export const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
export const must = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
  const { code, data, msg } = await answer
  if (code !== 200) throw new Error(msg)
  return data
}
export const moment = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString()
export const proofOf = async (who: Actor): Promise<string[]> => [
  (await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '证明.pdf')).data.fileId,
]
export const disciplineSchool = fixture(
  'discipline',
  smallSchool,
  async s => {
    const [leader, legal] = [await s.as({ roles: ['teacher'], nickName: '王校长' }), await s.as({ roles: ['teacher'], nickName: '法务' })]
    await setParams(s, 'workflow', { 'position.leader': leader.userId, 'position.legalOffice': legal.userId })
    const rule = await s.db.insert(violationRule, {
      ...{ code: 'A01', article: '第十二条', title: '扰乱教学秩序', category: 'order', regulationVersion: '2026 版' },
      ...{ minLevel: 'warning' as const, maxLevel: 'expulsion' as const },
    })
    return {
      fdy: await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' }),
      college: await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '陈书记' }),
      officer: await s.as({ roles: ['officer'], nickName: '李主任' }),
      ...{ leader, legal, ruleId: rule.id },
    }
  },
  (s): DisciplineSchool => {
    const decide = async (by: Actor, bizId: string, fields?: object): Promise<void> => {
      const taskId = await taskOf(s, by, bizId)
      if (taskId) await must(by.post('workflow/processTask/approve', { taskId, ...(fields ? { fields } : {}) }))
    }
    const of: DisciplineSchool = {
      ...s,
      async pupil(name = '周雨桐') {
        const { id } = await addStudent(s.officer, draftOf(s.ids.s2301, { name }))
        return { id, actor: await selfOf(s, id) }
      },
      async opened(studentIds, more = {}) {
        const { id, caseNo } = await must(s.officer.post<{ id: string; caseNo: string }>(`${CASE}/report`, caseDraft(s.ruleId, studentIds, more)))
        await s.db.update(disciplineCase, id, { investigators: [s.fdy.userId, s.college.userId] })
        const rows = await s.db.unscoped(punishment).all({ caseId: id })
        return { id, caseNo, parties: studentIds.flatMap(studentId => rows.find(r => r.studentId === studentId)?.id ?? []) }
      },
      punishment: id => s.db.unscoped(punishment).one(id),
      case: id => s.db.unscoped(disciplineCase).one(id),
      async material(caseId) {
        const draft = { caseId, kind: 'record', title: '询问笔录', files: await proofOf(s.fdy), takenAt: moment(0.01), takenBy: '林知夏' }
        return (await must(s.fdy.post<{ id: string }>('discipline/caseMaterial/add', draft))).id
      },
      async propose(id, level, more = {}) {
        const { caseId } = await of.punishment(id)
        return s.fdy.post(`${PUNISHMENT}/propose`, {
          id,
          partRole: 'principal',
          facts: '<p>扰乱课堂秩序</p>',
          materialIds: [await of.material(caseId)],
          ...(level && { level }),
          ...more,
        })
      },
      deliver: (by, punishmentId, documentKind, more = {}) =>
        by.post('discipline/documentDelivery/record', { punishmentId, documentKind, method: 'direct', attemptedOn: today(), result: 'done', ...more }),
      async heard(who, level, more) {
        const { parties } = await of.opened([who.id], more)
        const [id = ''] = parties
        await must(of.propose(id, level))
        await must(s.officer.post(`${PUNISHMENT}/issueNotice`, { id }))
        await must(of.deliver(s.officer, id, 'notice'))
        await must(who.actor.post(`${PUNISHMENT}/defend`, { id, kind: 'waived' }))
        return id
      },
      async approve(id) {
        for (const by of [s.fdy, s.college, s.officer]) await decide(by, id)
        await decide(s.legal, id, { legalOpinion: '程序合法', legalReviewOn: today() })
        const { decidedLevel, measure } = await of.punishment(id)
        await decide(s.leader, id, decidedLevel === 'expulsion' || measure !== 'punishment' ? { meetingName: '校长办公会', meetingOn: today() } : undefined)
      },
      async decided(who, level, more) {
        const id = await of.heard(who, level, more)
        await must(s.fdy.post(`${PUNISHMENT}/submit`, { id }))
        await of.approve(id)
        return id
      },
      async served(who, level, more) {
        const id = await of.decided(who, level, more)
        await must(of.deliver(s.officer, id, 'decision'))
        return id
      },
    }
    return of
  },
)
export const caseDraft = (ruleId: string, studentIds: readonly string[], more: object = {}) => ({
  ...{
    title: '扰乱课堂秩序',
    occurredAt: moment(3),
    category: 'order',
    ruleIds: [ruleId],
    summary: '<p>上课时争吵</p>',
    reportSource: 'teacher',
    studentIds: [...studentIds],
    isDifferent: true,
  },
  ...more,
})
export const signatureOf = async (who: Actor): Promise<string[]> => [(await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', PIXEL, '签名.png')).data.fileId]
/** The open task of an approver for a row. */
export async function taskOf(s: SmallSchool, by: Actor, bizId: string): Promise<string | undefined> {
  const rows = await s.db.query<{ id: string }>(sql`select t.id from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    where i.biz_id = ${bizId} and t.assignee_id = ${by.userId} and t.state = 'todo' order by t.arrived_at desc limit 1`)
  return rows[0]?.id
}
