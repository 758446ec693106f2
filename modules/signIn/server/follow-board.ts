import sql from 'sql-template-tag'
import { followBoard } from '#modules/workflow/server/api.ts'
import { board } from '../model/read-actions.ts'
import { mustWatch } from './board.ts'

/** Every write to a line, the occurrence or its task increments a version. */
export default followBoard({
  board,
  path: '/api/signIn/signOccurrence/follow',
  summary: '看板有变化时推送',
  mustWatch,
  async marks(db, ids) {
    const rows = await db.query<{ id: string; mark: string }>(sql`select o.id, concat_ws(' ', o.version, t.version, l.n, l.versions) as mark
      from sign_occurrence o join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
        join lateral (select count(*) as n, sum(version) as versions from sign_line l where l.tenant_id = o.tenant_id and l.occurrence_id = o.id) l on true
      where o.tenant_id = ${db.me.tenantId} and o.id = any(${[...ids]}::uuid[])`)
    return new Map(rows.map(r => [r.id, r.mark]))
  },
})
