import type { BigScreen, Measure } from '#model'
import { gateFor } from '../access/calls.ts'
import type { Core } from '../data/core.ts'
import { fieldsSchema } from '../http/schema.ts'
import { serialiser } from '../http/serialise.ts'
import { type MeasureComputation, type MeasureContext, measureComputations } from './compute-measure.ts'
import { isRevealed, type Viewer } from './viewer.ts'

/** Latest result of a measure, serialised with the declared fields only. */
export interface Counted {
  code: string
  /** Milliseconds since 1970. */
  at: number
  json: string
}
type Hear = (counted: Counted) => void
interface Entry {
  measure: Measure
  viewer: Viewer
  last?: Counted
  running?: Promise<Counted>
  timer?: NodeJS.Timeout
  followers: Set<Hear>
}
const MS = 1000
/** A past time range (milliseconds since 1970) and the playback speed factor. */
export interface Replay {
  from: number
  until: number
  speed: number
}
const STEP_MS = 2000
/** Pause at the last moment before the replay restarts. */
const REST_MS = 10_000

/** 60-BS5: each measure is computed once per refresh interval and audience and shared by all screens. The cache is per process. Measures without followers are not computed. */
export class MeasureAggregator {
  private readonly core: Core
  private readonly cache = new Map<string, Entry>()
  private readonly writers = new Map<Measure, (value: unknown) => string>()
  constructor(core: Core) {
    this.core = core
  }
  /** Measures of a screen this viewer may read, without those of modules that are not loaded. */
  measuresOf({ measures }: BigScreen, { isOpenOnly }: Viewer): Measure[] {
    return measures.filter(m => (m.isOpen || !isOpenOnly) && this.reckoningOf(m))
  }
  /** Current values; recomputed if older than their refresh interval. */
  async read(viewer: Viewer, measures: readonly Measure[]): Promise<Counted[]> {
    const entries = measures.map(m => this.entry(viewer, m))
    const read = await Promise.all(entries.map(entry => this.fresh(entry).catch(this.fault(entry))))
    this.sweep()
    return read.filter(counted => counted !== undefined)
  }
  /** Subscribes to values: sends the current ones, then each recomputation; returns the unsubscribe function. */
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
  /** Replays a past range in a loop, bypassing the cache; returns the function that stops it. `hear` gets the moment in milliseconds since 1970. */
  replay(viewer: Viewer, measures: readonly Measure[], { from, until, speed }: Replay, hear: (moment: number, counted: readonly Counted[]) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const step = async (began: number): Promise<void> => {
      const moment = Math.min(until, from + (Date.now() - began) * speed)
      const counted = await Promise.all(measures.map(measure => this.compute(measure, viewer, new Date(moment), true).catch(this.fault({ measure }))))
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
    for (const { timer } of this.cache.values()) clearInterval(timer)
    this.cache.clear()
  }
  private entry(viewer: Viewer, measure: Measure): Entry {
    const key = [viewer.me.tenantId, measure.code, viewer.permission, viewer.audience, isRevealed(measure, viewer)].join(' ')
    const known = this.cache.get(key) ?? { measure, viewer, followers: new Set() }
    this.cache.set(key, known)
    return known
  }
  private leave(entry: Entry, hear: Hear): void {
    entry.followers.delete(hear)
    if (entry.followers.size) return
    clearInterval(entry.timer)
    delete entry.timer
  }
  private again(entry: Entry): void {
    this.count(entry).then(counted => {
      for (const hear of entry.followers) hear(counted)
    }, this.fault(entry))
  }
  private async fresh(entry: Entry): Promise<Counted> {
    if (entry.last && Date.now() - entry.last.at < entry.measure.refresh * MS) return entry.last
    return this.count(entry)
  }
  /** Single flight: concurrent requests share one computation. */
  private count(entry: Entry): Promise<Counted> {
    entry.running ??= this.compute(entry.measure, entry.viewer, new Date())
      .then(counted => {
        entry.last = counted
        return counted
      })
      .finally(() => delete entry.running)
    return entry.running
  }
  /** Computes one measure for one moment, bypassing the cache. */
  async compute(measure: Measure, viewer: Viewer, now: Date, isReplay = false): Promise<Counted> {
    const reckoning = this.reckoningOf(measure)
    if (!reckoning) throw new Error(`nothing counts the measure ${measure.code}`)
    const at = Date.now()
    const { me, permission } = viewer
    const db = await gateFor(this.core, me, { permission, source: 'screen', ip: null, traceId: null })
    const reading: MeasureContext & { core: Core } = { core: this.core, db, me, lang: 'zh-cn', ip: '', traceId: '', now, isReplay, isRevealed: isRevealed(measure, viewer) }
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
  /** On an error the last values stay; their timestamp shows their age. */
  private fault({ measure }: Pick<Entry, 'measure'>): (error: unknown) => undefined {
    return error => {
      this.core.log.error({ err: error, measure: measure.code }, 'a measure could not be counted')
    }
  }
  private sweep(): void {
    for (const [key, { last, timer, running, measure }] of this.cache) if (!timer && !running && (!last || Date.now() - last.at > measure.refresh * MS)) this.cache.delete(key)
  }
}
