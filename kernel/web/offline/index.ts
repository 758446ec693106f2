import { type LocalStore, openStore } from './store.ts'

let account: { userId: string; store: LocalStore } | undefined
let browser: LocalStore | undefined

/** Opens what this browser keeps for an account and for itself; the session begins once it is there. Phones are lent: each account has a store of its own. */
export async function openStores(userId: string): Promise<true> {
  browser ??= await openStore('browser')
  if (account?.userId !== userId) account = { userId, store: await openStore(userId) }
  return true
}
/** The store of whoever is signed in. */
export function accountStore(): LocalStore {
  if (!account) throw new Error('the session has not begun')
  return account.store
}
/** What belongs to this browser, whoever signs in. */
export function browserStore(): LocalStore {
  if (!browser) throw new Error('the session has not begun')
  return browser
}
/** For values that nobody misses much: a browser that keeps nothing is no reason to stop working. */
export const keepIfPossible = (saved: Promise<void>): void => void saved.catch(() => undefined)
