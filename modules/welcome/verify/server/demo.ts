import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { idVerification } from '../model/verification.ts'

const DOUBTS = 12
/** Nearly all who are here are verified: twelve are in doubt, one was refused, and some still stand in the queue. */
export const demoVerify = (db: Db, batchId: string, pointId: string, by: string): Promise<unknown> =>
  db.insertFrom(
    idVerification,
    {
      ...{ batchId: sql`x.batch_id`, studentId: sql`x.student_id`, pointId: sql`${pointId}::uuid`, verifier: sql`${by}::uuid`, at: sql`x.arrived_at + interval '9 minutes'` },
      method: sql`case when x.n % 5 = 0 then 'manual' else 'reader' end`,
      reader: sql`case when x.n % 5 = 0 then null else 'A' || lpad((x.n % 40 + 1)::text, 2, '0') end`,
      result: sql`case when x.n = 1 then 'fail' when x.n <= ${DOUBTS + 1} then 'doubt' else 'pass' end`,
      faults: sql`case when x.n = 1 then '["number"]'::jsonb when x.n <= ${DOUBTS + 1} then '["name"]'::jsonb else '[]'::jsonb end`,
      reason: sql`case when x.n = 1 then '证件不是本人的' when x.n <= ${DOUBTS + 1} then '姓名和录取信息差一个字' end`, // verbatim
    },
    sql`(select m.batch_id, m.student_id, m.arrived_at, row_number() over (order by abs(hashtext(m.student_id::text))) as n from welcome_member m
      where m.tenant_id = ${db.me.tenantId} and m.batch_id = ${batchId} and m.arrived_at is not null) x where x.n % 10 <> 0`,
    { history: false },
  )
