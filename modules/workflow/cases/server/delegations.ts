import { permissionKey, type Row, refusalOf } from '#model'
import { permissionHolders } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, rules } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { delegation } from '../model/instance.ts'
import { personsOf } from './case-people.ts'
import { deputyTodos } from './deputy-todos.ts'

type DelegationRange = Pick<Row<typeof delegation>, 'userId' | 'deputyId' | 'from' | 'to'> & { processTypes?: readonly string[] | null }
const meets = (a: { from: string; to: string }, b: { from: string; to: string }): boolean => a.from <= b.to && b.from <= a.to
const shareType = (a: DelegationRange, b: DelegationRange): boolean => !a.processTypes?.length || !b.processTypes?.length || a.processTypes.some(t => b.processTypes?.includes(t))

const refused = (key: string, values: Record<string, unknown>, field: string): never => {
  throw refusalOf(delegation, key, values, field)
}
/** 10-W15: one deputy at a time per kind of application, who has no deputy themselves; no chains in either direction. */
async function judge({ db }: Ctx, given: DelegationRange, ownId?: string): Promise<void> {
  if (given.deputyId === given.userId) refused('self', {}, 'deputyId')
  if (given.to < given.from) refused('dates', { from: given.from, to: given.to }, 'to')
  if (given.to < today()) refused('past', { to: given.to }, 'to')
  // read after the lock: the cache may be older than the change of a transaction that held it before
  const running = await db.unscoped(delegation).all({ 'to.ge': given.from }) // chains are checked across all users
  const others = running.filter(d => d.id !== ownId && meets(d, given) && shareType(d, given))
  const persons = await personsOf(db, [given.deputyId, ...others.flatMap(d => [d.userId, d.deputyId])])
  const nameOf = (id: string): string => persons.get(id)?.name ?? '—'
  const deputy = persons.get(given.deputyId)
  if (!deputy?.isAble) refused('disabled', { name: nameOf(given.deputyId) }, 'deputyId')
  if (deputy?.isStudent) refused('student', { name: deputy.name }, 'deputyId')
  if (deputy && !(await isEligible(db, deputy.id))) refused('notStaff', { name: deputy.name }, 'deputyId')
  const same = others.find(d => d.userId === given.userId)
  if (same) refused('overlap', { from: same.from, to: same.to, name: nameOf(same.deputyId) }, 'from')
  const away = others.find(d => d.userId === given.deputyId)
  if (away) refused('chain', { name: nameOf(given.deputyId), from: away.from, to: away.to }, 'deputyId')
  const entrusted = others.find(d => d.deputyId === given.userId)
  if (entrusted) refused('entrusted', { name: nameOf(entrusted.userId), from: entrusted.from, to: entrusted.to }, 'deputyId')
}
/** Deputies must be staff who decide applications, not employers, repairers or other outside accounts. */
const isEligible = async (db: Ctx['db'], userId: string): Promise<boolean> => (await permissionHolders(db, permissionKey(delegation, 'add'), userId)).length > 0
/** Serializes concurrent delegations, so that two people cannot delegate to each other at once. */
const inTurn = ({ db }: Ctx): Promise<unknown> => db.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`delegation ${db.me.tenantId}`] } as never)

const follow = async ({ db }: Ctx, { userId }: { userId: string }): Promise<void> => void (await deputyTodos(db, [userId]))

const own = rules(delegation, {
  async add(ctx, draft) {
    draft.userId = ctx.me.userId
    await inTurn(ctx)
    // the declaration was validated before: required fields are present
    await judge(ctx, draft as DelegationRange)
  },
  async update(ctx, row, patch) {
    await inTurn(ctx)
    await judge(ctx, { ...row, ...(patch as Partial<DelegationRange>) }, row.id)
  },
  added: (ctx, row) => follow(ctx, row),
  updated: (ctx, _before, after) => follow(ctx, after),
  removed: (ctx, row) => follow(ctx, row),
})
/** Daily job: delegations begin and end by their dates. */
const daily = scheduledJob('workflow.deputies', '离岗委托开始和结束', '5 0 * * *', db => deputyTodos(db))
export default [own, daily]
