import { gateFor } from '../access/calls.ts'
import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'

/** The gate of the user whom a background task works for, with the permissions and the data scope they have now. Throws once their account is not active any more. */
export async function gateOfUser(db: Db, userId: string, call: { permission: string; source: string; traceId: string }): Promise<Gate> {
  const core = (db as Gate).kernel
  const me = await core.principals.of(db.me.tenantId, userId)
  if (!me) throw new Error('the account that ordered the work is not active any more')
  return gateFor(core, me, { ...call, ip: null })
}
