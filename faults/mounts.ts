import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import type { Stage } from './stage.ts'

/** Why no file system can be mounted here, if so. */
export const cannotMount = (): string | undefined => (process.getuid?.() === 0 && existsSync('/bin/mount') ? undefined : 'only root may mount a small file system')

/** A file system of so many MB in memory at this folder, for as long as the stage stands. Answers how to make it read-only and writable again. */
export function mounted(stage: Stage, folder: string, mb: number): (mode: 'ro' | 'rw') => void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'qinglan-fault', folder])
  stage.atEnd(() => execFileSync('umount', ['--lazy', folder]))
  return mode => {
    // what is being written holds a mount; a read-only view of the file system itself does not ask
    execFileSync('mount', ['-o', `remount,${mode}`, folder], { stdio: 'pipe' })
  }
}
