import sql, { type Sql } from 'sql-template-tag'
import type { Row } from '#model'
import { parseAudience } from '#modules/system/model/audience.ts'
import { user } from '#modules/system/model/user.ts'
import { audienceAccounts } from '#modules/system/server/api.ts'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import { type Db, onMany } from '#server/context.ts'
import { welcomeSources } from '#server/extensions/welcome-steps.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { welcomeBatch } from '../model/batch.ts'
import { welcomeStep } from '../model/step.ts'
import { welcomeMember, welcomeStepState } from '../model/step-state.ts'
import { look } from './look.ts'
import { unlock } from './move.ts'
import { recountUnfinished } from './unfinished.ts'

type Batch = Row<typeof welcomeBatch>
type Step = Row<typeof welcomeStep>
/** Accounts of those who have to do a step with an audience of its own, as a subselect. */
export const stepStudents = (db: Db, { audience }: Step): Promise<Sql> => audienceAccounts(db, parseAudience(audience), db.unscoped(user), { realm: 'welcome' }) // within the batch's audience, which has the publisher's scope

/** Whoever of the audience is not in the batch yet gets a row and the steps meant for them, with what is settled already; returns how many are new. */
export async function enter(db: Db, batch: Batch): Promise<number> {
  const accounts = await roundAccounts(db, welcomeBatch, batch)
  const made = await db.insertFrom(
    welcomeMember,
    { batchId: sql`${batch.id}::uuid`, studentId: sql`x.student_id` },
    sql`(select distinct a.student_id from ${accounts} a where a.student_id is not null
      and not exists (select from welcome_member m where m.tenant_id = ${db.me.tenantId} and m.batch_id = ${batch.id} and m.student_id = a.student_id)) x`,
    { skipExisting: true, history: false, returning: ['studentId'] },
  )
  if (!made.length) return 0
  const ids = made.map(m => m.studentId)
  const steps = await db.unscoped(welcomeStep).all({ batchId: batch.id }) // of the batch that is entered
  for (const step of steps) {
    const meant = step.audience ? sql`and s.id in (select a.student_id from ${await stepStudents(db, step)} a)` : sql``
    await db.insertFrom(
      welcomeStepState,
      {
        batchId: sql`${batch.id}::uuid`,
        studentId: sql`s.id`,
        stepCode: sql`${step.code}::text`,
        required: sql`${step.required}::boolean`,
        state: sql`${step.dependsOn?.length ? 'locked' : 'open'}::text`,
      },
      sql`student s where s.tenant_id = ${db.me.tenantId} and s.id = any(${ids}::uuid[]) ${meant}`,
      { skipExisting: true, history: false },
    )
  }
  const known = new Set(db.registered(welcomeSources).map(s => s.code))
  for (const code of new Set(steps.flatMap(s => s.autoSource ?? []))) if (known.has(code)) await look(db, code, ids)
  await unlock(db, batch.id, ids)
  return made.length
}
/** Who has come onto the roll since, and what changed without an event, such as a deferral that has run out. */
export async function lookAgain(db: Db): Promise<number> {
  let entered = 0
  const batches = await db.unscoped(welcomeBatch).all({ state: ['published', 'paused'] }) // the clock looks at the whole school
  await eachApart(batches, batch =>
    db.tx(async tx => {
      entered += await enter(tx, batch)
    }),
  )
  return entered
}
/** 30-WS3: every source anew, for everybody; a night's work. */
async function lookAtAll(db: Db): Promise<number> {
  let seen = 0
  for (const { code } of db.registered(welcomeSources)) {
    const rows = await db.query<{ id: string }>(sql`select distinct t.student_id as id from welcome_step_state t
      join welcome_step s on s.tenant_id = t.tenant_id and s.batch_id = t.batch_id and s.code = t.step_code and s.auto_source = ${code}
      join welcome_batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id and b.state in ('published', 'paused', 'closed') where t.tenant_id = ${db.me.tenantId}`)
    await db.tx(tx =>
      look(
        tx,
        code,
        rows.map(r => r.id),
      ),
    )
    seen += rows.length
  }
  await db.tx(recountUnfinished)
  return seen
}
const due = `select from welcome_batch where tenant_id = $1 and state in ('published', 'paused')`
export default [
  onMany(['student.admitted'], 'welcome.enter', async ({ db }) => void (await lookAgain(db))),
  scheduledJob('welcome.enter', '迎新名单补充', '*/10 * * * *', db => lookAgain(db), { due }),
  scheduledJob('welcome.look', '迎新环节核对', '10 3 * * *', db => lookAtAll(db), {
    due: `select from welcome_batch where tenant_id = $1 and state in ('published', 'paused', 'closed')`,
  }),
]
