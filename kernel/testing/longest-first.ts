import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SECONDS } from './durations.ts'

/** Order of the projects: whoever starts last shortens the end of a run by having the smallest files. */
const PROJECTS = ['slow apart', 'slow', 'apart', 'flows', 'browser', 'together']
/** Starts the longest files first, so that no worker is left alone with one. What the last run measured counts; before the first one, a list. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = new Map(files.map(f => [f, this.secondsOf(f)]))
    const of = (f: TestSpecification) => ({ project: PROJECTS.indexOf(f.project.name), seconds: seconds.get(f) ?? 0 })
    return files.toSorted((a, b) => of(a).project - of(b).project || of(b).seconds - of(a).seconds)
  }
  private secondsOf(file: TestSpecification): number {
    const measured = this.ctx.cache.getTestSpecificationResult(file)?.duration
    return measured === undefined ? (SECONDS[relative(this.ctx.config.root, file.moduleId)] ?? 0) : measured / 1000
  }
}
