import type { InputOf } from '#model'
import { accountStore } from '#web/offline/index.ts'
import type { scoreRooms } from '../../model/check/actions.ts'

/** A submission in the offline queue; its photos are stored locally. */
export type SheetDraft = Omit<NonNullable<InputOf<typeof scoreRooms>['sheets'][number]>, 'photos'>
export interface Pending {
  taskId: string
  draft: SheetDraft
  /** Already uploaded, and new ones. */
  photoIds: readonly string[]
  photos: readonly File[]
}
const pendingKey = (taskId: string, roomId: string): string => `check pending ${taskId} ${roomId}`
const sheetKey = (key: string): string => `check sheet ${key}`
export const keepPending = (of: Pending): Promise<void> => accountStore().set(pendingKey(of.taskId, of.draft.roomId), of)
export const pendingOf = (taskId: string): Pending[] => accountStore().all<Pending>(pendingKey(taskId, ''))
/** Removes it once the server has confirmed, unless it was changed meanwhile. */
export async function dropPending(of: Pending): Promise<void> {
  const key = pendingKey(of.taskId, of.draft.roomId)
  if (accountStore().get<Pending>(key)?.draft.at === of.draft.at) await accountStore().delete(key)
}
export const keepSheet = (key: string, sheet: unknown): Promise<void> => accountStore().set(sheetKey(key), sheet)
export const keptSheet = <T>(key: string): T | undefined => accountStore().get<T>(sheetKey(key))
