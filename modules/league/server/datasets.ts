import sql from 'sql-template-tag'
import { choice, date, integer, money, ref, text } from '#model'
import { dataset } from '#modules/exchange/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { FEE_KINDS, feeStates, leagueFee } from '../model/fee.ts'
import { leagueMember, PARTY_STAGES } from '../model/member.ts'

interface Member {
  id: string
  name: string
  college: string | null
  studentNo: string | null
  branch: string
  branchCode: string
  joinedOn: string
  memberNo: string | null
  partyStage: keyof typeof PARTY_STAGES
  partyFrom: string | null
}
const who = {
  name: student.fields.name,
  studentNo: text('学号', { max: 20 }),
  branch: text('团支部', { max: 60 }),
  branchCode: text('团支部编号', { max: 20 }),
  college: text('学院', { max: 60 }),
}
/** The roster and the fees, for the league system, whose columns a profile names. */
export default [
  dataset({
    code: 'leagueRoster',
    label: '团员名册',
    of: leagueMember,
    delivered: { target: 'league' },
    fields: { ...who, joinedOn: date('入团时间'), memberNo: leagueMember.fields.memberNo, partyStage: text('入党阶段', { max: 20 }), partyFrom: date('成为党员') },
    filter: { branchId: ref('leagueBranch', '团支部') },
    async rows({ db }, { branchId }) {
      const rows =
        await db.query<Member>(sql`select m.id, s.name, d.name as college, s.student_no as "studentNo", b.name as branch, b.code as "branchCode", m.joined_on::text as "joinedOn",
          m.member_no as "memberNo", m.party_stage as "partyStage", m.party_from::text as "partyFrom"
        from ${db.visibleFor(leagueMember, 'league:leagueMember:export').rows()} m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id
          join league_branch b on b.tenant_id = m.tenant_id and b.id = m.branch_id left join department d on d.tenant_id = b.tenant_id and d.id = b.department_id
        where m.state = 'active' ${branchId ? sql`and m.branch_id = ${branchId as string}::uuid` : sql``} order by b.code, s.student_no`)
      return rows.map(({ id, partyStage, ...row }) => ({
        ...{ id, name: row.name, college: row.college, link: `/league/members?q=${row.studentNo ?? ''}` },
        values: { ...row, partyStage: PARTY_STAGES[partyStage] },
      }))
    },
  }),
  dataset({
    code: 'leagueFees',
    label: '团费台账',
    of: leagueFee,
    delivered: { target: 'league' },
    fields: {
      ...who,
      fromMonth: date('从'),
      toMonth: date('到'),
      months: integer('月数'),
      amount: money('应缴'),
      paid: money('已缴'),
      kind: choice('种类', FEE_KINDS),
      state: text('状态', { max: 20 }),
    },
    filter: { planId: ref('leagueFeePlan', '收缴计划', { required: true }) },
    async rows({ db }, { planId }) {
      const rows = await db.query<{
        id: string
        name: string
        college: string | null
        studentNo: string | null
        branch: string
        branchCode: string
        fromMonth: string
        toMonth: string
        months: number
        amount: number
        paid: number
        kind: keyof typeof FEE_KINDS
        state: keyof typeof feeStates.labels
      }>(sql`select f.id, s.name, d.name as college, s.student_no as "studentNo", b.name as branch, b.code as "branchCode", f.from_month::text as "fromMonth", f.to_month::text as "toMonth",
          f.months, f.amount::float8 as amount, f.paid::float8 as paid, f.kind, f.state
        from ${db.visibleFor(leagueFee, 'league:leagueFee:export').rows()} f join student s on s.tenant_id = f.tenant_id and s.id = f.student_id
          join league_branch b on b.tenant_id = f.tenant_id and b.id = f.branch_id left join department d on d.tenant_id = b.tenant_id and d.id = b.department_id
        where f.plan_id = ${planId as string}::uuid order by b.code, s.student_no, f.from_month`)
      return rows.map(({ id, kind, state, ...row }) => ({
        ...{ id, name: row.name, college: row.college, link: `/league/fees?planId=${planId as string}` },
        values: { ...row, kind: FEE_KINDS[kind], state: feeStates.labels[state] },
      }))
    },
  }),
]
