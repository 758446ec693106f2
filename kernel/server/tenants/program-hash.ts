import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Registry, ROOT } from '../registry/registry.ts'

/** Files without influence on a school's data: web, translations, Markdown, tests. */
const LEFT_OUT = /(^|[/\\])(web|locales)[/\\]|\.(md|test\.ts)$/
const known = new WeakMap<readonly string[], Promise<string>>()

/** Version key for updating schools: hash of the server sources, the loaded modules' sources and package versions. Seeds are arbitrary code, so anything smaller could miss a
 *  change. */
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
