import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { handle, on } from '#server/context.ts'
import { ring } from '../model/herald.ts'

/** Records the event; fails while `herald_fault` has a row for this listener, with a refusal if the row says so. */
const listener = (name: string) =>
  on('herald.rang', `herald.${name}`, async ({ db }, { n }) => {
    await db.query(sql`insert into herald_heard (tenant_id, listener, n) values (${db.me.tenantId}, ${name}, ${Number(n)})`)
    const [fault] = await db.query<{ isRefusal: boolean }>(
      sql`select is_refusal as "isRefusal" from herald_fault where tenant_id = ${db.me.tenantId} and listener = ${name} and (n is null or n = ${Number(n)})`,
    )
    if (fault?.isRefusal) throw new Refusal(422, [{ rule: 'herald.closed', text: '“{name}”已停用', values: { name } }])
    if (fault) throw new Error(`the ${name} listener is broken`)
  })
export default [
  listener('first'),
  listener('second'),
  handle(ring, async ({ db }, { n }) => {
    await db.emit('herald.rang', { n })
  }),
]
