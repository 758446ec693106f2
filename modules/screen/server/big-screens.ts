import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BigScreen, type Measure, Refusal } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { calendarOf, dayAt, departmentsBelow } from '#modules/campus/server/api.ts'
import { openPictures } from '#modules/system/server/api.ts'
import { systemGate } from '#server/access/calls.ts'
import { today } from '#server/base/today.ts'
import type { Db, Lang } from '#server/context.ts'
import type { Core } from '#server/data/core.ts'
import type { Caller } from '#server/http/app.ts'
import { sendEvent } from '#server/http/event-stream.ts'
import { type OpenPage, OpenPages } from '#server/http/open-pages.ts'
import type { Identity } from '#server/identity/index.ts'
import { type Counted, MeasureAggregator } from '#server/measures/aggregator.ts'
import { keyViewer, openViewer, personViewer, type Viewer } from '#server/measures/viewer.ts'
import { param } from '#server/params/params.ts'
import { CONFIGURE, screenDevice } from '../model/device.ts'
import { type Placed, screenLayout } from '../model/layout.ts'
import { type PlaylistItem, playlist } from '../model/playlist.ts'
import { allScreens, screenNamed } from './declared-screens.ts'
import { keepBeats } from './heartbeats.ts'
import { type Device, deviceOf, deviceStands } from './keys.ts'
import { layoutOf, tileCatalogue } from './layouts.ts'
import { MOST_REPLAYS, replayOf } from './replay.ts'
import { snapshotsAt } from './snapshots.ts'

/** A viewer of big screens: a device, a user, or anonymous. */
export interface Watcher {
  tenantId: string
  device: Device | undefined
  caller: Caller | undefined
}
interface Stream extends OpenPage {
  watcher: Watcher
  screen: BigScreen
  size: string
  isReplay: boolean
}
/** Measures that a viewer reads in one scope. Tiles of other screens are read with the permission and the scope of those. */
interface Read {
  viewer: Viewer
  measures: Measure[]
}
interface Opened {
  watcher: Watcher
  screen: BigScreen
  reads: Read[]
  /** Only where the school has laid the screen out itself; what the viewer may not read is left out. */
  layout: readonly Placed[] | null
}
/** What a device shows in turn: big screens, and after each round the school's pictures. */
interface WallTurns {
  name: string | null
  items: Array<PlaylistItem & { title: string; path: string }>
  pictures: Awaited<ReturnType<typeof openPictures>>
}
/** Heartbeat of the streams: a missed revocation takes effect within one interval, a dead connection is noticed within two. */
const BEAT_MS = 10_000
/** Interval for writing `lastSeenAt` of connected devices. */
const NOTE_MS = 60_000
const MOST_WAITING_BYTES = 262_144
const MOST_PER_WATCHER = 60
/** Default display time of an item. */
const USUAL_SECONDS = 30

