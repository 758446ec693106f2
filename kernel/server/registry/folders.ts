import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** The folders under `modules/` that hold a module. */
export const moduleFolders = (root = ROOT): string[] => foldersWith('module.ts', join(root, 'modules'))
/** The folders of a module that hold a part. */
export const partFolders = (module: string): string[] => foldersWith('part.ts', module)
/** A module's folder, and those of its parts. Each may have the folders a module has: `model`, `server`, `web`, `migrations`, `locales`. */
export const foldersOf = (module: string): string[] => [module, ...partFolders(module)]
/** Demo data (`demo.ts`, `demo-*.ts`, `demo/`) is loaded by the demo alone. */
export const isDemoFile = (path: string): boolean => /(^|[/\\])demo([/\\]|(-[^/\\]*)?\.ts$)/.test(path)

const foldersWith = (file: string, home: string): string[] =>
  existsSync(home)
    ? readdirSync(home)
        .sort()
        .map(name => join(home, name))
        .filter(folder => existsSync(join(folder, file)))
    : []
