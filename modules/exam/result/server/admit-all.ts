import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { examApplication } from '../../entry/model/application.ts'
import type { admissionRun } from '../model/run.ts'

/** 30-ES7: everybody's registration says what the run comes to for it. Whoever missed a place for want of places alone waits; whoever has one says until `confirmBy` whether to take it. */
export const admitAll = (db: Db, { id }: Pick<Row<typeof admissionRun>, 'id'>, confirmBy: string) =>
  db.updateWhere(
    examApplication,
    sql`t.id = r.application_id and t.state = 'scored'`,
    {
      state: sql`r.state`,
      planId: sql`r.plan_id`,
      offerRound: sql`case when r.plan_id is not null then 0 end`,
      confirmBy: sql`case when r.plan_id is not null then ${confirmBy}::timestamptz end`,
    },
    {
      from: sql`(select p.application_id, p.plan_id, case when p.plan_id is not null then 'admitted' when p.wishes @> '[{"verdict": "full"}]' then 'waitlisted' else 'notAdmitted' end as state
        from admission_placement p where p.tenant_id = ${db.me.tenantId} and p.run_id = ${id}::uuid) r`,
      returning: ['name', 'userId', 'state'],
    },
  )
