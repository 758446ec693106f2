import sql from 'sql-template-tag'
import { commonPowers, type Powers, powersOf, strongerAccounts, strongerThan } from '#server/access/grants.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { confirmSource, identitySource } from '../model/sso.ts'
import { doorRefusal, type SourceRow } from './sso-settings.ts'

/** Fields without influence on who can sign in or where requests go. */
const HARMLESS: ReadonlySet<string> = new Set(['name', 'icon', 'sort', 'showOnLogin'])
const matters = (patch: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(patch).some(([field, value]) => Object.hasOwn(identitySource.fields, field) && !HARMLESS.has(field) && !(field === 'isEnabled' && value === false))

/** Whoever configures a source could point it at their own server and impersonate anyone: accounts with more permissions than the configuring users are barred. Null if no
 *  account exceeds them. */
export async function limitAfter({ db, me }: Pick<Ctx, 'db' | 'me'>, patch: Readonly<Record<string, unknown>>, before: Powers | null = null): Promise<Powers | null> {
  const own = me.userId && matters(patch) ? await limitOf({ db, me }) : null
  return own && before ? commonPowers(own, before) : (own ?? before)
}
async function limitOf({ db, me }: Pick<Ctx, 'db' | 'me'>): Promise<Powers | null> {
  const [found] = await db.query<{ isWeaker: boolean }>(
    sql`select exists (select from sys_user u where u.tenant_id = ${me.tenantId} and u.status <> 'disabled' and u.id in ${strongerAccounts(me)}) as "isWeaker"`,
  )
  return found?.isWeaker ? powersOf(me) : null
}
/** Refuses an account whose permissions exceed those common to everybody who configured the source. */
export async function assertMayEnter(db: Db, source: SourceRow, userId: string): Promise<void> {
  if (!source.setBy) return
  const [found] = await db.query<{ isStronger: boolean }>(sql`select ${userId}::uuid in ${strongerThan(db.me.tenantId, source.setBy)} as "isStronger"`)
  if (found?.isStronger) throw doorRefusal(403, 'unconfirmed', '“{name}”的设置改动后还没有确认，你的账号暂时不能用它登录，请用密码登录', { name: source.name })
}
export default [
  handle(confirmSource, async ({ db, me }, { id, version }) => {
    const setBy = await limitOf({ db, me })
    await db.visible(identitySource).one(id)
    await db.update(identitySource, id, { setBy }, version)
    return { isConfirmed: setBy === null }
  }),
  compute(identitySource, ['isConfirmed'], async ({ db }, rows) => {
    const sources = await db.cached(identitySource)
    for (const row of rows) row.isConfirmed = !sources.get(row.id)?.setBy
  }),
]
