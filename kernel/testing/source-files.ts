import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of all files below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
/** What a source file imports, as it is written there. */
export const importsOf = (file: string): string[] => [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?['"]([^'"]+)['"]/g)].map(m => m[1] as string)
