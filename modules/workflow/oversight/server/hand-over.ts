import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { delegation, processInstance } from '../../cases/model/instance.ts'
import { deputyTodos, type Person, personsOf } from '../../cases/server/api.ts'
import { processDef } from '../../flows/model/process.ts'
import { kindName } from '../../flows/server/api.ts'
import { handOver, previewHandover } from '../model/oversight.ts'
import { moveTask, openTasks } from './move-tasks.ts'

const AT_ONCE = 500
const FIRST = '00000000-0000-0000-0000-000000000000'
/** Tasks within the caller's scope. */
const mine = (db: Db, userId: string) => sql`t.assignee_id = ${userId} and i.id in (select id from ${db.visible(processInstance).rows()} v)`
const ownedBy = async (db: Db, userId: string) => [...(await db.cached(processDef)).values()].filter(d => d.ownerIds?.includes(userId))
/** Delegations, current or future, in which this person is the deputy. */
const entrustedTo = async (db: Db, userId: string) => [...(await db.cached(delegation)).values()].filter(d => d.deputyId === userId && d.to >= today())

const preview = handle(previewHandover, async ({ db, lang }, { fromId }) => {
  const byType = await db.query<{
    type: string
    count: number
  }>(sql`select i.process_type as type, count(*)::int as count from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    where t.tenant_id = ${db.me.tenantId} and t.state in ('todo', 'waiting', 'delegated') and i.state in ('pending', 'suspended') and ${mine(db, fromId)} group by 1 order by 2 desc, 1`)
  return {
    tasks: byType.reduce((n, t) => n + t.count, 0),
    owned: (await ownedBy(db, fromId)).length,
    deputies: (await entrustedTo(db, fromId)).length,
    byType: byType.map(t => ({ name: translate(lang, kindName(t.type)), count: t.count })),
  }
})
type Ctx = ActionCtx<typeof handOver>
/** 10-W17: in chunks, each a transaction of its own: progress is kept and locks stay short. */
const hand = handle(handOver, async (ctx, { fromId, toId, reason }) => {
  const to = await receiverOf(ctx, fromId, toId)
  const { db } = ctx
  let tasks = 0
  let left = 0
  for (let after = FIRST; ; ) {
    const portion = await openTasks(db, sql`${mine(db, fromId)} and t.id > ${after}::uuid`, AT_ONCE)
    if (!portion.length) break
    after = portion.at(-1)?.id ?? after
    const moved = await db.tx(async inside => {
      let done = 0
      for (const task of portion) if (await moveTask({ ...ctx, db: inside }, { task, to, action: 'handover', why: reason })) done++
      return done
    })
    tasks += moved
    left += portion.length - moved
  }
  const rest = await db.tx(async inside => ({ owned: await passOwned(inside, fromId, toId), deputies: await passDeputies(inside, fromId, toId) }))
  return { tasks, ...rest, left }
})
/** The receiver; refuses one who cannot act. */
async function receiverOf({ db, refuse }: Ctx, fromId: string, toId: string): Promise<Person> {
  if (fromId === toId) refuse('same', {}, 'toId')
  const person = (await personsOf(db, [toId])).get(toId)
  if (!person?.isAble) return refuse('disabled', { name: person?.name ?? '—' }, 'toId')
  if (person.isStudent) refuse('student', { name: person.name }, 'toId')
  return person
}
async function passOwned(db: Db, fromId: string, toId: string): Promise<number> {
  const owned = await ownedBy(db, fromId)
  for (const def of owned) await db.update(processDef, def.id, { ownerIds: [...new Set((def.ownerIds ?? []).map(id => (id === fromId ? toId : id)))] })
  return owned.length
}
/** The receiver must not become their own deputy or have delegated their own tasks. */
async function passDeputies(db: Db, fromId: string, toId: string): Promise<number> {
  const all = [...(await db.cached(delegation)).values()]
  const free = (await entrustedTo(db, fromId)).filter(d => d.userId !== toId && !all.some(o => o.userId === toId && o.from <= d.to && d.from <= o.to))
  for (const d of free) await db.update(delegation, d.id, { deputyId: toId })
  if (free.length)
    await deputyTodos(
      db,
      free.map(d => d.userId),
    )
  return free.length
}
export default [preview, hand]
