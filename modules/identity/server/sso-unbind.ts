import { assertMayManage } from '#modules/system/server/api.ts'
import { writeAudit } from '#server/audit/audit-line.ts'
import { handle } from '#server/context.ts'
import { unbindUser, userBinding } from '../model/sso.ts'
import { hasOtherWay, masked, noOtherWay, tellBinding } from './sso-bind.ts'

export default handle(unbindUser, async ({ db, me, ip, traceId }, { id, reason }) => {
  const row = await db.visible(userBinding).one(id)
  await assertMayManage({ db, me }, [row.userId])
  if (!(await hasOtherWay(db, row.userId, row.id))) throw noOtherWay()
  await db.remove(userBinding, row.id)
  const detail = { source: row.source, oauthId: masked(row.oauthId), userId: row.userId, reason }
  await writeAudit(db, { userId: me.userId, action: 'binding.remove', bizType: 'userBinding', bizId: row.id, detail, ip, traceId })
  await tellBinding(db, row.userId, row.source, 'unbound')
})
