import { Refusal, refusalOf } from '#model'
import { appInfo } from '#modules/system/model/app.ts'
import { type Db, rules } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import type { Account } from '#server/identity/accounts.ts'
import { realmOfAppType } from '#server/identity/deps.ts'
import { originOf } from '#server/identity/origin.ts'
import { signInWays, wayRule } from '#server/identity/ways.ts'
import { smsSenders } from '#server/notifications/sms.ts'
import { loginType, WAY_REALMS, WAY_TERMINALS, WAYS, type Way, type WayRow, wayOfSignIn, waysOf, waysShown } from '../model/credentials-ways.ts'
import { identitySource } from '../model/sso.ts'
import { isRegisterOpen } from './exam-register.ts'

const APP_TYPE: Readonly<Record<string, number>> = { admin: 0, welcome: 2, exam: 3 }
const rowsOf = async (db: Db): Promise<WayRow[]> => [...(await db.cached(loginType)).values()] as WayRow[]

/** Methods shown on the sign-in page before the user is known. */
const page = customRoutes((app, { identity }) => {
  app.get('/api/auth/openApi/loginWays', { config: { open: 'the sign-in page must know which ways it offers' } }, async request => {
    const { appType, tenantId } = request.query as Record<string, unknown>
    const realm = realmOfAppType(appType)
    const school = await identity.schools.byCode(typeof tenantId === 'string' ? tenantId : '')
    const terminal = appType === '1' ? 'mobile' : originOf(request).terminal
    const db = identity.deps.gateOf(school.id)
    const info = [...(await db.cached(appInfo)).values()].find(row => row.appType === APP_TYPE[realm])
    const able = waysAble(db)
    const shown = waysShown(await rowsOf(db), realm, terminal)
    const ways = shown.ways.filter(way => able.has(way))
    const first = shown.defaultWay && ways.includes(shown.defaultWay) ? shown.defaultWay : ways.find(way => way !== 'sso')
    return success(
      {
        tenantId: school.code,
        schoolName: school.schoolName,
        showLogin: (info?.showLogin ?? 1) === 1,
        loginTips: info?.loginTips ?? null,
        ways: ways.filter(way => way !== 'sso').map((way, i) => ({ way, sort: i + 1, isDefault: way === first })),
        sources: ways.includes('sso') ? await sourcesOf(db, realm, terminal) : [],
        forgot: able.has('mobile'),
        register: realm === 'exam' && able.has('mobile') && (await isRegisterOpen(identity, school.id)),
        sso: info?.ssoType ? { type: info.ssoType, loginUrl: info.ssoLoginUrl ?? null } : null,
      },
      request.id,
      request.lang,
    )
  })
})
/** Methods available in this installation: mobile codes need an SMS channel, scanning needs its module. */
function waysAble(db: Gate): ReadonlySet<Way> {
  const isScan = db.registered(signInWays).some(way => way.source === 'scan')
  return new Set<Way>(['account', 'sso', ...(isScan ? (['scan'] as const) : []), ...(smsSenders.of(db) ? (['mobile'] as const) : [])])
}
async function sourcesOf(db: Db, realm: string, terminal: string): Promise<object[]> {
  const all = [...(await db.cached(identitySource)).values()]
  return all
    .filter(s => s.isEnabled && s.showOnLogin && s.protocol !== 'scan' && offered(s.realms, realm) && offered(s.terminals, terminal))
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.source.localeCompare(b.source))
    .map(({ source, name, icon, protocol, sort }) => ({ source, name, icon, protocol, sort: sort ?? 0 }))
}
const offered = (list: readonly string[] | null, one: string): boolean => !list?.length || list.includes(one)

/** Methods allowed for an account on a terminal. The administrator always keeps the password. */
export async function waysAllowed(db: Db, of: Pick<Account, 'realm' | 'userType' | 'roles'>, terminal: string): Promise<readonly Way[]> {
  const info = [...(await db.cached(appInfo)).values()].find(row => row.appType === APP_TYPE[of.realm])
  const all = waysOf(await rowsOf(db), of.realm, terminal, of.userType)
  const ways = info?.showLogin === 0 ? all.filter(way => way === 'sso') : all
  const isKept = (of.roles.includes('admin') || of.roles.includes('platform')) && !ways.includes('account')
  return isKept ? [...ways, 'account'] : ways
}
/** Rejects a correct factor by a disabled method, and names the methods that are enabled. */
const allowed = wayRule(async ({ account, way, origin }, { db }) => {
  const kind = wayOfSignIn(way)
  const ways = await waysAllowed(db, account, origin.terminal)
  if (ways.includes(kind)) return undefined
  const values = { way: WAYS[kind], ways: (ways.length ? ways : (['sso'] as const)).map(w => WAYS[w]) }
  return new Refusal(403, [{ rule: 'identity.signIn.wayOff', text: '你的账号不能用“{way}”登录，可以用：{ways}', values }], { ways })
})

type Draft = Record<string, unknown>
function check(draft: Draft): void {
  const ways = (draft.ways ?? []) as Way[]
  const twice = ways.find((way, i) => ways.indexOf(way) !== i)
  if (!ways.length) throw refusalOf(loginType, 'none', {}, 'ways')
  if (twice) throw refusalOf(loginType, 'twice', { way: WAYS[twice] }, 'ways')
  if (!ways.includes(draft.defaultWay as Way)) throw refusalOf(loginType, 'defaultOff', { way: WAYS[draft.defaultWay as Way] }, 'defaultWay')
  if (ways.includes('scan') && draft.terminal !== 'pc' && draft.terminal !== 'all') throw refusalOf(loginType, 'scanOnPhone', {}, 'ways')
  if (draft.realm !== 'admin' && draft.userType !== null && draft.userType !== undefined)
    throw refusalOf(loginType, 'realmType', { realm: WAY_REALMS[draft.realm as keyof typeof WAY_REALMS] }, 'userType')
  if (typeof draft.userType === 'number' && ![1, 2, 3, 9].includes(draft.userType)) throw refusalOf(loginType, 'typeUnknown', { userType: draft.userType }, 'userType')
}
/** One row per audience; the unique index resolves races, this check names the field. */
async function single(db: Db, draft: Draft, except?: string): Promise<void> {
  const same = (await rowsWithId(db)).some(r => r.id !== except && r.realm === draft.realm && r.terminal === draft.terminal && (r.userType ?? null) === (draft.userType ?? null))
  if (!same) return
  throw refusalOf(loginType, 'taken', { realm: WAY_REALMS[draft.realm as keyof typeof WAY_REALMS], terminal: WAY_TERMINALS[draft.terminal as keyof typeof WAY_TERMINALS] })
}
const rowsWithId = async (db: Db) => [...(await db.cached(loginType)).values()]
const consistent = rules(loginType, {
  async add({ db }, draft) {
    check({ terminal: 'all', realm: 'admin', ...draft })
    await single(db, { terminal: 'all', realm: 'admin', ...draft })
  },
  async update({ db }, row, patch) {
    check({ ...row, ...patch })
    await single(db, { ...row, ...patch }, row.id)
  },
})
export default [page, allowed, consistent]
