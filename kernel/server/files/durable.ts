import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

async function synced(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
/** fsync of a file. */
export const settleFile = (path: string): Promise<void> => synced(path, 'r+')

/** fsync of a folder's directory entries, and of its parents up to the one containing `firstMade`. Skipped on Windows, which does not support it. */
export async function settleFolder(folder: string, firstMade?: string): Promise<void> {
  if (process.platform === 'win32') return
  const last = firstMade ? dirname(firstMade) : folder
  for (let at = folder; ; at = dirname(at)) {
    await synced(at, 'r')
    if (at === last || at === dirname(at)) return
  }
}
