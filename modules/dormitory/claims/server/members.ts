import sql from 'sql-template-tag'
import { compute } from '#server/context.ts'
import { claimTeam } from '../model/round.ts'

export default compute(claimTeam, ['memberIds'], async ({ db }, rows) => {
  const members = await db.query<{
    teamId: string
    ids: string[]
  }>(sql`select team_id as "teamId", array_agg(student_id order by joined_at, student_id) as ids from claim_team_member
    where tenant_id = ${db.me.tenantId} and team_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const byTeam = new Map(members.map(m => [m.teamId, m.ids]))
  for (const row of rows) row.memberIds = byTeam.get(row.id) ?? []
})
