import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { compute, rules } from '#server/context.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { pupil, troop } from '../model/roster.ts'

const MOST = 20_000
export default [
  rules(troop, {
    async add(_ctx, draft) {
      if (draft.name === '空队') throw new Refusal(422, [{ field: 'name', rule: 'roster.troop.forbidden', text: '队伍不能叫“{name}”', values: { name: draft.name } }])
    },
  }),
  compute(pupil, ['squadSize'], async ({ db }, rows) => {
    const counts = await db.query<{ id: string; n: number }>(sql`select squad_id as id, count(*)::int as n from pupil where tenant_id = ${db.me.tenantId} group by squad_id`)
    const bySquad = new Map(counts.map(c => [c.id, c.n]))
    for (const row of rows) row.squadSize = bySquad.get(row.squadId) ?? 0
  }),
  importRules(pupil, {
    fills: ['band'],
    keys: [['idNo']],
    row: ({ name, birthDate, joinedOn }) =>
      birthDate && joinedOn && Number(String(joinedOn).slice(0, 4)) - Number(String(birthDate).slice(0, 4)) < 6
        ? [{ field: 'birthDate', rule: 'tooYoung', values: { name, birthDate, age: 6 } }]
        : [],
    async prepare(db, { rows }) {
      await db.query(sql`update ${rows} s set band = q.band from squad q where q.tenant_id = s.tenant_id and q.id = s.squad_id`)
    },
    check: ({ rows }) => [
      sql`select min(s._row) as row, 'squadId' as field, 'full' as rule, jsonb_build_object('squad', q.name, 'most', ${MOST}::int, 'count', count(*)) as values
        from ${rows} s join squad q on q.tenant_id = s.tenant_id and q.id = s.squad_id group by q.id, q.name having count(*) > ${MOST}::int`,
    ],
    async written(db, { rows }) {
      await db.query(sql`insert into roster_event (tenant_id, n) select ${db.me.tenantId}::uuid, count(*) from ${rows} where _new or _changed`)
    },
  }),
]
