import { existsSync } from 'node:fs'
import { link, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, MANIFEST, readManifest } from './manifest.ts'

/** Contents that an earlier backup holds. */
export interface Earlier {
  /** Gives a content a further name, so that it takes no room twice and stays when the earlier backup goes; false where it is not held, or not as it was. */
  take(sha256: string, to: string): Promise<boolean>
}
/** The folders of the whole backups below one, the last first. */
export async function backupsIn(into: string): Promise<string[]> {
  const names = existsSync(into) ? await readdir(into) : []
  return names
    .filter(name => !name.endsWith('.part') && existsSync(join(into, name, MANIFEST)))
    .toSorted()
    .toReversed()
    .map(name => join(into, name))
}
/** What the last backup holds, and the last that took the files of stores. */
export async function earlierIn(into: string): Promise<Earlier> {
  const held = new Map<string, string>()
  for (const folder of await backupsIn(into)) {
    const { files, stored } = readManifest(folder)
    for (const { path, sha256 } of [...files, ...(stored ?? [])]) held.set(sha256, join(folder, path))
    if (stored) break
  }
  return {
    async take(sha256, to) {
      const path = held.get(sha256)
      if (!path) return false
      const isSame = await link(path, to)
        .then(() => hashOf(to))
        .then(
          found => found === sha256,
          () => false,
        )
      if (!isSame) await rm(to, { force: true })
      return isSame
    },
  }
}
