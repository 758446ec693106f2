import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { leagueBranch } from '../model/branch.ts'
import { isPartyMember, liableFor } from '../model/liability.ts'
import { leagueMember, leaveLeague, PARTY_STAGES } from '../model/member.ts'
import { monthOf } from '../model/months.ts'
import { leagueTransfer } from '../model/transfer.ts'
import { refuseOpenOrder, resettle } from './charges.ts'
import { TOLD, transferTodos } from './transfer-todos.ts'

export type Member = Row<typeof leagueMember>
type Draft = Partial<Member>
const YOUNGEST = 14
/** Note of a transfer that came to nothing. */
const LEFT = '已离团'
export async function checkMember(db: Db, draft: Draft): Promise<void> {
  const { studentId = '', branchId = '', joinedOn = '', partyStage = 'none', partyFrom } = draft
  const branch = await db.unscoped(leagueBranch).one(branchId) // its level is checked
  if (branch.level !== 'branch') throw refusalOf(leagueMember, 'notBranch', { branch: branch.name }, 'branchId')
  if (joinedOn > today()) throw refusalOf(leagueMember, 'future', { joinedOn }, 'joinedOn')
  if (isPartyMember({ partyStage }) && !partyFrom) throw refusalOf(leagueMember, 'partyDate', { stage: { text: PARTY_STAGES[partyStage] } }, 'partyFrom')
  if (partyFrom && partyFrom < joinedOn) throw refusalOf(leagueMember, 'partyEarly', { partyFrom, joinedOn }, 'partyFrom')
  const [who] = await db.query<{ name: string; from: string }>(sql`select name, (birth_date + make_interval(years => ${YOUNGEST}))::date::text as from from student
    where tenant_id = ${db.me.tenantId} and id = ${studentId}`)
  if (who && joinedOn < who.from) throw refusalOf(leagueMember, 'young', { name: who.name, from: who.from, joinedOn }, 'joinedOn')
}
/** The student record follows what happens here: joining, party stage, leaving. */
export const tellChanged = (db: Db, { studentId, partyStage, branchId, leftCause }: Member): Promise<void> =>
  db.emit('league.memberChanged', { studentId, partyStage, branchId, ...(leftCause ? { left: leftCause } : {}) })
/** Who has left moves to no other branch. */
async function endTransfers(db: Db, memberId: string): Promise<void> {
  await transferTodos(db, await db.updateWhere(leagueTransfer, { memberId, state: ['proposed', 'asked'] }, { state: 'refused', note: LEFT }, { returning: TOLD }))
}
const leave = handle(leaveLeague, async ({ db }, { id, ...left }) => {
  const member = await db.visible(leagueMember).lock(id, 'leave')
  if (left.leftOn < member.joinedOn) throw refusalOf(leagueMember, 'leftEarly', { leftOn: left.leftOn, joinedOn: member.joinedOn }, 'leftOn')
  await refuseOpenOrder(db, member)
  await db.updateWhere(leagueBranch, { secretaryId: member.studentId }, { secretaryId: null })
  const after = await db.update(leagueMember, id, { ...left, state: 'left' })
  await resettle(db, [after])
  await endTransfers(db, id)
  await tellChanged(db, after)
})
export default [
  leave,
  rules(leagueMember, {
    add: ({ db }, draft) => checkMember(db, draft),
    update: ({ db }, row, patch) => checkMember(db, { ...row, ...patch }),
    added: ({ db }, row) => tellChanged(db, row),
    async updated({ db }, before, after) {
      if (before.partyStage !== after.partyStage || before.partyFrom !== after.partyFrom || before.joinedOn !== after.joinedOn) await resettle(db, [after])
      if (before.partyStage !== after.partyStage) await tellChanged(db, after)
    },
    async taken({ db }, { studentId = '' }) {
      const held = await db.unscoped(leagueMember).find({ studentId }) // only the branch's name is told
      const branch = held && (await db.unscoped(leagueBranch).one(held.branchId))
      throw refusalOf(leagueMember, 'twice', { name: (await studentOf(db, studentId))?.name ?? '', branch: branch?.name ?? '' }, 'studentId')
    },
  }),
  compute(leagueMember, ['studentNo', 'politicalCode', 'isLiable'], async ({ db }, rows) => {
    const found = await db.query<{
      id: string
      studentNo: string | null
      politicalCode: string | null
    }>(sql`select id, student_no as "studentNo", political_code as "politicalCode" from student
      where tenant_id = ${db.me.tenantId} and id = any(${rows.map(r => r.studentId ?? '')}::uuid[])`)
    const of = new Map(found.map(s => [s.id, s]))
    const month = monthOf(today())
    for (const row of rows) {
      const { studentNo = null, politicalCode = null } = of.get(row.studentId ?? '') ?? {}
      Object.assign(row, { studentNo, politicalCode, isLiable: typeof liableFor(row as Member, { from: month, to: month }) === 'object' })
    }
  }),
]
