import type { Db } from '#server/context.ts'
import { type Part, takeMoney } from '../bills/server/api.ts'

const AT_ONCE = 4000
/** Pays lines of the demo school without an order. `name` keeps the causes of a share apart. */
export async function payDemoLines(db: Db, name: string, bizDate: string, parts: readonly Part[]): Promise<void> {
  for (let at = 0; at < parts.length; at += AT_ONCE)
    await takeMoney(db, { sourceType: 'demoPay', sourceId: `${name}-${at / AT_ONCE}`, bizDate }, 'own', parts.slice(at, at + AT_ONCE))
}
