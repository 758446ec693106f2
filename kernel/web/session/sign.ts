import { clearAll } from '#web/base/storage.ts'
import { leave, safeRedirect, signingOut } from '#web/credentials/leave.ts'
import { ADMIN, currentRealm, type Realm } from '#web/credentials/realm.ts'
import { keepToken, type TokenAnswer, userInfo } from '#web/credentials/token.ts'
import { flat, get } from '#web/http/client.ts'
import { isRefusal } from '#web/http/failure.ts'
import { need } from '#web/http/need.ts'
import { queryClient } from '#web/http/queryClient.ts'
import { md5Hex } from '#web/http/sign.ts'
import { remember, remembered } from './appInfo.ts'

export interface Credentials {
  tenantId: string
  userName: string
  password: string
  captcha?: CaptchaGiven | undefined
}
/** A solved captcha. */
export interface CaptchaGiven {
  key: string
  code: string
}
/** One call of `oauth/token` in a realm, with any grant. Stores nothing: see `signedIn`. */
export async function askToken(fields: Readonly<Record<string, string>>, realm: Realm, captcha?: CaptchaGiven): Promise<TokenAnswer> {
  const answer = await flat('auth/oauth/token', fields, {
    'Tenant-Id': fields.tenantId ?? '',
    'Web-Type': String(realm.appType),
    ...(captcha ? { 'Captcha-Key': captcha.key, 'Captcha-Code': captcha.code } : {}),
  })
  return answer as unknown as TokenAnswer
}
/** Password grant, by user name or student/staff number. A refusal says whether a captcha is required (`body.needCaptcha`). */
export const signIn = ({ tenantId, userName, password, captcha }: Credentials, realm: Realm = currentRealm()): Promise<TokenAnswer> =>
  askToken({ tenantId, username: userName, password: md5Hex(password), type: realm.grant, grant_type: 'password', scope: 'all' }, realm, captcha)

/** Completes any sign-in: stores the token and returns the address to open, the page wanted before or the realm's home. */
export function signedIn(answer: TokenAnswer, realm: Realm = currentRealm(), wanted?: string | null): string {
  // another account in the place of one that did not sign out: nothing of it stays, neither in storage nor in memory
  const before = userInfo(realm)?.detail.userId
  if (before !== undefined && before !== answer.detail?.userId) {
    clearAll(realm.prefix)
    queryClient.clear()
  }
  keepToken(answer, realm)
  // Remember this school for the shell, whatever the sign-in method.
  if (answer.tenantId && remembered().tenantId !== answer.tenantId) remember({ tenantId: answer.tenantId })
  need.set(answer.detail?.mustChangePassword ? 'password' : undefined)
  return safeRedirect(wanted, realm)
}
/** One of several accounts with the same mobile number, masked. */
export interface AccountChoice {
  ticket: string
  accountNo: string
  nickName: string
}
/** Further step required after the first factor. */
export type SignInStep =
  | { kind: 'mfa'; ticket: string; methods: readonly string[]; mobile?: string }
  | { kind: 'bind'; ticket: string }
  | { kind: 'accounts'; accounts: readonly AccountChoice[] }
/** The step a refused token call requires; undefined for a plain failure. */
export function stepOf(error: unknown): SignInStep | undefined {
  if (!isRefusal(error)) return undefined
  const said = { ...(typeof error.data === 'object' ? error.data : {}), ...error.body } as Record<string, unknown>
  if (error.code === 428 && typeof said.mfaTicket === 'string')
    return {
      kind: 'mfa',
      ticket: said.mfaTicket,
      methods: Array.isArray(said.mfaMethods) ? said.mfaMethods.map(String) : [],
      ...(typeof said.mfaMobile === 'string' ? { mobile: said.mfaMobile } : {}),
    }
  if (error.code === 404 && typeof said.bindTicket === 'string') return { kind: 'bind', ticket: said.bindTicket }
  if (error.code === 409 && Array.isArray(said.accounts)) return { kind: 'accounts', accounts: said.accounts as AccountChoice[] }
  return undefined
}
/** Page to link an account to an identity that is unknown here. */
export const bindAddress = (ticket: string, wanted?: string | null, realm: Realm = ADMIN): string =>
  `/bindingusertoautologin?${new URLSearchParams({ ticket, ...(realm === ADMIN ? {} : { realm: realm.name }), ...(wanted ? { redirect: wanted } : {}) })}`

/** Ends the session on the server if reachable, and locally in any case; messages no longer come to this browser. */
export async function signOut(ssoLogoutUrl?: string): Promise<void> {
  const realm = currentRealm()
  signingOut()
  await Promise.all([get('auth/logOut', undefined, { quiet: true }).catch(() => undefined), import('#web/http/push.ts').then(push => push.dropPush()).catch(() => undefined)])
  leave({ to: ssoLogoutUrl || realm.login })
}
