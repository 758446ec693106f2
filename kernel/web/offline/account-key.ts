import { currentRealm } from '#web/credentials/realm.ts'
import { userInfo } from '#web/credentials/token.ts'
import { language } from '#web/i18n/index.ts'

/** Key in the storage of the realm for what the server told this account in this language; undefined while nobody is signed in. Signing out, a 401 and another account clear that
 *  storage at once. */
export function accountKey(what: string): string | undefined {
  const userId = userInfo()?.detail.userId
  return userId && `${currentRealm().prefix}answer ${userId} ${language()} ${what}`
}
