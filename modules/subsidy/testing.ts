import type { Row } from '#model'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { handIn } from '#modules/fee/server/api.ts'
import { aidLevelSpan } from '#modules/hardship/levels/model/span.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { addStudent, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { processInstance, processTask } from '#modules/workflow/cases/model/instance.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { subsidyApplication } from './model/application.ts'
import { subsidyGrant } from './model/grant.ts'

export { ruleOf } from '#testing/answers.ts'

export interface SubsidySchool extends SmallSchool {
  officer: Actor
  college: Actor
  fdy: Actor
  finance: Actor
  checker: Actor
  xn: string
  tuitionId: string
  /** A student of 软件2301 with an account. */
  student(name?: string): Promise<{ id: string; name: string; self: Actor }>
  level(studentId: string, level: string): Promise<void>
  fund(budget: number): Promise<string>
  fundOf(id: string): Promise<{ budget: number; reserved: number; spent: number }>
  item(fundId: string | null, more?: object): Promise<string>
  /** Help at once: an item, and an application for it. */
  urgent(fundId: string): Promise<string>
  ask(who: Actor, itemId: string, more?: object): Promise<Answer<{ id: string }>>
  row(id: string): Promise<Row<typeof subsidyApplication>>
  /** The next person decides. */
  approve(id: string, by: Actor): Promise<Answer>
  /** All who decide approve, as many as there are. */
  approveAll(id: string): Promise<Answer>
  grants(studentId: string): Promise<Array<Row<typeof subsidyGrant>>>
  bill(studentId: string, amount: number): Promise<string>
}
/** A small school with those who decide about subsidies, and the charge that reductions are written on. */
export const subsidySchool = fixture(
  'subsidy',
  smallSchool,
  async s => ({
    officer: await s.as({ roles: ['officer'], nickName: '资助中心' }),
    college: await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '信息学院' }),
    fdy: await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' }),
    finance: await s.as({ roles: ['finance'], nickName: '财务' }),
    checker: await s.as({ roles: ['finance'], nickName: '复核' }),
    tuitionId: (await s.db.insert(chargeItem, { code: 'tuition', name: '学费', nature: 'administrative', filingNo: 'JY1', period: 'year', priority: 10, loanCoverable: true })).id,
    recovery: (await s.db.insert(chargeItem, { code: 'recovery', name: '退回资助', nature: 'agency', period: 'once', optional: true })).id,
    xn: await schoolYearOn(s.db),
  }),
  (s): SubsidySchool => {
    const rowOf = (id: string) => s.db.unscoped(subsidyApplication).one(id)
    const school: SubsidySchool = {
      ...s,
      async student(name = `学生${serial('subsidy')}`) {
        const { id } = await addStudent(s.officer, draftOf(s.ids.s2301, { name }))
        return { id, name, self: await selfOf(s, id) }
      },
      level: async (studentId, level) => {
        const now = await s.db.unscoped(aidLevelSpan).find({ studentId, 'to.ge': today() })
        const answer = await s.officer.post('hardship/aidLevelSpan/adjust', { studentId, spanId: now?.id ?? null, level, reason: '家庭经济困难' })
        if (answer.code !== 200) throw new Error(answer.msg)
        await s.server.settle()
      },
      async fund(budget) {
        const n = serial('fund')
        const { id } = await s.db.insert(fundAccount, { code: `Z${n}`, name: `经费${n}`, sourceKind: 'school', year: 2026 })
        await s.finance.post('money/fundAccount/askBudget', { id, amount: budget, reason: '年度预算' })
        await s.checker.post('money/fundAccount/approveBudget', { id })
        return id
      },
      async fundOf(id) {
        const { budget, reserved, spent } = await s.db.unscoped(fundAccount).one(id)
        return { budget, reserved, spent }
      },
      async item(fundId, more = {}) {
        const n = serial('item')
        const draft = { code: `I${n}`, name: `项目${n}`, mode: 'standing', effect: 'payout', fundId, frequency: 'once', months: 10, maxPerYear: 1, ...more }
        const answer = await s.officer.post<{ id: string }>('subsidy/subsidyItem/add', draft)
        if (answer.code !== 200) throw new Error(answer.msg)
        return answer.data.id
      },
      urgent: fundId => school.item(fundId, { urgent: true, maxPerYear: 3 }),
      ask: (who, itemId, more = {}) =>
        who.post('subsidy/subsidyApplication/apply', { itemId, cause: 'illness', happenedOn: '2026-11-01', amountAsked: 800_00, text: '住院手术，自付部分家里拿不出', ...more }),
      row: rowOf,
      async approve(id, by) {
        const running = await s.db.unscoped(processInstance).find({ bizId: id, state: 'pending' })
        const task = await s.db.unscoped(processTask).find({ instanceId: running?.id ?? '', assigneeId: by.userId, state: 'todo' })
        return by.post('workflow/processTask/approve', { taskId: task?.id })
      },
      async approveAll(id) {
        let last: Answer | undefined
        for (const by of [s.fdy, s.college, s.officer, s.finance]) {
          if ((await rowOf(id)).state !== 'pending') break
          last = await school.approve(id, by)
          if (last.code !== 200) return last
        }
        return last as Answer
      },
      grants: studentId => s.db.unscoped(subsidyGrant).all({ studentId }, { sort: ['createdAt'] }),
      async bill(studentId, amount) {
        const payer = { type: 'student', id: studentId, name: '学生' } as const
        const [id = ''] = await handIn(s.db, [
          { sourceType: 'test', sourceId: `z${serial('bill')}`, sourceSeq: '1', payer, item: 'tuition', amount, xn: s.xn, dueDate: '2026-12-30', explain: {} },
        ])
        return id
      },
    }
    return school
  },
)