/** Open big-screen streams (SSE) of this process: they receive measures as they are computed, and end with their key or session. */
export class BigScreens {
  readonly reckoner: MeasureAggregator
  private readonly core: Core
  private readonly identity: Identity
  private readonly streams = new OpenPages<Stream>({
    most: MOST_PER_WATCHER,
    beatMs: BEAT_MS,
    isSame: (a, b) => isSame(a.watcher, b.watcher),
    endIfOver: stream => this.endIfOver(stream),
  })
  private readonly timer: NodeJS.Timeout
  constructor(core: Core, identity: Identity) {
    this.core = core
    this.identity = identity
    this.reckoner = new MeasureAggregator(core)
    this.timer = setInterval(() => void this.note(this.streams.all), NOTE_MS).unref()
    // cache invalidation of devices: re-check the streams of that school at once
    core.cache.onDrop((tenantId, entity) => {
      if (entity === screenDevice.name) this.streams.check(s => s.watcher.device !== undefined && s.watcher.tenantId === tenantId)
      // another layout: the browser reconnects and gets it
      if (entity === screenLayout.name) this.streams.end(s => s.watcher.tenantId === tenantId)
    })
    // permissions are evaluated when a stream starts: end the streams on a change, the browser reconnects
    core.principals.onChange((tenantId, userId) =>
      this.streams.end(({ watcher: { caller, tenantId: own } }) => caller !== undefined && own === tenantId && (!userId || caller.principal.userId === userId)),
    )
  }
  close(): void {
    clearInterval(this.timer)
    this.streams.close()
    this.reckoner.close()
  }
  /** 60-BS1: device key, session, or anonymous where the school does not require keys. */
  async watcherOf(request: FastifyRequest): Promise<Watcher> {
    const held = await deviceOf(this.core, this.identity, request)
    if (held) return { ...held, caller: undefined }
    const caller = await this.identity.authenticate(request)
    if (caller?.need) throw new Refusal(428, [{ rule: 'session.passwordFirst', text: '请先修改初始密码' }], { need: caller.need })
    if (caller) return { tenantId: caller.principal.tenantId, device: undefined, caller }
    const { tenantId: code } = request.query as { tenantId?: unknown }
    const school = await this.identity.schools.byCode(typeof code === 'string' ? code : '')
    if (await param<boolean>(this.core, school.id, 'shell', 'screenKey')) throw new Refusal(401, [{ rule: 'screen.keyNeeded', text: '大屏要授权后才有数据' }])
    return { tenantId: school.id, device: undefined, caller: undefined }
  }
  /** Big screens this viewer may open. */
  screensOf({ device, caller }: Watcher): BigScreen[] {
    if (device) return allScreens().filter(s => device.screens.includes(s.code))
    if (caller) return allScreens().filter(s => caller.principal.permissions.has(s.permission))
    return allScreens().filter(s => s.measures.some(m => m.isOpen))
  }
  /** 60-BS8: the device's playlist, or the one a session requests; without one all permitted screens. Screens the viewer may not open are skipped. */
  async playlistOf(watcher: Watcher, id: unknown, lang: Lang): Promise<WallTurns> {
    const db = this.gate(watcher.tenantId)
    const lists = await db.cached(playlist)
    const mayChoose = watcher.caller?.principal.permissions.has(`${playlist.module}:${playlist.name}:list`)
    const chosen = lists.get(watcher.device ? (watcher.device.playlistId ?? '') : mayChoose && typeof id === 'string' ? id : '')
    const may = this.screensOf(watcher)
    const own: readonly PlaylistItem[] = chosen?.isEnabled ? chosen.items : may.map(s => ({ screen: s.code, seconds: USUAL_SECONDS }))
    const items = own.flatMap(item => may.filter(s => s.code === item.screen).map(({ title, path }) => ({ ...item, title, path })))
    return { name: chosen?.isEnabled ? chosen.name : null, items, pictures: await openPictures(db, 'screen', lang) }
  }
  /** Authorises a viewer for a screen and determines its measures. */
  async open(request: FastifyRequest): Promise<Opened> {
    const { screen: code, draft } = request.query as { screen?: unknown; draft?: unknown }
    const screen = screenNamed(code)
    if (!screen) throw new Refusal(404, [{ rule: 'screen.unknown', text: '没有这块大屏' }])
    const watcher = await this.watcherOf(request)
    if (!this.screensOf(watcher).includes(screen)) throw new Refusal(403, [{ rule: 'screen.notGiven', text: '不能看“{screen}”', values: { screen: screen.title } }])
    const isDraft = draft !== undefined && watcher.caller?.principal.permissions.has(CONFIGURE) === true
    const placed = await layoutOf(this.gate(watcher.tenantId), screen.code, { isDraft })
    const may = new Set(this.screensOf(watcher))
    const tiles = tileCatalogue()
    const layout = placed?.filter(p => may.has(tiles.get(p.tile)?.home as BigScreen)) ?? null
    const wanted = layout?.flatMap(p => tiles.get(p.tile) ?? []) ?? [{ home: screen, measures: screen.measures }]
    const reads: Read[] = []
    for (const [home, of] of Map.groupBy(wanted, tile => tile.home)) {
      const viewer = await this.viewerOf(watcher, home)
      const readable = new Set(this.reckoner.measuresOf(home, viewer))
      reads.push({ viewer, measures: [...new Set(of.flatMap(tile => tile.measures))].filter(m => readable.has(m)) })
    }
    return { watcher, screen, reads, layout }
  }
  private async viewerOf({ tenantId, device, caller }: Watcher, screen: BigScreen): Promise<Viewer> {
    if (caller) return personViewer(caller.principal, screen)
    if (!device) return openViewer(tenantId, screen)
    const departmentIds = device.departmentId ? await departmentsBelow(this.gate(tenantId), device.departmentId) : []
    return keyViewer(tenantId, screen, { departmentIds, reveals: [...(device.showRooms ? (['rooms'] as const) : []), ...(device.showMaskedNames ? (['names'] as const) : [])] })
  }
  private gate = (tenantId: string): Db => systemGate(this.core, tenantId, 'screen')
  /** Metadata sent before the measures. */
  async head({ watcher, screen, reads, layout }: Opened) {
    const db = this.gate(watcher.tenantId)
    const isWhole = reads.every(({ viewer }) => viewer.audience === 'all')
    const { device, caller } = watcher
    const departmentId = device?.departmentId
    return {
      now: Date.now(),
      title: screen.title,
      by: device ? 'key' : caller ? 'person' : 'open',
      area: departmentId ? ((await db.cached(department)).get(departmentId)?.name ?? null) : isWhole ? 'all' : null,
      weekNo: dayAt(await calendarOf(db), today())?.weekNo ?? null,
      dark: device?.darkFrom && device.darkTo ? { from: device.darkFrom, to: device.darkTo } : null,
      lists: caller ? [...caller.principal.permissions.keys()].filter(key => key.endsWith(':list')) : [],
      measures: reads.flatMap(({ measures }) => measures.map(({ code, title, definition, refresh }) => ({ code, title, definition, refresh }))),
      layout: layout?.map(({ tile, title, ...at }) => ({ code: tile, title: title ?? null, ...at })) ?? null,
    }
  }
  /** Figures of a screen now, or as they were kept in a past hour: those are of the whole school, without rooms and names. */
  async read({ watcher, reads }: Opened, at: unknown): Promise<Counted[]> {
    if (at === undefined) return (await Promise.all(reads.map(({ viewer, measures }) => this.reckoner.read(viewer, measures)))).flat()
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at)))
      throw new Refusal(400, [{ rule: 'screen.hourForm', text: '“{at}”不是时间', values: { at: String(at).slice(0, 40) } }])
    if (!watcher.caller || !reads.every(({ viewer }) => viewer.audience === 'all'))
      throw new Refusal(403, [{ rule: 'screen.hourWhole', text: '整点留存是全校的数据，数据范围是全校的人才能看' }])
    return snapshotsAt(
      this.gate(watcher.tenantId),
      reads.flatMap(({ measures }) => measures),
      at,
    )
  }
  async stream(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const opened = await this.open(request)
    const head = await this.head(opened)
    const replay = replayOf(request)
    if (replay && !opened.watcher.caller) throw new Refusal(403, [{ rule: 'screen.replayPerson', text: '登录后才能看回放' }])
    if (replay && this.streams.all.filter(s => s.isReplay).length >= MOST_REPLAYS)
      throw new Refusal(429, [{ rule: 'screen.replaysMany', text: '同时看回放的人太多，请稍后再试' }], { retryAfter: BEAT_MS / 1000 })
    const stream = this.streams.open(reply, { watcher: opened.watcher, screen: opened.screen, size: sizeOf(request), isReplay: replay !== undefined })
    send(stream, 'head', JSON.stringify(head))
    const told = (counted: Counted) => send(stream, 'measure', measureText(counted))
    const moved = (moment: number, counted: readonly Counted[]) => {
      send(stream, 'moment', JSON.stringify(moment))
      for (const one of counted) told(one)
    }
    for (const { viewer, measures } of opened.reads)
      stream.out.on('close', replay ? this.reckoner.replay(viewer, measures, replay, moved) : this.reckoner.follow(viewer, measures, told))
    void this.note([stream])
  }
  /** 60-BS3: a revoked or expired key gets a `revoked` event; an ended session just closes the stream. */
  private async endIfOver(s: Stream): Promise<void> {
    const { tenantId, device, caller } = s.watcher
    if (device) {
      const now = await deviceStands(this.core, tenantId, device.id)
      if (!now) send(s, 'revoked', '{}')
      // settings changed: the browser reconnects and is authorised anew
      if (now?.version !== device.version) s.out.end()
    }
    if (caller && !(await this.identity.sessions.resolve(caller.token))) s.out.end()
  }
  private async note(streams: readonly Stream[]): Promise<void> {
    try {
      for (const [tenantId, own] of Map.groupBy(streams, s => s.watcher.tenantId))
        await keepBeats(
          this.gate(tenantId),
          own.flatMap(({ watcher, screen, size }) => (watcher.device ? [{ deviceId: watcher.device.id, screen: screen.code, size }] : [])),
        )
    } catch (error) {
      this.core.log.error({ err: error }, 'screens could not be noted')
    }
  }
}
export const measureText = ({ code, at, json }: Counted): string => `{"code":${JSON.stringify(code)},"age":${Math.max(0, Date.now() - at)},"at":${at},"data":${json}}`
const send = ({ out }: Stream, event: string, data: string): void => sendEvent(out, event, data, MOST_WAITING_BYTES)
const isSame = (a: Watcher, b: Watcher): boolean => a.tenantId === b.tenantId && a.device?.id === b.device?.id && a.caller?.principal.userId === b.caller?.principal.userId
const sizeOf = (request: FastifyRequest): string => /^\d{2,5}×\d{2,5}$/.exec(String((request.query as { size?: unknown }).size ?? ''))?.[0] ?? ''
