import { read, readEntry, write } from '#web/base/storage.ts'
import { writeCookie } from './cookie.ts'
import { currentRealm, type Realm } from './realm.ts'

/** The signed-in user as in the token response and `getUserInfo` (customer's field names). */
export interface UserInfo {
  refresh_token: string
  tenantId: string
  accountNo: string
  userName: string
  nickName: string
  avatarUrl: string | null
  userType?: number | null
  passWordLevel: number | null
  oauthId?: string | null
  schoolName: string
  lastLoginTime: string | null
  detail: UserDetail
}
export interface UserDetail {
  userId: string
  roles?: string[]
  departmentId?: string | null
  departmentName?: string | null
  classId?: string | null
  className?: string | null
  xh?: string | null
  gh?: string | null
  personId?: string | null
  studentId?: string | null
  teacherId?: string | null
  mustChangePassword?: boolean
}
export interface TokenAnswer extends UserInfo {
  access_token: string
  token_type: string
  expires_in: number
}
/** Cookie for file links that the browser opens itself; the server accepts it for nothing else. */
export const TOKEN_COOKIE = 'FlySource-Auth'

export const accessToken = (realm: Realm = currentRealm()): string | undefined => read<string>(`${realm.prefix}accessToken`)
export const userInfo = (realm: Realm = currentRealm()): UserInfo | undefined => read<UserInfo>(`${realm.prefix}userInfo`)
/** Users who sign in by single sign-on only have no password to confirm anything with. */
export const hasPassword = (info: UserInfo | undefined): boolean => info?.passWordLevel !== null && info?.passWordLevel !== undefined
/** Milliseconds since the token was stored; `undefined` without one. */
export function tokenAge(realm: Realm = currentRealm(), now = Date.now()): number | undefined {
  const entry = readEntry<string>(`${realm.prefix}accessToken`)
  return entry && now - entry.datetime
}
/** Stores a token pair and its user. */
export function keepToken(answer: TokenAnswer, realm: Realm = currentRealm()): void {
  const { access_token, token_type: _type, expires_in: _ttl, ...info } = answer
  write(`${realm.prefix}userInfo`, info)
  write(`${realm.prefix}accessToken`, access_token)
  writeCookie(TOKEN_COOKIE, access_token)
}
export function keepUserInfo(info: Partial<UserInfo>, realm: Realm = currentRealm()): void {
  const known = userInfo(realm)
  if (known) write(`${realm.prefix}userInfo`, { ...known, ...info })
}
