import { connect, createServer, type Server, type Socket } from 'node:net'

/** TCP proxy that can drop, delay, block and black-hole connections. */
export class Line {
  readonly port: number
  /** Target port of new connections. */
  target: number
  /** Latency in milliseconds, in each direction. */
  delayMs = 0
  /** Drops a connection when the response begins: the server has done the work, but the client gets no answer. */
  losesAnswers = false
  private isHeld = false
  private held: Array<() => void> = []
  private readonly ends = new Set<Socket>()
  private readonly deaf = new WeakSet<Socket>()
  private readonly server: Server

  private constructor(port: number, target: number) {
    this.port = port
    this.target = target
    this.server = createServer({ noDelay: true }, near => this.join(near))
  }
  static async open(port: number, target: number): Promise<Line> {
    const line = new Line(port, target)
    await new Promise<void>((done, failed) => line.server.once('error', failed).listen(port, '127.0.0.1', done))
    return line
  }
  /** Closes all connections at once. */
  cut(): void {
    for (const end of this.ends) end.resetAndDestroy()
  }
  /** Buffers all traffic until `release`. */
  hold(): void {
    this.isHeld = true
  }
  release(): void {
    this.isHeld = false
    for (const go of this.held.splice(0)) go()
  }
  /** Black-holes existing connections without closing them; new ones work. */
  deafen(): void {
    for (const end of this.ends) this.deaf.add(end)
  }
  async close(): Promise<void> {
    this.cut()
    await new Promise(done => this.server.close(done))
  }
  private join(near: Socket): void {
    const far = connect({ port: this.target, host: '127.0.0.1', noDelay: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.ends.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        this.ends.delete(from)
        if (!this.deaf.has(from)) to.destroy()
      })
      from.on('data', piece => {
        if (from === far && this.losesAnswers) return near.resetAndDestroy()
        if (!this.deaf.has(from)) this.carry(() => to.write(piece))
      })
    }
  }
  /** Preserves order among chunks with the same delay. */
  private carry(go: () => void): void {
    if (this.isHeld) this.held.push(go)
    else if (this.delayMs) setTimeout(go, this.delayMs)
    else go()
  }
}
