import type { Entity } from '#model'
import type { LiveNews } from '../context.ts'
import type { Core } from './core.ts'
import type { Feed, Notification, Transaction } from './transaction.ts'

/** Channel: users whose open pages have news. */
export const LIVE_CHANNEL = 'ql_live'
/** Channel: work waiting in a queue of a school. */
export const QUEUE_CHANNEL = 'ql_drain'
export const queueCall = (name: string, tenantId: string): string => `${name}:${tenantId}`
/** Queue of events waiting for their listeners. */
export const OUTBOX = 'outbox'
/** Prefix of invalidation marks for changed grants, followed by the user id, or by nothing for the whole school. */
const PEOPLE = '@'
const REGRANTED_ONE_BY_ONE = 200

/** Notifies all processes of a school's writes: stale cached rows and permissions, news for open pages. Inside a transaction, deferred until commit. */
export class ChangeFeed implements Feed {
  private readonly core: Core
  private readonly tenantId: string
  private readonly running: Transaction | undefined
  constructor(core: Core, tenantId: string, running: Transaction | undefined) {
    this.core = core
    this.tenantId = tenantId
    this.running = running
  }
  /** Rows of an entity were written. */
  async changed(of: Entity): Promise<void> {
    if (!of.options.cached) return
    if (this.running) {
      this.running.invalidations.add(of.name)
      this.running.own.delete(of.name)
      return
    }
    this.core.cache.drop(this.tenantId, of.name)
    await this.core.notifier.notify(this.core.cache.channel, `${this.tenantId}:${of.name}`)
  }
  /** Whether grants were changed in the running transaction. */
  get hasPermissionChanges(): boolean {
    return [...(this.running?.invalidations ?? [])].some(mark => mark.startsWith(PEOPLE))
  }
  async permissionsChanged(userIds: readonly string[] | undefined): Promise<void> {
    const marks = userIds && userIds.length <= REGRANTED_ONE_BY_ONE ? userIds.map(id => PEOPLE + id) : [PEOPLE]
    for (const mark of marks) {
      if (this.running) this.running.invalidations.add(mark)
      else await this.core.permissionCache.changed(this.tenantId, mark.slice(PEOPLE.length) || undefined)
    }
  }
  live(what: LiveNews, userIds: readonly string[]): void {
    if (!this.running) {
      this.notifyClients(what, userIds)
      return
    }
    const people = this.running.live.get(what) ?? new Set<string>()
    for (const id of userIds) people.add(id)
    this.running.live.set(what, people)
  }
  async notifyAfterCommit(channel: string, text: string): Promise<void> {
    if (this.running) this.running.notifications.push([channel, text])
    else await this.core.notifier.notify(channel, text)
  }
  /** NOTIFY for an invalidation mark: stale rows are announced right after the commit, permission changes as part of it. */
  notificationFor(mark: string): Notification {
    if (!mark.startsWith(PEOPLE)) return { channel: this.core.cache.channel, text: `${this.tenantId}:${mark}`, isVital: false }
    return { channel: this.core.permissionCache.channel, text: [this.tenantId, mark.slice(PEOPLE.length)].filter(Boolean).join(':'), isVital: true }
  }
  /** Sends the notifications after the commit: transactions with NOTIFY commit one after the other, each waiting for its own disk flush. Lost ones are made up for by polling. */
  committed(tx: Transaction): void {
    for (const mark of tx.invalidations) this.forget(mark)
    if (tx.hasEvents) this.core.notifier.hint(QUEUE_CHANNEL, queueCall(OUTBOX, this.tenantId))
    for (const [channel, text] of tx.notifications) this.send(channel, text)
    for (const [what, people] of tx.live) this.notifyClients(what, [...people])
  }
  resend(marks: Iterable<string>): void {
    for (const mark of marks) {
      const { channel, text } = this.notificationFor(mark)
      this.send(channel, text)
    }
  }
  private forget(mark: string): void {
    if (mark.startsWith(PEOPLE)) this.core.permissionCache.forget(this.tenantId, mark.slice(PEOPLE.length) || undefined)
    else this.core.cache.drop(this.tenantId, mark)
  }
  /** Payload `{tenant}:{what}:{user,user…}`; no users means the whole school. */
  private notifyClients(what: LiveNews, userIds: readonly string[]): void {
    if (userIds.length) this.core.notifier.hint(LIVE_CHANNEL, `${this.tenantId}:${what}`, userIds)
  }
  private send(channel: string, text: string): void {
    this.core.notifier.notify(channel, text).catch(() => {})
  }
}
