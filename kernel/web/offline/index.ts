import { type LocalStore, openStore } from './store.ts'

let account: { userId: string; store: LocalStore } | undefined
let browser: LocalStore | undefined

/** Opens the local stores of the account and of the browser before the session starts. Phones are shared: each account has its own store. */
export async function openStores(userId: string): Promise<true> {
  browser ??= await openStore('browser')
  if (account?.userId !== userId) account = { userId, store: await openStore(userId) }
  return true
}
/** Store of the signed-in account. */
export function accountStore(): LocalStore {
  if (!account) throw new Error('the session has not begun')
  return account.store
}
/** Store of this browser, shared by all accounts. */
export function browserStore(): LocalStore {
  if (!browser) throw new Error('the session has not begun')
  return browser
}
/** For values that may be lost: ignores a browser without storage. */
export const keepIfPossible = (saved: Promise<void>): void => void saved.catch(() => undefined)
