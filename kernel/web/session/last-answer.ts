import { read, write } from '#web/base/storage.ts'
import { currentRealm } from '#web/credentials/realm.ts'
import { userInfo } from '#web/credentials/token.ts'
import { language } from '#web/i18n/index.ts'

interface Last<T> {
  userId: string
  language: string
  answer: T
}
const keyOf = (name: string): string => `${currentRealm().prefix}last-${name}`

/** What the server answered this account at its last visit, drawn until it has answered again; the server decides what is allowed in any case. Cleared with the session. */
export function lastAnswer<T>(name: string): T | undefined {
  const last = read<Last<T>>(keyOf(name))
  return last && last.userId === userInfo()?.detail.userId && last.language === language() ? last.answer : undefined
}
export function keepAnswer<T>(name: string, answer: T): T {
  const userId = userInfo()?.detail.userId
  if (userId) write<Last<T>>(keyOf(name), { userId, language: language(), answer })
  return answer
}
