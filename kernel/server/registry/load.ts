import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Module } from '#model'
import { isRegistration, noteCreated, type Registration } from '../base/extension-point.ts'
import { importFile } from './built.ts'
import { byNeeds } from './by-needs.ts'
import { foldersOf, isDemoFile, partFolders } from './folders.ts'

/** A registration with the module and the file whose default export it is. */
export interface LoadedRegistration {
  registration: Registration
  module: Module
  /** Absolute path. */
  file: string
}
export interface ModuleFolder {
  folder: string
  module: Module
}
/** `module.ts` of each folder. */
export const loadDeclarations = (folders: readonly string[]): Promise<ModuleFolder[]> =>
  Promise.all(folders.map(async folder => ({ folder, module: (await importFile(join(folder, 'module.ts'))).default as Module })))

/** Loads the server files of these modules, one module after the other, and collects their registrations. A default export that is no registration, and a registration that no
 *  file exports as default, stop the start. */
export async function loadServerFiles(modules: readonly ModuleFolder[]): Promise<LoadedRegistration[]> {
  const { result, created } = await noteCreated(async () => {
    const files: LoadedFile[] = []
    // one after the other: a circular import must not be entered from two sides at once
    for (const found of modules) for (const file of serverFilesOf(found)) files.push({ file, module: found.module, exported: await importFile(file) })
    return files
  })
  const found = result.flatMap(registrationsOf)
  refuseUnclaimed(found, result, created, modules)
  return found
}
interface LoadedFile {
  file: string
  module: Module
  exported: Readonly<Record<string, unknown>>
}
/** Files of a module that are loaded at start, in this order. */
export const serverFilesOf = (found: ModuleFolder): string[] => sourceFolders(found).flatMap(serverFiles)

/** The folders of a module's parts, in dependency order, and its own last. */
function sourceFolders({ folder, module }: ModuleFolder): string[] {
  const declared = module.parts.map(part => part.code)
  const found = partFolders(folder).map(part => basename(part))
  for (const code of declared) if (!found.includes(code)) throw new Error(`module ${module.code}: its part ${code} has no ${code}/part.ts`)
  for (const code of found) if (!declared.includes(code)) throw new Error(`module ${module.code}: ${code}/part.ts is not listed in the parts of module.ts`)
  return [...byNeeds(module.parts, `${module.code} part`).map(part => join(folder, part.code)), folder]
}
const isServerFile = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.test.ts') && !isDemoFile(path)
function serverFiles(folder: string): string[] {
  const server = join(folder, 'server')
  if (!existsSync(server)) return []
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter(isServerFile)
    .sort()
    .map(file => join(server, file))
}
function registrationsOf({ file, module, exported }: LoadedFile): LoadedRegistration[] {
  if (exported.default === undefined) return []
  return [exported.default].flat(Number.POSITIVE_INFINITY).map(registration => {
    if (!isRegistration(registration)) throw new Error(`${file}: its default export holds ${described(registration)}, which is no registration`)
    return { registration, module, file }
  })
}
const described = (x: unknown): string => (typeof x === 'object' && x !== null && 'kind' in x ? `an object of the unknown kind “${String(x.kind)}”` : typeof x)

/** A registration that is not exported as default would be ignored silently. */
function refuseUnclaimed(found: readonly LoadedRegistration[], files: readonly LoadedFile[], created: ReadonlyMap<Registration, Error>, modules: readonly ModuleFolder[]): void {
  const claimed = new Set(found.map(f => f.registration))
  const wrong: string[] = []
  for (const { file, exported } of files)
    for (const [name, value] of Object.entries(exported))
      for (const one of [value].flat(Number.POSITIVE_INFINITY))
        if (isRegistration(one) && !claimed.has(one)) wrong.push(`${file}: ${name} (${one.kind}) is exported, but not as default`)
  for (const [one, made] of created) {
    // formatting a stack costs more than everything else here
    const file = claimed.has(one) ? undefined : fileOf(made.stack ?? '', modules)
    if (file && !wrong.some(w => w.startsWith(`${file}:`))) wrong.push(`${file}: a registration (${one.kind}) is made and not exported as default`)
  }
  if (wrong.length) throw new Error(`these registrations would be ignored:\n${wrong.join('\n')}`)
}
/** The server file being evaluated when a registration was made: the outermost stack frame that lies in one. */
function fileOf(stack: string, modules: readonly ModuleFolder[]): string | undefined {
  const frames = stack.split('\n').filter(line => !line.includes(' async '))
  for (const line of frames.reverse())
    for (const folder of modules.flatMap(m => foldersOf(m.folder))) {
      const start = line.indexOf(join(folder, 'server/'))
      if (start >= 0) return line.slice(start).replace(/(\?[^:]*)?:\d+:\d+\)?$/, '')
    }
  return undefined
}
