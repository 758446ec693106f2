import { read, write } from '#web/base/storage.ts'
import { ApiFailure } from '#web/http/failure.ts'
import { accountKey } from '#web/offline/account-key.ts'

/** What the server answered this account at its last visit, drawn until it has answered again; the server decides what is allowed in any case. Cleared with the session. */
export function lastAnswer<T>(name: string): T | undefined {
  const key = accountKey(name)
  return key ? read<T>(key) : undefined
}
export function keepAnswer<T>(name: string, answer: T): T {
  const key = accountKey(name)
  if (key) write<T>(key, answer)
  return answer
}
/** The answer of the server, else, without network, that of the last visit. */
export async function answerOrLast<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return keepAnswer(name, await ask())
  } catch (error) {
    const last = error instanceof ApiFailure && error.kind !== 'server' ? lastAnswer<T>(name) : undefined
    if (last === undefined) throw error
    return last
  }
}
