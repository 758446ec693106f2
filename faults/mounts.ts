import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import type { Stage } from './stage.ts'

/** Why no file system can be mounted here, if so. */
export const cannotMount = (): string | undefined => (process.getuid?.() === 0 && existsSync('/bin/mount') ? undefined : 'only root may mount a small file system')

/** Mounts a tmpfs of that many MB at this folder until the experiment ends. Returns a function that remounts it read-only or writable. */
export function mounted(stage: Stage, folder: string, mb: number): (mode: 'ro' | 'rw') => void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'qinglan-fault', folder])
  stage.atEnd(() => execFileSync('umount', ['--lazy', folder]))
  return mode => {
    // remount the file system itself: a read-only bind mount is refused while files are open for writing
    execFileSync('mount', ['-o', `remount,${mode}`, folder], { stdio: 'pipe' })
  }
}
