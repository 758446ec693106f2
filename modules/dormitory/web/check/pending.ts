import type { InputOf } from '#model'
import type { scoreRooms } from '../../model/check/actions.ts'

/** A sheet as it will be sent; its photos are still here. */
export type SheetDraft = Omit<NonNullable<InputOf<typeof scoreRooms>['sheets'][number]>, 'photos'>
export interface Pending {
  taskId: string
  draft: SheetDraft
  /** Uploaded before, and taken since. */
  photoIds: readonly string[]
  photos: readonly File[]
}
const STORES = ['pending', 'sheets'] as const
type Store = (typeof STORES)[number]
/** What waits for a network lies in this browser, apart for each account: a phone is lent. */
const open = (userId: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(`ql-check-${userId}`, 1)
    asked.onupgradeneeded = () => {
      for (const name of STORES) asked.result.createObjectStore(name)
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
async function run<T>(userId: string, store: Store, mode: IDBTransactionMode, act: (of: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open(userId)
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = act(db.transaction(store, mode).objectStore(store))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } finally {
    db.close()
  }
}
const keyOf = (taskId: string, roomId: string): string => `${taskId} ${roomId}`
export const keepPending = (userId: string, of: Pending): Promise<unknown> => run(userId, 'pending', 'readwrite', s => s.put(of, keyOf(of.taskId, of.draft.roomId)))
export const pendingOf = async (userId: string, taskId: string): Promise<Pending[]> =>
  (await run<Pending[]>(userId, 'pending', 'readonly', s => s.getAll())).filter(p => p.taskId === taskId)
/** Gone once the server has it, unless it was written anew meanwhile. */
export async function dropPending(userId: string, of: Pending): Promise<void> {
  const key = keyOf(of.taskId, of.draft.roomId)
  const now = await run<Pending | undefined>(userId, 'pending', 'readonly', s => s.get(key))
  if (now?.draft.at === of.draft.at) await run(userId, 'pending', 'readwrite', s => s.delete(key))
}
export const keepSheet = (userId: string, key: string, sheet: unknown): Promise<unknown> => run(userId, 'sheets', 'readwrite', s => s.put(sheet, key))
export const keptSheet = <T>(userId: string, key: string): Promise<T | undefined> => run<T | undefined>(userId, 'sheets', 'readonly', s => s.get(key))
