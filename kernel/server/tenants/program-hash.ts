import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Registry, ROOT } from '../registry/registry.ts'

/** What no school is made from: pages, translations, words for developers, tests. */
const LEFT_OUT = /(^|[/\\])(web|locales)[/\\]|\.(md|test\.ts)$/
const known = new WeakMap<readonly string[], Promise<string>>()

/** Stands for everything a school is brought up to date from: the server's sources, those of the modules in these folders and the versions of the packages.
 *  Seeds are plain functions over data of any kind, so nothing smaller than the program says surely that they have not changed. */
export function programHash({ folders }: Pick<Registry, 'folders'>): Promise<string> {
  const hash = known.get(folders) ?? hashOf(folders)
  known.set(folders, hash)
  return hash
}
async function hashOf(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of await sources(folders)) hash.update(`${relative(ROOT, file).replaceAll(sep, '/')}\n`).update(await readFile(file))
  return hash.digest('base64url').slice(0, 22)
}
async function sources(folders: readonly string[]): Promise<string[]> {
  const files = [join(ROOT, 'package-lock.json')].filter(existsSync)
  for (const folder of [join(ROOT, 'kernel/model'), join(ROOT, 'kernel/server'), ...folders])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile() && !LEFT_OUT.test(relative(folder, file))) files.push(file)
    }
  return files.toSorted()
}
