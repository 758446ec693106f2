import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SECONDS } from './durations.ts'

/** Order of the projects: whoever starts last shortens the end of a run by having the smallest files. */
const PROJECTS = ['longest', 'slow apart', 'slow', 'apart', 'flows', 'browser', 'together']
/** Seconds from which a file counts as long. */
const LONG = 30
/** Starts the longest files first, so that no worker is left alone with one. What the last run measured counts; before the first one, a list. The others follow by folder, for
 *  files of a folder share fixtures, of which not all are kept. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map(file => ({ file, project: PROJECTS.indexOf(file.project.name), seconds: this.secondsOf(file) }))
    return ranked.toSorted((a, b) => a.project - b.project || b.seconds - a.seconds || (a.file.moduleId < b.file.moduleId ? -1 : 1)).map(({ file }) => file)
  }
  /** Seconds of a long file; of others 0. */
  private secondsOf(file: TestSpecification): number {
    const measured = this.ctx.cache.getTestSpecificationResult(file)?.duration
    const seconds = measured === undefined ? (SECONDS[relative(this.ctx.config.root, file.moduleId)] ?? 0) : measured / 1000
    return seconds < LONG ? 0 : seconds
  }
}
