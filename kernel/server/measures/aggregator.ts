import type { BigScreen, Measure } from '#model'
import { gateFor } from '../access/calls.ts'
import type { Core } from '../data/core.ts'
import { fieldsSchema } from '../http/schema.ts'
import { serialiser } from '../http/serialise.ts'
import { type MeasureComputation, type MeasureContext, measureComputations } from './compute-measure.ts'
import type { Viewer } from './viewer.ts'

/** What was counted last, as it leaves: only what the measure declares. */
export interface Counted {
  code: string
  /** Milliseconds since 1970. */
  at: number
  json: string
}
type Hear = (counted: Counted) => void
interface Kept {
  measure: Measure
  viewer: Viewer
  last?: Counted
  running?: Promise<Counted>
  timer?: NodeJS.Timeout
  followers: Set<Hear>
}
const MS = 1000
/** A stretch that is over, in milliseconds since 1970, and how many times as fast as it went by it is shown. */
export interface Replay {
  from: number
  until: number
  speed: number
}
const STEP_MS = 2000
/** How long the last moment stands before it begins anew. */
const REST_MS = 10_000

/** 60-BS5: every measure is counted once a refresh for all screens of an audience, however many there are, and handed to each. In this process's memory;
 *  a second process counts for its own screens. What nobody follows is not counted. */
export class MeasureAggregator {
  private readonly core: Core
  private readonly kept = new Map<string, Kept>()
  private readonly writers = new Map<Measure, (value: unknown) => string>()
  constructor(core: Core) {
    this.core = core
  }
  /** What this viewer may read of a screen. A measure whose module does not run is not there. */
  measuresOf({ measures }: BigScreen, { isOpenOnly }: Viewer): Measure[] {
    return measures.filter(m => (m.isOpen || !isOpenOnly) && this.reckoningOf(m))
  }
  /** The numbers of now, counted anew if they are older than their refresh. */
  async read(viewer: Viewer, measures: readonly Measure[]): Promise<Counted[]> {
    const entries = measures.map(m => this.entry(viewer, m))
    const read = await Promise.all(entries.map(entry => this.fresh(entry).catch(this.fault(entry))))
    this.sweep()
    return read.filter(counted => counted !== undefined)
  }
  /** Hands over the numbers of now, and each time they are counted again, until the answered function is called. */
  follow(viewer: Viewer, measures: readonly Measure[], hear: Hear): () => void {
    const entries = measures.map(m => this.entry(viewer, m))
    for (const entry of entries) {
      entry.followers.add(hear)
      this.fresh(entry).then(counted => entry.followers.has(hear) && hear(counted), this.fault(entry))
      entry.timer ??= setInterval(() => this.again(entry), entry.measure.refresh * MS)
    }
    return () => {
      for (const entry of entries) this.leave(entry, hear)
    }
  }
  /** Counts measures for one moment after another of a stretch that is over, again and again, past everything kept, until the answered function is called. `hear` is given the moment in milliseconds since 1970. */
  replay(viewer: Viewer, measures: readonly Measure[], { from, until, speed }: Replay, hear: (moment: number, counted: readonly Counted[]) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const step = async (began: number): Promise<void> => {
      const moment = Math.min(until, from + (Date.now() - began) * speed)
      const counted = await Promise.all(measures.map(measure => this.reckon(measure, viewer, new Date(moment), true).catch(this.fault({ measure }))))
      if (isOver) return
      hear(
        moment,
        counted.filter(c => c !== undefined),
      )
      timer = moment < until ? setTimeout(() => void step(began), STEP_MS) : setTimeout(() => void step(Date.now()), REST_MS)
    }
    void step(Date.now())
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }
  close(): void {
    for (const { timer } of this.kept.values()) clearInterval(timer)
    this.kept.clear()
  }
  private entry(viewer: Viewer, measure: Measure): Kept {
    const key = [viewer.me.tenantId, measure.code, viewer.permission, viewer.audience, measure.hasRooms && viewer.showRooms].join(' ')
    const known = this.kept.get(key) ?? { measure, viewer, followers: new Set() }
    this.kept.set(key, known)
    return known
  }
  private leave(entry: Kept, hear: Hear): void {
    entry.followers.delete(hear)
    if (entry.followers.size) return
    clearInterval(entry.timer)
    delete entry.timer
  }
  private again(entry: Kept): void {
    this.count(entry).then(counted => {
      for (const hear of entry.followers) hear(counted)
    }, this.fault(entry))
  }
  private async fresh(entry: Kept): Promise<Counted> {
    if (entry.last && Date.now() - entry.last.at < entry.measure.refresh * MS) return entry.last
    return this.count(entry)
  }
  /** One count at a time: who asks meanwhile waits for the same. */
  private count(entry: Kept): Promise<Counted> {
    entry.running ??= this.reckon(entry.measure, entry.viewer, new Date())
      .then(counted => {
        entry.last = counted
        return counted
      })
      .finally(() => delete entry.running)
    return entry.running
  }
  /** One measure for one moment, past everything kept. */
  async reckon(measure: Measure, { me, permission, showRooms }: Viewer, now: Date, isReplay = false): Promise<Counted> {
    const reckoning = this.reckoningOf(measure)
    if (!reckoning) throw new Error(`nothing counts the measure ${measure.code}`)
    const at = Date.now()
    const db = await gateFor(this.core, me, { permission, source: 'screen', ip: null, traceId: null })
    const reading: MeasureContext & { core: Core } = { core: this.core, db, me, lang: 'zh-cn', ip: '', traceId: '', now, isReplay, showRooms: measure.hasRooms && showRooms }
    return { code: measure.code, at, json: this.write(measure, await reckoning.run(reading)) }
  }
  private reckoningOf(measure: Measure): MeasureComputation | undefined {
    return this.core.registry.of(measureComputations).find(r => r.measure === measure)
  }
  private write(measure: Measure, value: unknown): string {
    const write = this.writers.get(measure) ?? serialiser({ type: 'object', properties: fieldsSchema(measure.output) } as never)
    this.writers.set(measure, write)
    return write(value)
  }
  /** What cannot be counted keeps its last numbers, which say how old they are. */
  private fault({ measure }: Pick<Kept, 'measure'>): (error: unknown) => undefined {
    return error => {
      this.core.log.error({ err: error, measure: measure.code }, 'a measure could not be counted')
    }
  }
  private sweep(): void {
    for (const [key, { last, timer, running, measure }] of this.kept) if (!timer && !running && (!last || Date.now() - last.at > measure.refresh * MS)) this.kept.delete(key)
  }
}
