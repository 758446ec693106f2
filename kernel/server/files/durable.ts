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
/** Waits until the bytes of a file would survive a power cut. */
export const settleFile = (path: string): Promise<void> => synced(path, 'r+')

/** The same for the names in a folder, and in those above it up to the one that holds `firstMade`. Windows keeps names by itself and refuses to be asked. */
export async function settleFolder(folder: string, firstMade?: string): Promise<void> {
  if (process.platform === 'win32') return
  const last = firstMade ? dirname(firstMade) : folder
  for (let at = folder; ; at = dirname(at)) {
    await synced(at, 'r')
    if (at === last || at === dirname(at)) return
  }
}
