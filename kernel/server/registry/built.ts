import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDemoFile, ROOT } from './folders.ts'

type Exports = Readonly<Record<string, unknown>>
export interface Built {
  /** What a file of a module exports as default, by its path from the root. */
  files: Readonly<Record<string, Exports>>
  /** The same of the files that only the demo loads. */
  demo(): Promise<Readonly<Record<string, Exports>>>
  /** Files of `build/` that run in processes of their own, by the path of their source from the root. */
  programs: Readonly<Record<string, string>>
}
let built: Built | undefined
/** Called by the built server (`scripts/build-server.ts`) before anything else. */
export const useBuilt = (made: Built): void => {
  built = made
}
const fromRoot = (path: string): string => relative(ROOT, path).split(sep).join('/')

/** Imports a file of a module that was found by its folder: from the built server, or from its source where the program runs from its sources. Throws for a file that was not there
 *  when the server was built: its source would bring a second copy of everything it imports. */
export async function importFile(path: string): Promise<Exports> {
  if (!built) return (await import(pathToFileURL(path).href)) as Exports
  const found = built.files[fromRoot(path)] ?? (isDemoFile(fromRoot(path)) ? await built.demo() : {})[fromRoot(path)]
  if (!found) throw new Error(`${path} is newer than the server in build/: start it with npm start, which builds it again`)
  return found
}
/** The file to start a process with, given that of its source. */
export const programFile = (source: string): string => {
  const file = built?.programs[fromRoot(source)]
  return file ? join(ROOT, 'build', file) : source
}
